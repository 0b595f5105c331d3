package dev.kith.check.exact;

import java.util.Optional;

/**
 * Looks for unknowns u with a smaller objective P(u) = losses + penalty, from any start. Newton steps on losses and penalty made
 * smooth (mu, delta), the penalty's structure settled before each; smoothing shrinks until it no longer matters. Every point
 * visited is judged by the exact P: whatever goes wrong here only makes the search weaker, never its answer false.
 */
public final class Search {
    private static final double SHRINK = 0.2;
    private static final int STAGES = 40;
    private static final int STEPS = 10;
    private static final int LONGEST = 16;

    private final Design design;
    private final Penalty penalty;
    private final double scale;
    private final double enough;
    private Dd best;
    private Dd[] zBest = {};

    /**
     * @param scale the size of weights, where smoothing of the penalty starts
     * @param enough improvements smaller than this need not be found
     */
    public Search(Design design, Penalty penalty, double scale, double enough) {
        this.design = design;
        this.penalty = penalty;
        this.scale = scale > 0 && scale < 1e300 ? scale : 1;
        this.enough = enough;
        best = Dd.of(Double.POSITIVE_INFINITY);
    }

    /** P(u). */
    Dd exact(DdMatrix u) {
        return design.exact(design.predict(u)).plus(penalty.exact(u));
    }

    /** The smallest objective seen. */
    Dd best() {
        return best;
    }

    private void judge(DdMatrix u, Dd[] z) {
        Dd p = design.exact(z).plus(penalty.exact(u));
        if (p.isFinite() && p.compareTo(best) < 0) {
            best = p;
            zBest = z;
        }
    }

    /** Descends from u; the smallest objective so far. */
    public Dd from(DdMatrix start) {
        DdMatrix u = start;
        double smoothing = 0.3;
        for (int stage = 0; stage < STAGES; stage++) {
            u = stage(u, smoothing, scale * smoothing);
            Dd[] z = design.predict(u);
            Dd bias = design.smooth(z, smoothing)
                    .minus(design.exact(z))
                    .plus(penalty.smooth(u, scale * smoothing).minus(penalty.exact(u)));
            if (!(Math.abs(bias.hi()) > enough)) {
                break;
            }
            smoothing *= SHRINK;
        }
        return best;
    }

    private DdMatrix stage(DdMatrix start, double mu, double delta) {
        DdMatrix u = start;
        Dd[] z = design.predict(u);
        penalty.settle(u, delta);
        Dd value = design.smooth(z, mu).plus(penalty.smooth(u, delta));
        judge(u, z);
        for (int k = 0; k < STEPS; k++) {
            Optional<DdMatrix> step = newton(u, z, mu);
            if (step.isEmpty()) {
                break;
            }
            Point next = along(u, z, step.get(), value, mu, delta);
            boolean done = !(value.minus(next.value).hi() > 0.01 * enough);
            if (next.value.compareTo(value) < 0) {
                u = next.u;
                z = next.z;
                penalty.settle(u, delta);
                value = design.smooth(z, mu).plus(penalty.smooth(u, delta));
                judge(u, z);
            }
            if (done) {
                break;
            }
        }
        return u;
    }

    private Optional<DdMatrix> newton(DdMatrix u, Dd[] z, double mu) {
        DdMatrix hessian = new DdMatrix(u.rows, u.rows);
        penalty.above(hessian);
        DdMatrix gradient = hessian.times(u);
        design.differentiate(z, mu, hessian, gradient);
        DdMatrix down = new DdMatrix(u.rows, 1).plus(Dd.of(-1), gradient);
        for (int i = 0; i < u.rows; i++) {
            if (hessian.get(i, i).hi() == 0) {
                hessian.set(i, i, Dd.ONE); // nothing depends on it: the intercept of a task without rows
            }
        }
        if (!hessian.isFinite() || !gradient.isFinite()) {
            return Optional.empty();
        }
        return Factor.ridged(hessian).map(f -> f.solve(down)).filter(DdMatrix::isFinite);
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Point(DdMatrix u, Dd[] z, Dd value) {}

    /** The best of steps of lengths 1, 2, 4, ... or 1, 1/2, 1/4, ... */
    private Point along(DdMatrix u, Dd[] z, DdMatrix step, Dd value, double mu, double delta) {
        Dd[] dz = design.predict(step);
        Point best = new Point(u, z, value);
        double length = 1;
        Point next = point(u, z, step, dz, length, mu, delta);
        if (next.value.compareTo(value) < 0) {
            while (next.value.compareTo(best.value) < 0 && length <= LONGEST) {
                best = next;
                length *= 2;
                next = point(u, z, step, dz, length, mu, delta);
            }
            return best;
        }
        for (int k = 0; k < 40 && !(next.value.compareTo(value) < 0); k++) {
            length /= 2;
            next = point(u, z, step, dz, length, mu, delta);
        }
        return next.value.compareTo(value) < 0 ? next : best;
    }

    private Point point(DdMatrix u, Dd[] z, DdMatrix step, Dd[] dz, double length, double mu, double delta) {
        DdMatrix moved = u.plus(Dd.of(length), step);
        Dd[] zMoved = new Dd[z.length];
        for (int o = 0; o < z.length; o++) {
            zMoved[o] = z[o].plus(dz[o].times(length));
        }
        return new Point(moved, zMoved, design.smooth(zMoved, mu).plus(penalty.smooth(moved, delta)));
    }

    /** Predictions of the best point. */
    Dd[] zBest() {
        return zBest;
    }
}
