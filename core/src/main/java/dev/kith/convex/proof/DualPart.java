package dev.kith.convex.proof;

import dev.kith.linalg.Matrix;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;
import dev.kith.loss.Loss;
import org.jspecify.annotations.Nullable;

/**
 * What the observations of some tasks add to the dual at multipliers that are feasible: in the domain of the conjugates, and with a sum
 * of zero in each group where there are intercepts.
 *
 * @param error of their part of Phi'Theta / 2 (root of the sum of squares), but for what does not balance
 * @param unbalanced how far the multipliers' sums may be from zero
 * @param off what the sums of the conjugates may be off by beside rounding
 * @param linear sum of theta y of squared losses
 * @param quadratic sum of theta^2 / (4 w) of squared losses
 * @param kept losses that are not squared, to be asked again at multiples; null where there are none
 */
record DualPart(
        double error,
        double unbalanced,
        double off,
        TwofoldSum linear,
        TwofoldSum quadratic,
        @Nullable Kept kept) {
    /** The unit of the rounding that conjugates admit, and how many of them multiplying with a weight may cost. */
    private static final double CONJUGATE = 0x1p-48;

    private static final double ROUNDINGS = 4;
    /** What twofold multipliers may miss a sum of zero by, relative to their absolute sum, once per observation. */
    private static final double UNBALANCED = 0x1p-98;

    /** Observations and their multipliers. */
    record Kept(ProofData data, Expansion.Multipliers theta) {}

    /** A part, and its rows of Phi'Theta / 2. */
    record Made(DualPart part, Matrix half) {}

    /** At the multipliers nearest to {@code theta} that are feasible. */
    static Made of(ProofData data, Expansion phi, double[] theta) {
        Expansion.Multipliers feasible = feasible(data, theta);
        Matrix hi = Matrix.zeros(feasible.groups(), phi.width());
        Matrix lo = Matrix.zeros(feasible.groups(), phi.width());
        phi.gatherInto(hi, lo, data, feasible);
        double absolute = feasible.absolute();
        double off = TwofoldSum.error(theta.length, absolute * phi.largest()) + absolute * phi.error();
        Factor factor = phi.dual(feasible, hi, lo, off);
        double unbalanced = data.intercept ? (theta.length + 4) * UNBALANCED * absolute : 0;
        CollapseError collapse = data.collapse();
        double[] lengths = collapse == null ? new double[0] : lengths(data, feasible);
        double collapsed = collapse == null ? 0 : collapse.features(lengths, data.pooled) / 2;
        return new Made(
                sums(data, feasible, factor.error() / 2 + collapsed, unbalanced, collapsedLabels(data, lengths)),
                factor.values().scale(0.5));
    }

    private static DualPart sums(
            ProofData data, Expansion.Multipliers theta, double error, double unbalanced, double collapsed) {
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
        return new DualPart(
                error,
                unbalanced,
                unbalanced * farthest + collapsed,
                linear,
                quadratic,
                squaredOnly ? null : new Kept(data, theta));
    }

    private static Expansion.Multipliers feasible(ProofData data, double[] theta) {
        double[] hi = theta.clone();
        int[] group = new int[hi.length];
        java.util.Arrays.setAll(group, data::group);
        if (data.joint() != null) {
            return data.joint().feasible(theta, data.intercept, group, data.seen.row);
        }
        for (int o = 0; o < hi.length; o++) {
            Loss loss = data.loss(o);
            double w = data.weight(o);
            hi[o] = !(w > 0) ? 0 : loss.quadratic() ? hi[o] : -w * loss.nearestDual(data.label(o), -hi[o] / w);
        }
        Expansion.Multipliers made =
                new Expansion.Multipliers(hi, new double[hi.length], group, data.seen.row, data.groups());
        if (!data.intercept) {
            return made;
        }
        for (int g = 0; g < made.groups(); g++) {
            int from = data.start(g);
            int to = data.end(g);
            if (from < to && data.loss(from).quadratic()) {
                centre(data, made, from, to);
            } else {
                balance(made, from, to);
            }
        }
        return made;
    }

    /** Subtracts the mean, by weight. */
    private static void centre(ProofData data, Expansion.Multipliers made, int from, int to) {
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
    private static void balance(Expansion.Multipliers made, int from, int to) {
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

    private static void set(Expansion.Multipliers made, int o, Twofold value) {
        made.hi()[o] = value.hi();
        made.lo()[o] = value.lo();
    }

    /** The root of the sum of theta^2 / w of each task. */
    private static double[] lengths(ProofData data, Expansion.Multipliers theta) {
        double[] squares = new double[data.seen.tasks];
        for (int o = 0; o < theta.hi().length; o++) {
            if (theta.hi()[o] != 0) {
                squares[data.task[o]] += theta.hi()[o] * theta.hi()[o] / data.weight(o);
            }
        }
        java.util.Arrays.setAll(squares, t -> Math.sqrt(squares[t]));
        return squares;
    }

    private static double collapsedLabels(ProofData data, double[] lengths) {
        CollapseError collapse = data.collapse();
        double sum = 0;
        for (int t = 0; t < lengths.length && collapse != null; t++) {
            sum += collapse.labels(t, lengths[t], data.labelScale[t]);
        }
        return sum;
    }

    /** No less than sum w loss*(y, -c theta / w) over losses that are not squared. */
    double others(double c) {
        if (kept == null) {
            return 0;
        }
        ProofData data = kept.data;
        if (data.joint() != null) {
            return data.joint().conjugates(kept.theta, c);
        }
        double sum = 0;
        double rounding = 0;
        for (int o = 0; o < kept.theta.hi().length; o++) {
            Loss loss = data.loss(o);
            if (!loss.quadratic() && data.weight(o) > 0) {
                double y = data.label(o);
                double u = loss.nearestDual(y, -c * kept.theta.hi()[o] / data.weight(o));
                Loss.Rounded conjugate = loss.roundedConjugate(y, u);
                sum += data.weight(o) * conjugate.value();
                rounding += data.weight(o) * (conjugate.units() + ROUNDINGS * Math.abs(conjugate.value()));
            }
        }
        return sum + CONJUGATE * rounding + (kept.theta.hi().length + 8) * Proof.UNITS * Math.abs(sum);
    }
}
