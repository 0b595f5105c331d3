package dev.kith.model.decoder;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.Projection;

/**
 * argmin over c of sum_t cost(t, c_t) with c on a set C, within a distance of C, or paying for its distance to C.
 *
 * <p>Perturbed adds abar / mu dist(c, C)^2 with abar = mean_t a_t: a minimum over C of the softened cost. Robust, ||c - C||
 * &lt;= delta, is the perturbed minimum whose distance is delta. With squares of equal weights (wide data), f0 the projection
 * of p and r = p - f0, they are f0 + r mu / (1 + mu) and f0 + r min(1, delta / ||r||).
 *
 * @param proven whether nothing that is allowed is better
 */
@SuppressWarnings("ArrayRecordComponent") // on its way into an output, never compared
record RelaxedMinimum(double[] point, boolean proven) {
    /*
     * The paper [1] prints f0 + r mu / (1 + mu) for wide data (eq. 17) and, in its appendix, abar = sum_t a_t for long
     * data. The two disagree by a factor T in mu on the same observations. The mean makes them one rule: the same data,
     * written long or wide, give the same predictions.
     *
     * Robust: for any pull nu >= 0, min over C of the cost softened by nu, less nu delta^2, is no more than the robust
     * minimum. It is as much where the way from C to the minimum has length delta; that nu is found by bisection. On sets
     * that are not convex the length may jump past delta: then the better side is taken, its way cut to delta, and the
     * bound of the softened problem says what may be missing.
     *
     * [1] Ciliberto, Rudi, Rosasco, Pontil: Consistent multitask learning with nonlinear output relations. NIPS 2017, 3.3.
     */

    private static final int MAX_STEPS = 60;
    /** How exactly the way to a robust minimum has its length. */
    private static final double LENGTH = 1e-8;
    /** What may be left between a robust minimum and its bound, relative to what the relation costs. */
    private static final double TOLERANCE = 1e-6;

    static RelaxedMinimum of(ConstraintSet set, Cost cost, Relaxation relaxation) {
        return switch (relaxation.kind()) {
            case NONE -> of(cost.over(set));
            case ROBUST -> new RobustSearch(set, cost, relaxation.size()).run();
            case PERTURBED -> perturbed(set, cost, mean(cost.weights()) / relaxation.size());
        };
    }

    private static RelaxedMinimum of(Projection found) {
        return new RelaxedMinimum(found.point(), found.proven());
    }

    private static RelaxedMinimum perturbed(ConstraintSet set, Cost cost, double pull) {
        Projection onSet = cost.softened(pull).over(set);
        return new RelaxedMinimum(cost.behind(onSet.point(), pull), onSet.proven());
    }

    private static double mean(double[] a) {
        double sum = 0;
        for (double each : a) {
            sum += each / a.length;
        }
        return sum;
    }

    /** The bisection for one input. */
    private static final class RobustSearch {
        private final ConstraintSet set;
        private final Cost cost;
        private final double delta;
        private double[] foot;
        private double[] best = new double[0];
        private double least = Double.POSITIVE_INFINITY;
        private double bound = Double.NEGATIVE_INFINITY;
        private double gap;

        RobustSearch(ConstraintSet set, Cost cost, double delta) {
            this.set = set;
            this.cost = cost;
            this.delta = delta;
            foot = cost.start();
        }

        RelaxedMinimum run() {
            double usual = mean(cost.weights());
            double[] free = cost.behind(cost.start(), 0);
            if (set.distance(free) <= delta) {
                return new RelaxedMinimum(free, true);
            }
            double low = 0;
            double high = Double.POSITIVE_INFINITY;
            double pull = usual;
            for (int i = 0; i < MAX_STEPS; i++) {
                foot = cost.softened(pull).near(set, foot);
                double length = attempt(pull);
                if (Math.abs(length - delta) <= LENGTH * delta || !(low < high * (1 - 1e-13))) {
                    break;
                }
                if (length > delta) {
                    low = pull;
                } else {
                    high = pull;
                }
                pull = high == Double.POSITIVE_INFINITY ? 4 * pull : low == 0 ? pull / 4 : Math.sqrt(low * high);
            }
            bound(pull);
            double cheapest = total(free);
            return new RelaxedMinimum(best, least - bound <= allowed(cheapest, usual));
        }

        /** Keeps what is best within the distance of the foot, and returns how far the cost would go from it. */
        private double attempt(double pull) {
            double[] c = cost.behind(foot, pull);
            double length = Decoders.distance(c, foot);
            for (int t = 0; t < c.length && length > delta; t++) {
                c[t] = foot[t] + (c[t] - foot[t]) * (delta / length);
            }
            double reached = total(c);
            if (reached < least) {
                least = reached;
                best = c;
            }
            return length;
        }

        /** The bound of a pull, where its minimum can be proven; another foot than the one known may come of it. */
        private void bound(double pull) {
            Minimisable soft = cost.softened(pull);
            Projection proven = soft.over(set);
            foot = proven.point();
            attempt(pull);
            gap = 2 * proven.gap();
            double sum = -pull * delta * delta - proven.gap();
            for (int t = 0; t < foot.length; t++) {
                sum += soft.value(t, foot[t]);
            }
            bound = proven.proven() ? sum : bound;
        }

        /** Twice what the search for the bound leaves open, and as much of what the relation costs. */
        private double allowed(double cheapest, double usual) {
            return gap + TOLERANCE * Math.max(least - cheapest, 1e-6 * usual);
        }

        private double total(double[] c) {
            double sum = 0;
            for (int t = 0; t < c.length; t++) {
                sum += cost.value(t, c[t]);
            }
            return sum;
        }
    }
}
