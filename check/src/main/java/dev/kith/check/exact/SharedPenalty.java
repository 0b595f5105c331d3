package dev.kith.check.exact;

/**
 * R(V) + lambda ||w_0||^2: the unknowns of R first, then those of w_0.
 *
 * @param from where w_0 begins
 * @param held unknowns of R that are to be zero
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SharedPenalty(Penalty own, Dd lambda, int from, int dim, int[] held) implements Penalty {
    /** What unknowns that are to be zero cost: whatever is gained by one is out of reach of 32 digits. */
    private static final Dd FORBIDDEN = Dd.of(1e60);

    private Dd shared(DdMatrix u) {
        Dd sum = Dd.ZERO;
        for (int j = 0; j < dim; j++) {
            sum = sum.plus(u.get(from + j, 0).square());
        }
        sum = sum.times(lambda);
        for (int i : held) {
            sum = sum.plus(u.get(i, 0).square().times(FORBIDDEN));
        }
        return sum;
    }

    @Override
    public Dd exact(DdMatrix u) {
        return own.exact(u).plus(shared(u));
    }

    @Override
    public void settle(DdMatrix u, double delta) {
        own.settle(u, delta);
    }

    @Override
    public Dd smooth(DdMatrix u, double delta) {
        return own.smooth(u, delta).plus(shared(u));
    }

    @Override
    public void above(DdMatrix m) {
        own.above(m);
        for (int j = 0; j < dim; j++) {
            m.add(from + j, from + j, lambda.times(2));
        }
        for (int i : held) {
            m.add(i, i, FORBIDDEN.times(2));
        }
    }
}
