package dev.kith.ascent;

import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;

/**
 * The dual variables of one task after another, moved to where the dual is finite: inside the bounds of their rows, and
 * with intercepts to a sum of zero, in twice the precision. Nothing is stored but two factors per task.
 */
public final class FeasibleDuals {
    /** Bounds are kept by this much of them, more than the rounding of a cost. */
    private static final double EDGE = 0x1p-48;

    /** What twofold numbers may miss a sum of zero by, relative to their absolute sum, once per row. */
    private static final double UNBALANCED = 0x1p-98;

    private final Duals duals;
    private Twofold mean = Twofold.ZERO;
    private Twofold share = Twofold.ONE;
    private boolean positive;
    private double missing;

    public FeasibleDuals(Duals duals) {
        this.duals = duals;
    }

    /** Goes to task t, whose variables must not be changed but in the order of their rows, each after it was asked for. */
    public void enter(int t) {
        mean = Twofold.ZERO;
        share = Twofold.ONE;
        missing = 0;
        int from = duals.taskStart[t];
        int to = duals.taskStart[t + 1];
        if (!duals.intercepts || from == to) {
            return;
        }
        double absolute = duals.loss.quadratic() ? centre(from, to) : balance(from, to);
        missing = (to - from + 4.0) * UNBALANCED * absolute;
    }

    /** Subtracts the mean, by cost. */
    private double centre(int from, int to) {
        TwofoldSum total = new TwofoldSum();
        TwofoldSum cost = new TwofoldSum();
        for (int i = from; i < to; i++) {
            total.add(duals.s[i]);
            cost.add(duals.c[i]);
        }
        mean = total.value().dividedBy(cost.value());
        return total.absolute() + Math.abs(mean.hi()) * cost.absolute();
    }

    /** Scales the heavier sign down, which leaves no bound. */
    private double balance(int from, int to) {
        TwofoldSum up = new TwofoldSum();
        TwofoldSum down = new TwofoldSum();
        for (int i = from; i < to; i++) {
            double s = inside(i);
            (s > 0 ? up : down).add(Math.abs(s));
        }
        positive = up.value().minus(down.value()).hi() > 0;
        TwofoldSum heavy = positive ? up : down;
        TwofoldSum light = positive ? down : up;
        share = heavy.value().hi() > 0 ? light.value().dividedBy(heavy.value()) : Twofold.ONE;
        return heavy.absolute();
    }

    private double inside(int i) {
        double y = duals.y[i];
        double c = duals.c[i];
        double bound = c * (1 - EDGE);
        double s = -c * duals.loss.nearestDual(y, -duals.s[i] / c);
        return Math.max(-bound * duals.loss.highestDual(y), Math.min(-bound * duals.loss.lowestDual(y), s));
    }

    /** Row i of the task. */
    public Twofold at(int i) {
        if (duals.loss.quadratic()) {
            Twofold s = Twofold.of(duals.s[i]);
            return duals.intercepts ? s.minus(mean.times(duals.c[i])) : s;
        }
        double s = inside(i);
        return duals.intercepts && s > 0 == positive ? share.times(s) : Twofold.of(s);
    }

    /** How far from zero the sum of the task may be, where it has to be zero. */
    public double missing() {
        return missing;
    }
}
