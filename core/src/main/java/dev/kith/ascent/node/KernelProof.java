package dev.kith.ascent.node;

import dev.kith.ascent.Ascent;
import dev.kith.ascent.DualGain;
import dev.kith.ascent.Duals;
import dev.kith.ascent.Evidence;
import dev.kith.ascent.FeasibleDuals;
import dev.kith.ascent.Intercepts;
import dev.kith.ascent.PrimalCost;
import dev.kith.ascent.Units;
import dev.kith.kernel.PreciseRows;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;
import java.util.Arrays;
import java.util.List;

/**
 * The evidence of a fit on kernel rows, in one pass over them: with S_t[i] = sum of s_j k(x_i, x_j) over the rows j of task t,
 * for the kernel k of every view,
 *
 * <pre>  f(x_i) = sum_m theta_m sum_g e_g[t_i] sum_t e_g[t] S_t[i],   q_m = sum_i s_i sum_g e_g[t_i] sum_t e_g[t] S_t[i]  </pre>
 *
 * in twice the precision. A model saves coefficients, doubles near those that f has: how near is counted as an error of f.
 */
final class KernelProof {
    private static final double HALF_UNIT = 0x1p-53;

    private final Duals duals;
    private final KernelAscent.Part[][] parts;
    private final List<NodeWeights.Component> components;
    private final double[] hi;
    private final double[] lo;
    private final double[] sLo;

    /** Of the open row, by view: S_t, what it may be off by, and the sum of |s_j k(x_i, x_j)|. */
    private final Twofold[][] sums;

    private final double[][] errors;
    private final double[][] sizes;

    /** Of every row: what its score has beyond a double, and what it may be off by. */
    private final double[] rest;

    private final double[] reach;
    private final TwofoldSum[] squares;
    private final double[] off;

    KernelProof(Duals duals, KernelAscent.Part[][] parts, List<NodeWeights.Component> components, int views) {
        this.duals = duals;
        this.parts = parts;
        this.components = components;
        int n = duals.rows();
        hi = new double[n];
        lo = new double[n];
        sLo = new double[n];
        rest = new double[n];
        reach = new double[n];
        sums = new Twofold[views][duals.tasks()];
        errors = new double[views][duals.tasks()];
        sizes = new double[views][duals.tasks()];
        squares = new TwofoldSum[components.size()];
        Arrays.setAll(squares, m -> new TwofoldSum());
        off = new double[components.size()];
    }

    /** As {@link Ascent#evidence}. */
    Evidence evidence(List<PreciseRows> values, Units units, double[] theta, double[] scores, double[] biases) {
        double gain = makeFeasible(units);
        TwofoldSum[] diagonal = new TwofoldSum[values.size()];
        Arrays.setAll(diagonal, v -> new TwofoldSum());
        TwofoldSum costs = new TwofoldSum();
        for (int t = 0; t < duals.tasks(); t++) {
            for (int i = duals.taskStart[t]; i < duals.taskStart[t + 1]; i++) {
                for (int v = 0; v < diagonal.length; v++) {
                    values.get(v).row(i, hi, lo);
                    sumUp(v, values.get(v).error());
                    diagonal[v].addProduct(hi[i], duals.c[i]);
                }
                score(i, t, theta, scores);
                costs.add(duals.c[i]);
            }
        }
        PrimalCost cost = new PrimalCost(duals.loss, units.labels());
        for (int t = 0; t < duals.tasks(); t++) {
            if (duals.intercepts) {
                biases[t] = Intercepts.best(duals, t, scores, duals.bias[t]);
            }
            Twofold intercept = units.intercept(t, biases[t]);
            double apart = units.apart(t, biases[t]);
            for (int i = duals.taskStart[t]; i < duals.taskStart[t + 1]; i++) {
                Twofold z = new Twofold(scores[i], rest[i]).plus(intercept);
                cost.add(duals.y[i], duals.c[i], z, DualGain.MORE * (reach[i] + apart));
            }
        }
        double[] above = new double[squares.length];
        for (int m = 0; m < above.length; m++) {
            double value = Math.max(squares[m].value().hi(), 0);
            above[m] = value * (1 + 4 * HALF_UNIT) + DualGain.MORE * (off[m] + squares[m].error());
        }
        double[] lengths = new double[diagonal.length];
        Arrays.setAll(lengths, v -> diagonal[v].value().hi() / costs.value().hi());
        return new Evidence(cost.above(), above, gain, above, scales(lengths, values));
    }

    /** How far the squares of scales are from 1 / (average of k(x, x)), relatively; those of 1 are as they should be. */
    private double scales(double[] lengths, List<PreciseRows> values) {
        double most = 0;
        for (NodeWeights.Component component : components) {
            double scale = component.scale();
            double error = values.get(component.view()).error();
            double away =
                    Math.abs(scale * scale * lengths[component.view()] - 1) + scale * scale * error + 64 * HALF_UNIT;
            most = Math.max(most, scale == 1 ? 0 : away);
        }
        return most;
    }

    /** s becomes feasible; returns no more than its gain. */
    private double makeFeasible(Units units) {
        DualGain gain = new DualGain(duals.loss, units.labels());
        FeasibleDuals feasible = new FeasibleDuals(duals);
        for (int t = 0; t < duals.tasks(); t++) {
            feasible.enter(t);
            for (int i = duals.taskStart[t]; i < duals.taskStart[t + 1]; i++) {
                Twofold s = feasible.at(i);
                gain.add(duals.y[i], duals.c[i], s);
                duals.s[i] = s.hi();
                sLo[i] = s.lo();
            }
            gain.move(feasible.missing());
        }
        return gain.below();
    }

    private void sumUp(int view, double valueError) {
        for (int t = 0; t < duals.tasks(); t++) {
            TwofoldSum sum = new TwofoldSum();
            int from = duals.taskStart[t];
            int size = duals.taskStart[t + 1] - from;
            sum.addDot(hi, from, duals.s, from, size);
            double small = 0;
            double absolute = 0;
            for (int j = from; j < from + size; j++) {
                small += lo[j] * duals.s[j] + hi[j] * sLo[j];
                absolute += Math.abs(duals.s[j]);
            }
            sum.add(small);
            sums[view][t] = sum.value();
            sizes[view][t] = sum.absolute();
            errors[view][t] = sum.error() + valueError * absolute;
        }
    }

    /** What row i of task t has in every component, with s_i added to the squares. */
    private void score(int i, int t, double[] theta, double[] scores) {
        TwofoldSum score = new TwofoldSum();
        double away = 0;
        Twofold own = new Twofold(duals.s[i], sLo[i]);
        for (KernelAscent.Part part : parts[t]) {
            TwofoldSum node = new TwofoldSum();
            double error = 0;
            double size = 0;
            for (KernelAscent.Part member : part.node) {
                node.addProduct(sums[part.view][member.task], member.factor);
                error += Math.abs(member.factor) * errors[part.view][member.task];
                size += Math.abs(member.factor) * sizes[part.view][member.task];
            }
            Twofold value = node.value().times(part.factor);
            double most = Math.abs(part.factor) * (error + node.error());
            double rounded = Math.abs(part.factor) * size * (parts[t].length + 16) * HALF_UNIT;
            score.add(value.times(theta[part.component]));
            away += theta[part.component] * (most + rounded);
            squares[part.component].add(value.times(own));
            // Factors e_g are rounded products with the view's scale.
            off[part.component] += Math.abs(own.hi()) * (most + 8 * HALF_UNIT * Math.abs(part.factor) * size);
        }
        Twofold z = score.value();
        scores[i] = z.hi();
        rest[i] = z.lo();
        reach[i] = away + score.error();
    }
}
