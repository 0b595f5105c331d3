package dev.kith.check.exact;

/** R(W) = lambda tr(P W'W), P = A^-1 known. */
public record KnownPenalty(DdMatrix precision, Dd lambda, int dim) implements Penalty {
    @Override
    public Dd exact(DdMatrix u) {
        return lambda.times(
                precision.dot(Penalty.weights(u, dim, precision.rows).gram()));
    }

    @Override
    public void settle(DdMatrix u, double delta) {
        // nothing is learned
    }

    @Override
    public Dd smooth(DdMatrix u, double delta) {
        return exact(u);
    }

    @Override
    public void above(DdMatrix m) {
        Penalty.addTaskSide(m, precision, lambda, dim);
    }
}
