package dev.kith.check.exact;

import java.util.Arrays;

/** R(W) = absolute sum |w| + square sum w^2 over all weights; l1 and elastic. */
public final class EntryPenalty implements Penalty {
    private final Dd absolute;
    private final Dd square;
    private final Dd[] weight;

    /** For so many weights. */
    public EntryPenalty(Dd absolute, Dd square, int weights) {
        this.absolute = absolute;
        this.square = square;
        weight = new Dd[weights];
        Arrays.fill(weight, Dd.ONE);
    }

    @Override
    public Dd exact(DdMatrix u) {
        return smooth(u, 0);
    }

    private static Dd size(Dd w, double delta) {
        return Dd.of(delta).square().plus(w.square()).sqrt();
    }

    @Override
    public void settle(DdMatrix u, double delta) {
        for (int k = 0; k < weight.length; k++) {
            weight[k] = absolute.over(size(u.get(k, 0), delta)).plus(square.times(2));
        }
    }

    @Override
    public Dd smooth(DdMatrix u, double delta) {
        Dd sum = Dd.ZERO;
        for (int k = 0; k < weight.length; k++) {
            Dd w = u.get(k, 0);
            sum = sum.plus(absolute.times(size(w, delta))).plus(square.times(w.square()));
        }
        return sum;
    }

    @Override
    public void above(DdMatrix m) {
        for (int k = 0; k < weight.length; k++) {
            m.add(k, k, weight[k]);
        }
    }
}
