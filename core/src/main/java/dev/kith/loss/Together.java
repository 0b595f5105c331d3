package dev.kith.loss;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A loss that judges the classes of a row together while it learns, and each one by itself afterwards.
 *
 * @param one the loss of a single class's decision value, which measures and probabilities go by
 */
record Together(String name, JointLoss all, Loss one) implements Loss {
    @Override
    public Optional<JointLoss> joint() {
        return Optional.of(all);
    }

    @Override
    public double value(double y, double z) {
        return one.value(y, z);
    }

    @Override
    public double slope(double y, double z) {
        return one.slope(y, z);
    }

    @Override
    public double conjugate(double y, double u) {
        return one.conjugate(y, u);
    }

    @Override
    public double nearestDual(double y, double u) {
        return one.nearestDual(y, u);
    }

    @Override
    public double curvature() {
        return one.curvature();
    }

    @Override
    public boolean classification() {
        return true;
    }

    @Override
    public OptionalDouble probability(double z) {
        return one.probability(z);
    }
}
