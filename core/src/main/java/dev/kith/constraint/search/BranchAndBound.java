package dev.kith.constraint.search;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.UnaryOperator;

/**
 * min over c in C of sum_t f_t(c_t), with a lower bound: boxes are halved until none can hold a point that is better by more
 * than the tolerance, or the work is used up.
 *
 * <p>The bound of a box is the Lagrangian dual of the terms' lower bounds under the slabs that hold C there,
 *
 * <pre>  max over nu of  sum_t min over c_t of (f_t(c_t) + sum_k nu_k (g_kt c_t + b_kt c_t^2)) - sum_k max(nu_k low_k, nu_k high_k)  </pre>
 *
 * whose minimisers, moved onto C, are candidates for the minimum.
 */
public final class BranchAndBound {
    /*
     * Linear and quadratic slabs leave a gap that shrinks with the square of a box's size, so the boxes around a smooth
     * minimum do not multiply as its value is approached. Where the terms are convex and C is a plane, a simplex or a sphere
     * the first bound is exact (for the sphere by the hidden convexity of trust regions with diagonal Hessians).
     */
    private static final int MOST_BOXES = 1500;
    private static final int HALVINGS = 50;
    private static final int SWEEPS = 3;

    /**
     * The minimum found.
     *
     * @param gap how much less a value on C could at most be
     * @param allowed up to which gap the minimum is proven
     */
    @SuppressWarnings("ArrayRecordComponent") // on its way to the caller, never compared
    public record Found(double[] point, double value, double gap, double allowed) {}

    /** Moves points onto C. */
    public interface Landing {
        /**
         * A point of C near another.
         *
         * @param free the coordinate to move rather than all others; -1: all alike
         */
        double[] onto(double[] point, int free);
    }

    private final Terms terms;
    private final Slabs.Enclosure set;
    private final Landing onto;
    private final UnaryOperator<double[]> polish;
    private final Slabs slabs;
    private final double[] least = new double[2];
    private final PriorityQueue<Box> open = new PriorityQueue<>(Comparator.comparingDouble(box -> box.bound));
    private double[] best;
    private double value;
    private double scale;
    private final double[] width;

    /**
     * @param slabs buffers of the right size for {@code set}
     * @param onto how points are moved onto C
     * @param polish improves a point of C
     * @param start a point of C
     */
    public BranchAndBound(
            Terms terms,
            Slabs.Enclosure set,
            Slabs slabs,
            Landing onto,
            UnaryOperator<double[]> polish,
            double[] start) {
        this.terms = terms;
        this.set = set;
        this.slabs = slabs;
        this.onto = onto;
        this.polish = polish;
        best = start;
        value = total(start);
        width = new double[start.length];
    }

    /** A box, the bounds of the terms on it, and what their dual says. */
    private static final class Box {
        private final double[] lower;
        private final double[] upper;
        private final Segments[] segments;
        private double bound;
        private double[] where;

        Box(double[] lower, double[] upper, Segments[] segments, double bound) {
            this.lower = lower;
            this.upper = upper;
            this.segments = segments;
            this.bound = bound;
            where = lower;
        }
    }

    /**
     * Searches until no point can be better by more than {@code tolerance} times the range of the terms between their
     * corners, or what C costs, whichever is greater.
     */
    public Found minimize(double tolerance) {
        Box root = root();
        double allowed = tolerance * scale;
        assess(root, allowed);
        for (int boxes = 0; boxes < MOST_BOXES && !open.isEmpty(); boxes++) {
            if (open.element().bound >= value - allowed) {
                break;
            }
            split(open.remove(), allowed);
        }
        double bound = open.isEmpty() ? value - allowed : Math.min(value, open.element().bound);
        return new Found(best, value, Math.max(0, value - bound), allowed * (1 + 1e-9));
    }

    /** All points at which the terms together may be less than at the best one. */
    private Box root() {
        int n = best.length;
        double[] lows = new double[n];
        double sum = 0;
        for (int t = 0; t < n; t++) {
            double[] corners = terms.corners(t);
            Segments segments = Segments.of(terms, t, corners[0], corners[corners.length - 1]);
            segments.leastInto(least, 0, 0);
            lows[t] = least[0];
            sum += least[0];
            scale += segments.most() - least[0];
        }
        scale = Math.max(scale, value - sum);
        double[] lower = new double[n];
        double[] upper = new double[n];
        for (int t = 0; t < n; t++) {
            double most = value - (sum - lows[t]);
            double[] corners = terms.corners(t);
            double first = corners[0];
            double last = corners[corners.length - 1];
            double step = Math.max(last - first, 1e-3 * (1 + Math.abs(first)));
            lower[t] = reach(t, first, -step, most);
            upper[t] = reach(t, last, step, most);
        }
        return new Box(lower, upper, new Segments[n], Double.NEGATIVE_INFINITY);
    }

    private double reach(int t, double from, double step, double most) {
        double far = step / 64;
        while (terms.value(t, from + far) <= most && Math.abs(far) < 1e150) {
            far *= 2;
        }
        return from + far;
    }

    /** Shrinks and bounds a box, tries the point its bound suggests, and keeps it unless it can be left out. */
    private void assess(Box box, double allowed) {
        System.arraycopy(box.lower, 0, slabs.lower, 0, box.lower.length);
        System.arraycopy(box.upper, 0, slabs.upper, 0, box.upper.length);
        if (!set.encloseInto(slabs) || !slabs.shrink()) {
            return;
        }
        for (int t = 0; t < box.lower.length; t++) {
            double narrower = (box.upper[t] - box.lower[t]) * (1 - 1e-6);
            if (box.segments[t] == null || slabs.upper[t] - slabs.lower[t] < narrower) {
                box.lower[t] = slabs.lower[t];
                box.upper[t] = slabs.upper[t];
                box.segments[t] = Segments.of(terms, t, box.lower[t], box.upper[t]);
            }
            width[t] = Math.max(width[t], box.upper[t] - box.lower[t]);
        }
        bound(box);
        if (box.bound < value - allowed) {
            // minima at kinks have all coordinates on kinks but as many as there are equations
            for (int free = -1; free < box.where.length; free++) {
                attempt(onto.onto(box.where, free), allowed);
            }
            if (box.bound < value - allowed) {
                open.add(box);
            }
        }
    }

    private void attempt(double[] candidate, double allowed) {
        double reached = total(candidate);
        boolean worth = reached < value - 10 * allowed;
        keep(candidate, reached);
        if (worth) {
            double[] polished = polish.apply(candidate);
            keep(polished, total(polished));
        }
    }

    private void keep(double[] candidate, double reached) {
        if (reached < value) {
            best = candidate;
            value = reached;
        }
    }

    private double total(double[] c) {
        double sum = 0;
        for (int t = 0; t < c.length; t++) {
            sum += terms.value(t, c[t]);
        }
        return sum;
    }

    /** Coordinate ascent in the multipliers; every value of the dual is a bound, the greatest is kept. */
    private void bound(Box box) {
        double[] nu = new double[slabs.low.length];
        double[] where = new double[box.lower.length];
        double reached = dual(box, nu, where);
        box.where = where.clone();
        for (int sweep = 0; sweep < (nu.length == 1 ? 1 : SWEEPS); sweep++) {
            for (int k = 0; k < nu.length; k++) {
                reached = ascend(box, nu, k, where, reached);
            }
        }
        box.bound = Math.max(box.bound, reached);
    }

    /** Finds where the dual stops rising in multiplier k, by doubling and halving. */
    private double ascend(Box box, double[] nu, int k, double[] where, double start) {
        double kept = nu[k];
        double reached = start;
        dual(box, nu, where);
        double rise = rise(k, nu[k], where);
        if (rise == 0) {
            return reached;
        }
        double step = Math.signum(rise) * Math.max(1e-9, Math.abs(steepness(box, k)));
        double near = kept;
        double far = kept + step;
        boolean passed = false;
        for (int i = 0; i < HALVINGS; i++) {
            nu[k] = passed ? near / 2 + far / 2 : far;
            double found = dual(box, nu, where);
            if (found > reached) {
                reached = found;
                kept = nu[k];
                box.where = where.clone();
            }
            boolean beyond = rise(k, nu[k], where) * rise <= 0;
            if (passed) {
                near = beyond ? near : nu[k];
                far = beyond ? nu[k] : far;
            } else if (beyond) {
                passed = true;
            } else {
                near = far;
                far += step;
                step *= 2;
            }
        }
        nu[k] = kept;
        return reached;
    }

    /** About how large a multiplier of slab k is: the slope of the terms over the slab's own. */
    private double steepness(Box box, int k) {
        double most = 0;
        for (int t = 0; t < box.lower.length; t++) {
            double width = box.upper[t] - box.lower[t];
            double own = Math.abs(slabs.normal[k][t])
                    + Math.abs(slabs.bend[k][t]) * Math.max(Math.abs(box.lower[t]), Math.abs(box.upper[t]));
            if (width > 0 && own > 0) {
                double rise = Math.abs(box.segments[t].at(box.upper[t]) - box.segments[t].at(box.lower[t]));
                most = Math.max(most, rise / width / own);
            }
        }
        return most;
    }

    /** How the dual changes with multiplier k; 0 where it is 0 and the minimisers lie inside the slab. */
    private double rise(int k, double nu, double[] where) {
        double sum = 0;
        for (int t = 0; t < where.length; t++) {
            sum += where[t] * (slabs.normal[k][t] + slabs.bend[k][t] * where[t]);
        }
        boolean above = nu > 0 || (nu == 0 && sum > slabs.high[k]);
        boolean below = nu < 0 || (nu == 0 && sum < slabs.low[k]);
        return above ? sum - slabs.high[k] : below ? sum - slabs.low[k] : 0;
    }

    private double dual(Box box, double[] nu, double[] where) {
        double sum = 0;
        for (int k = 0; k < nu.length; k++) {
            sum -= nu[k] == 0 ? 0 : nu[k] > 0 ? nu[k] * slabs.high[k] : nu[k] * slabs.low[k];
        }
        for (int t = 0; t < where.length; t++) {
            double slope = 0;
            double bend = 0;
            for (int k = 0; k < nu.length; k++) {
                slope += nu[k] * slabs.normal[k][t];
                bend += nu[k] * slabs.bend[k][t];
            }
            box.segments[t].leastInto(least, slope, bend);
            sum += least[0];
            where[t] = least[1];
        }
        return Double.isNaN(sum) ? Double.NEGATIVE_INFINITY : sum;
    }

    /** Halves a box where a term is farthest above its bound, or else along its widest side. */
    private void split(Box box, double allowed) {
        int t = 0;
        double most = 0;
        for (int s = 0; s < box.lower.length; s++) {
            double c = box.where[s];
            double off = terms.value(s, c) - box.segments[s].at(c);
            t = off > most ? s : t;
            most = Math.max(most, off);
        }
        if (most < (value - box.bound) / (2 * box.lower.length)) {
            double widest = -1;
            for (int s = 0; s < box.lower.length; s++) {
                double share = width[s] > 0 ? (box.upper[s] - box.lower[s]) / width[s] : 0;
                t = share > widest ? s : t;
                widest = Math.max(widest, share);
            }
        }
        double low = box.lower[t];
        double high = box.upper[t];
        double cut = Math.max(low + (high - low) / 5, Math.min(high - (high - low) / 5, box.where[t]));
        assess(part(box, t, low, cut), allowed);
        assess(part(box, t, cut, high), allowed);
    }

    private Box part(Box box, int t, double from, double to) {
        double[] lower = box.lower.clone();
        double[] upper = box.upper.clone();
        lower[t] = from;
        upper[t] = to;
        Segments[] segments = Arrays.copyOf(box.segments, box.segments.length);
        segments[t] = Segments.of(terms, t, from, to);
        return new Box(lower, upper, segments, box.bound);
    }
}
