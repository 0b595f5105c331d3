package dev.kith.ascent.node;

import dev.kith.ascent.ActiveRows;
import dev.kith.ascent.Ascent;
import dev.kith.ascent.Duals;
import dev.kith.ascent.Evidence;
import dev.kith.ascent.Intercepts;
import dev.kith.ascent.Units;
import dev.kith.kernel.PreciseRows;
import dev.kith.structure.TaskKernel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Coordinate ascent on kernel rows, for kernels without explicit features.
 *
 * <p>For every node g of component m of view v keeps G_g[i] = sum_j e_g[task of j] s_j k_v(x_i, x_j) on the rows of the node's tasks; a
 * step on row i reads f = sum_m theta_m sum_g e_g[t] G_g[i] in O(depth) and, when s_i moves, adds one kernel row to each
 * node that holds its task.
 */
public final class KernelAscent implements Ascent {
    private final Duals duals;
    private final List<KernelRows> kernels;
    private final List<NodeWeights.Component> components;
    private final ActiveRows active;
    private final Part[][] parts;

    /** How one task takes part in one node. */
    static final class Part {
        final int component;
        final int view;
        final double factor;

        /** G_g on the rows of this task. */
        final double[] sums;

        final Part[] node;
        final int task;

        Part(int component, int view, int task, double factor, int rows, Part[] node) {
            this.component = component;
            this.view = view;
            this.task = task;
            this.factor = factor;
            this.sums = new double[rows];
            this.node = node;
        }
    }

    /** @param kernels one per view, over the rows in the order of {@code duals} */
    public KernelAscent(List<KernelRows> kernels, List<NodeWeights.Component> components, Duals duals) {
        this.duals = duals;
        this.kernels = List.copyOf(kernels);
        this.components = components;
        active = new ActiveRows(duals);
        List<List<Part>> perTask = new ArrayList<>();
        for (int t = 0; t < duals.tasks(); t++) {
            perTask.add(new ArrayList<>());
        }
        for (int m = 0; m < components.size(); m++) {
            double scale = components.get(m).scale();
            for (TaskKernel.Node node : components.get(m).kernel().nodes()) {
                Part[] members = new Part[node.tasks().length];
                for (int k = 0; k < members.length; k++) {
                    int t = node.tasks()[k];
                    int rows = duals.taskStart[t + 1] - duals.taskStart[t];
                    members[k] = new Part(m, components.get(m).view(), t, node.values()[k] * scale, rows, members);
                    perTask.get(t).add(members[k]);
                }
            }
        }
        parts = perTask.stream().map(list -> list.toArray(new Part[0])).toArray(Part[][]::new);
    }

    @Override
    public void sweep(double[] theta, SplittableRandom random) {
        for (int t : active.shuffledTasks(random)) {
            if (active.count(t) > 0) {
                visit(t, theta, random);
            }
        }
    }

    private void visit(int t, double[] theta, SplittableRandom random) {
        int from = duals.taskStart[t];
        active.shuffle(t, random);
        double sigma = duals.intercepts ? sigma(t, theta) : 0;
        double sum = 0;
        for (int k = from; k < from + active.count(t); k++) {
            int i = active.row(k);
            double z = duals.bias[t] + sigma * sum + score(t, i, theta);
            double q = Math.max(sigma, Double.MIN_NORMAL) + diagonal(t, i, theta);
            double d = duals.loss.dualStep(duals.y[i], duals.c[i], duals.s[i], z, q) - duals.s[i];
            sum += d;
            move(t, i, d);
        }
        if (duals.intercepts && sum != 0) {
            duals.bias[t] += sigma * sum;
            double[] old = Arrays.copyOfRange(duals.s, from, duals.taskStart[t + 1]);
            Intercepts.balance(duals, t, sum);
            for (int i = from; i < duals.taskStart[t + 1]; i++) {
                double d = duals.s[i] - old[i - from];
                duals.s[i] = old[i - from];
                move(t, i, d);
            }
        }
    }

    private double score(int t, int i, double[] theta) {
        double z = 0;
        for (Part part : parts[t]) {
            z += theta[part.component] * part.factor * part.sums[i - duals.taskStart[t]];
        }
        return z;
    }

    private double diagonal(int t, int i, double[] theta) {
        double q = 0;
        for (Part part : parts[t]) {
            q += theta[part.component]
                    * part.factor
                    * part.factor
                    * kernels.get(part.view).diagonal(i);
        }
        return q;
    }

    private double sigma(int t, double[] theta) {
        double sum = 0;
        for (int i = duals.taskStart[t]; i < duals.taskStart[t + 1]; i++) {
            sum += diagonal(t, i, theta);
        }
        return sum > 0 ? sum / (duals.taskStart[t + 1] - duals.taskStart[t]) : 1;
    }

    /** s_i += d, and with it every sum that row i takes part in. */
    private void move(int t, int i, double d) {
        if (d == 0) {
            return;
        }
        duals.s[i] += d;
        for (Part own : parts[t]) {
            double[] row = kernels.get(own.view).row(i);
            double step = d * own.factor;
            for (Part part : own.node) {
                int from = duals.taskStart[part.task];
                for (int k = 0; k < part.sums.length; k++) {
                    part.sums[k] += step * row[from + k];
                }
            }
        }
    }

    @Override
    public void rest(double[] scores, double[] biases, double margin) {
        active.choose(scores, biases, margin);
    }

    @Override
    public void scoreInto(double[] scores, double[] theta) {
        for (int t = 0; t < duals.tasks(); t++) {
            for (int i = duals.taskStart[t]; i < duals.taskStart[t + 1]; i++) {
                scores[i] = score(t, i, theta);
            }
        }
    }

    /** Sums are built anew, each in twice the precision. */
    @Override
    public Evidence evidence(Units units, double[] theta, double[] scores, double[] biases) {
        List<PreciseRows> values = kernels.stream().map(KernelRows::precisely).toList();
        return new KernelProof(duals, parts, components, kernels.size()).evidence(values, units, theta, scores, biases);
    }

    @Override
    public double[] squares() {
        double[] q = new double[components.size()];
        for (int t = 0; t < duals.tasks(); t++) {
            for (Part part : parts[t]) {
                double sum = 0;
                for (int k = 0; k < part.sums.length; k++) {
                    sum += duals.s[duals.taskStart[t] + k] * part.sums[k];
                }
                q[part.component] += part.factor * sum;
            }
        }
        for (int m = 0; m < q.length; m++) {
            q[m] = Math.max(q[m], 0);
        }
        return q;
    }
}
