package dev.kith.loss;

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
    public double prox(double y, double v, double tau) {
        return loss.prox(y, v, factor * tau);
    }

    @Override
    public double nearestDual(double y, double u) {
        return factor * loss.nearestDual(y, u / factor);
    }
}
