package dev.kith.convex.proof;

import dev.kith.convex.solver.Regularizer;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;
import dev.kith.loss.Loss;

/**
 * The dual of the convex problem from below: for any multipliers theta, one per observation,
 *
 * <pre>  D(theta) = -sum_o w_o loss*(y_o, -theta_o / w_o) - sup_A { tr(A N)/(4 lambda) - F(A) },   N = Theta'K Theta  </pre>
 *
 * is no more than any objective, if each theta_o / w_o is in the domain of its conjugate and, with intercepts, theta sums to
 * zero in each task. Both are seen to here, in real numbers but for an error that is counted.
 */
public record DualValue(ProofData data, Expansion phi, Bounds bounds) {
    private static final double UNITS = Proof.UNITS;
    /** The unit of the rounding that conjugates admit, and how many of them multiplying with a weight may cost. */
    private static final double CONJUGATE = 0x1p-48;

    private static final double ROUNDINGS = 4;
    /** What twofold multipliers may miss a sum of zero by, relative to their absolute sum, once per observation. */
    private static final double UNBALANCED = 0x1p-98;

    /** The value at theta = 0, which is always feasible. */
    public double atZero() {
        double conjugate = 0;
        double absolute = 0;
        for (int o = 0; o < data.size(); o++) {
            Loss loss = data.loss(o);
            double value = data.weight(o) * loss.conjugate(data.label(o), loss.nearestDual(data.label(o), 0));
            conjugate += value;
            absolute += Math.abs(value);
        }
        double sup = bounds.dualAbove(Matrix.zeros(data.groups(), 1), 0).sup();
        return -conjugate - sup - (data.size() + 8) * UNITS * absolute;
    }

    /** No more than the dual value at a multiple of the multipliers nearest to {@code theta} that are feasible. */
    public double below(double[] theta) {
        Multipliers feasible = feasible(theta);
        Matrix hi = Matrix.zeros(feasible.groups(), phi.width());
        Matrix lo = Matrix.zeros(feasible.groups(), phi.width());
        phi.gatherInto(hi, lo, data, feasible);
        double absolute = feasible.absolute();
        double off = TwofoldSum.error(theta.length, absolute * phi.largest()) + absolute * phi.error();
        Factor factor = phi.dual(feasible, hi, lo, off);
        double unbalanced = data.intercept ? (theta.length + 4) * UNBALANCED * absolute : 0;
        double[] lengths = lengths(feasible);
        CollapseError collapse = data.collapse();
        double collapsed = collapse == null ? 0 : collapse.features(lengths, data.pooled) / 2;
        double error = factor.error() / 2 + unbalanced * phi.reach() + collapsed;
        if (!(error < Double.POSITIVE_INFINITY)) {
            return Double.NEGATIVE_INFINITY;
        }
        Conjugates conjugates = conjugates(feasible, unbalanced, collapsedLabels(lengths));
        Matrix half = factor.values().scale(0.5);
        Regularizer.DualTerm term = bounds.dualAbove(half, error);
        double value = conjugates.below(term.c()) - term.sup();
        // Along the ray of multiples the dual is close to linear - quadratic: where its top is elsewhere, look there.
        double top = conjugates.linear / (2 * (conjugates.quadratic + term.sup()));
        if (conjugates.squaredOnly && top > 0 && top < Double.POSITIVE_INFINITY) {
            Regularizer.DualTerm there = bounds.dualAbove(half.scale(top), error * top * (1 + UNITS));
            value = Math.max(value, conjugates.below(there.c() * top * (1 - UNITS)) - there.sup());
        }
        return value;
    }

    /** Multipliers in the domain of the conjugates that sum to zero in each group where there are intercepts. */
    private Multipliers feasible(double[] theta) {
        double[] hi = theta.clone();
        int[] group = new int[hi.length];
        java.util.Arrays.setAll(group, data::group);
        for (int o = 0; o < hi.length; o++) {
            Loss loss = data.loss(o);
            double w = data.weight(o);
            hi[o] = !(w > 0) ? 0 : loss.quadratic() ? hi[o] : -w * loss.nearestDual(data.label(o), -hi[o] / w);
        }
        Multipliers made = new Multipliers(hi, new double[hi.length], group, data.seen.row, data.groups());
        if (!data.intercept) {
            return made;
        }
        for (int g = 0; g < made.groups(); g++) {
            int from = data.start(g);
            int to = data.end(g);
            if (from < to && data.loss(from).quadratic()) {
                centre(made, from, to);
            } else {
                balance(made, from, to);
            }
        }
        return made;
    }

    /** Subtracts the mean, by weight. */
    private void centre(Multipliers made, int from, int to) {
        TwofoldSum total = new TwofoldSum();
        TwofoldSum weight = new TwofoldSum();
        for (int o = from; o < to; o++) {
            total.add(made.hi()[o]);
            weight.add(data.weight(o));
        }
        if (weight.value().hi() > 0) {
            Twofold mean = total.value().dividedBy(weight.value());
            for (int o = from; o < to; o++) {
                set(made, o, Twofold.of(made.hi()[o]).minus(mean.times(data.weight(o))));
            }
        }
    }

    /** Scales the heavier sign down, which keeps every multiplier in its range. */
    private static void balance(Multipliers made, int from, int to) {
        TwofoldSum up = new TwofoldSum();
        TwofoldSum down = new TwofoldSum();
        for (int o = from; o < to; o++) {
            (made.hi()[o] > 0 ? up : down).add(Math.abs(made.hi()[o]));
        }
        boolean more = up.value().minus(down.value()).hi() > 0;
        TwofoldSum heavy = more ? up : down;
        if (!(heavy.value().hi() > 0)) {
            return;
        }
        Twofold share = (more ? down : up).value().dividedBy(heavy.value());
        for (int o = from; o < to; o++) {
            if (made.hi()[o] > 0 == more) {
                set(made, o, share.times(made.hi()[o]));
            }
        }
    }

    private static void set(Multipliers made, int o, Twofold value) {
        made.hi()[o] = value.hi();
        made.lo()[o] = value.lo();
    }

    /**
     * -sum w loss*(y, -c theta / w) for multiples c of a dual point: c linear - c^2 quadratic for squared losses.
     *
     * @param off bounds the error of both sums
     */
    private record Conjugates(
            DualValue value, Multipliers theta, boolean squaredOnly, double linear, double quadratic, double off) {
        /** No more than the value at c in [0, 1], or any c where all losses are squared. */
        double below(double c) {
            double squares = c * linear - c * c * quadratic;
            double size = Math.abs(c * linear) + c * c * quadratic;
            double rest = squaredOnly ? 0 : value.others(theta, c);
            return squares - rest - c * (1 + c) * off - 8 * UNITS * size;
        }
    }

    /** The root of the sum of theta^2 / w of each task. */
    private double[] lengths(Multipliers theta) {
        double[] squares = new double[data.seen.tasks];
        for (int o = 0; o < theta.hi().length; o++) {
            if (theta.hi()[o] != 0) {
                squares[data.task[o]] += theta.hi()[o] * theta.hi()[o] / data.weight(o);
            }
        }
        java.util.Arrays.setAll(squares, t -> Math.sqrt(squares[t]));
        return squares;
    }

    private double collapsedLabels(double[] lengths) {
        CollapseError collapse = data.collapse();
        double sum = 0;
        for (int t = 0; t < lengths.length && collapse != null; t++) {
            sum += collapse.labels(t, lengths[t], data.labelScale[t]);
        }
        return sum;
    }

    private Conjugates conjugates(Multipliers theta, double unbalanced, double collapsed) {
        TwofoldSum linear = new TwofoldSum();
        TwofoldSum quadratic = new TwofoldSum();
        boolean squaredOnly = true;
        double farthest = 0;
        for (int o = 0; o < theta.hi().length; o++) {
            if (!data.loss(o).quadratic()) {
                squaredOnly = false;
            } else if (theta.hi()[o] != 0) {
                Twofold y =
                        Twofold.sum(data.seen.y[o], -data.centre[data.task[o]]).dividedBy(data.scale(o));
                farthest = Math.max(farthest, Math.abs(y.hi()));
                linear.add(theta.at(o).times(y));
                quadratic.add(theta.at(o).times(theta.at(o)).dividedBy(4 * data.weight(o)));
            }
        }
        double off = linear.error()
                + quadratic.error()
                + unbalanced * farthest
                + collapsed
                + UNITS * quadratic.value().hi();
        return new Conjugates(
                this, theta, squaredOnly, linear.value().hi(), quadratic.value().hi(), off);
    }

    /** No less than sum w loss*(y, -c theta / w) over losses that are not squared. */
    private double others(Multipliers theta, double c) {
        double sum = 0;
        double off = 0;
        for (int o = 0; o < theta.hi().length; o++) {
            Loss loss = data.loss(o);
            if (!loss.quadratic() && data.weight(o) > 0) {
                double y = data.label(o);
                double u = loss.nearestDual(y, -c * theta.hi()[o] / data.weight(o));
                Loss.Rounded conjugate = loss.roundedConjugate(y, u);
                sum += data.weight(o) * conjugate.value();
                off += data.weight(o) * (conjugate.units() + ROUNDINGS * Math.abs(conjugate.value()));
            }
        }
        return sum + CONJUGATE * off + (theta.hi().length + 8) * UNITS * Math.abs(sum);
    }
}
