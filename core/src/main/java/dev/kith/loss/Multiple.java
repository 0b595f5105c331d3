package dev.kith.loss;

import java.util.OptionalDouble;

/** A loss times a number: factor loss(y, z). Has the name of the loss it multiplies. */
record Multiple(Loss loss, double factor) implements Loss {
    Multiple {
        if (!(factor > 0 && factor < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("factor must be a finite number > 0, got " + factor);
        }
    }

    @Override
    public String name() {
        return loss.name();
    }

    @Override
    public double value(double y, double z) {
        return factor * loss.value(y, z);
    }

    @Override
    public double slope(double y, double z) {
        return factor * loss.slope(y, z);
    }

    @Override
    public double conjugate(double y, double u) {
        return factor * loss.conjugate(y, u / factor);
    }

    @Override
    public double curvature() {
        return factor * loss.curvature();
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
        return loss.prediction(z);
    }

    @Override
    public double score(double prediction) {
        return loss.score(prediction);
    }

    @Override
    public boolean differentiable() {
        return loss.differentiable();
    }

    @Override
    public String measure() {
        return loss.measure();
    }

    @Override
    public double pull() {
        return factor * loss.pull();
    }

    @Override
    public double prox(double y, double v, double tau) {
        return loss.prox(y, v, factor * tau);
    }

    @Override
    public double nearestDual(double y, double u) {
        return factor * loss.nearestDual(y, u / factor);
    }

    @Override
    public double lowestDual(double y) {
        return factor * loss.lowestDual(y);
    }

    @Override
    public double highestDual(double y) {
        return factor * loss.highestDual(y);
    }

    @Override
    public boolean wedge() {
        return loss.wedge();
    }

    @Override
    public double bend(double y, double z) {
        return factor * loss.bend(y, z);
    }

    @Override
    public double majorant(double y, double z) {
        return factor * loss.majorant(y, z);
    }

    /** factor loss*(y, -s / (c factor)) is the conjugate at cost c factor. */
    @Override
    public double dualStep(double y, double c, double s0, double z, double q) {
        return loss.dualStep(y, c * factor, s0, z, q);
    }

    @Override
    public double kink(double y, double u) {
        return loss.kink(y, u / factor);
    }

    @Override
    public double rest(double y, double c, double s, double z) {
        return loss.rest(y, c * factor, s, z);
    }

    @Override
    public double magnitude(double y, double u, double conjugate) {
        return 1 + factor * loss.magnitude(y, u / factor, conjugate / factor);
    }

    @Override
    public OptionalDouble probability(double z) {
        return loss.probability(z);
    }
}
