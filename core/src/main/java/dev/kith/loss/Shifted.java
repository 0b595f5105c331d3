package dev.kith.loss;

import java.util.OptionalDouble;

/**
 * A loss of predictions that are counted from a base: loss(y, base + z), conjugate loss*(y, u) - u base. What is fitted under it
 * is what predictions have beyond the base. Has the name of the loss it shifts.
 */
record Shifted(Loss loss, double base) implements Loss {
    Shifted {
        if (!Double.isFinite(base)) {
            throw new IllegalArgumentException("base must be a finite number, got " + base);
        }
    }

    @Override
    public String name() {
        return loss.name();
    }

    @Override
    public double value(double y, double z) {
        return loss.value(y, base + z);
    }

    @Override
    public double slope(double y, double z) {
        return loss.slope(y, base + z);
    }

    @Override
    public double conjugate(double y, double u) {
        return loss.conjugate(y, u) - u * base;
    }

    @Override
    public double nearestDual(double y, double u) {
        return loss.nearestDual(y, u);
    }

    @Override
    public double curvature() {
        return loss.curvature();
    }

    @Override
    public boolean classification() {
        return loss.classification();
    }

    @Override
    public boolean scalable() {
        return loss.scalable();
    }

    @Override
    public boolean suits(double y) {
        return loss.suits(y);
    }

    @Override
    public double prediction(double z) {
        return loss.prediction(base + z);
    }

    @Override
    public double score(double prediction) {
        return loss.score(prediction) - base;
    }

    @Override
    public String measure() {
        return loss.measure();
    }

    @Override
    public double pull() {
        return loss.pull();
    }

    @Override
    public boolean differentiable() {
        return loss.differentiable();
    }

    @Override
    public double bend(double y, double z) {
        return loss.bend(y, base + z);
    }

    @Override
    public double majorant(double y, double z) {
        return loss.majorant(y, base + z);
    }

    @Override
    public double prox(double y, double v, double tau) {
        return loss.prox(y, base + v, tau) - base;
    }

    @Override
    public double lowestDual(double y) {
        return loss.lowestDual(y);
    }

    @Override
    public double highestDual(double y) {
        return loss.highestDual(y);
    }

    /** The base is a line in s, as the current prediction is. */
    @Override
    public double dualStep(double y, double c, double s0, double z, double q) {
        return loss.dualStep(y, c, s0, base + z, q);
    }

    @Override
    public double magnitude(double y, double u, double conjugate) {
        return loss.magnitude(y, u, conjugate) + Math.abs(u * base);
    }

    @Override
    public OptionalDouble probability(double z) {
        return loss.probability(base + z);
    }
}
