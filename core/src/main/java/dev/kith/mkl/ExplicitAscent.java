package dev.kith.mkl;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Coordinate ascent on explicit sparse features.
 *
 * <p>A visit to task t gathers its weights w_t from the nodes on its path once, moves s row by row on that local copy
 * (s_i += d moves w_t by d rho x_i, rho = sum_m theta_m R_m[t,t]), and scatters the change to the nodes at the end. So
 * a row costs its non-zeros, whatever the depth, and the nodes cost the distinct columns of the task, not its entries.
 */
final class ExplicitAscent implements Ascent {
    /** Below this share of the largest rho the change is summed over rows, not recovered by dividing. */
    private static final double SMALL_RHO = 1e-6;

    private final TaskBlocks blocks;
    private final NodeWeights nodes;
    private final Duals duals;
    private final ActiveRows active;
    private final double[] weights;
    private final double[] before;
    private final double[] sBefore;
    private final double[] rho;

    ExplicitAscent(TaskBlocks blocks, List<NodeWeights.Component> components, Duals duals) {
        this.blocks = blocks;
        this.nodes = new NodeWeights(blocks, components);
        this.duals = duals;
        active = new ActiveRows(duals);
        weights = new double[blocks.widest()];
        before = new double[weights.length];
        sBefore = new double[active.largestTask()];
        rho = new double[blocks.views];
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
        int size = blocks.columns[t].length;
        nodes.gatherInto(weights, t, theta);
        System.arraycopy(weights, 0, before, 0, size);
        int from = duals.taskStart[t];
        System.arraycopy(duals.s, from, sBefore, 0, duals.taskStart[t + 1] - from);
        nodes.rhoInto(rho, t, theta);
        double sigma = duals.intercepts ? sigma(t) : 0;
        double sum = 0;
        TaskRows rows = blocks.rows(t);
        active.shuffle(t, random);
        for (int k = from; k < from + active.count(t); k++) {
            sum += move(rows, active.row(k), from, duals.bias[t] + sigma * sum, sigma);
        }
        if (duals.intercepts) {
            duals.bias[t] += sigma * sum;
            balance(rows, t, sum);
        }
        changeInto(before, t);
        nodes.scatter(before, t);
    }

    /** One coordinate step; returns the change of s_i. */
    private double move(TaskRows rows, int i, int from, double bias, double sigma) {
        double z = bias;
        double q = Math.max(sigma, Double.MIN_NORMAL);
        for (int v = 0; v < rho.length; v++) {
            z += rows.dot(i - from, v, weights);
            q += rho[v] * blocks.norms[i * rho.length + v];
        }
        double old = duals.s[i];
        double next = duals.step.next(duals.y[i], duals.c[i], old, z, q);
        double d = next - old;
        if (d != 0) {
            duals.s[i] = next;
            addRow(rows, i - from, d);
        }
        return d;
    }

    private void addRow(TaskRows rows, int i, double d) {
        for (int v = 0; v < rho.length; v++) {
            rows.addInto(weights, i, v, d * rho[v]);
        }
    }

    /** The strength of the intercept's constraint: as a constant feature as long as the task's average row. */
    private double sigma(int t) {
        double sum = 0;
        int from = duals.taskStart[t];
        int to = duals.taskStart[t + 1];
        for (int i = from; i < to; i++) {
            for (int v = 0; v < rho.length; v++) {
                sum += rho[v] * blocks.norms[i * rho.length + v];
            }
        }
        return sum > 0 ? sum / (to - from) : 1;
    }

    private void balance(TaskRows rows, int t, double excess) {
        if (excess == 0) {
            return;
        }
        int from = duals.taskStart[t];
        int to = duals.taskStart[t + 1];
        double[] old = Arrays.copyOfRange(duals.s, from, to);
        Intercepts.balance(duals, t, excess);
        for (int i = from; i < to; i++) {
            double d = duals.s[i] - old[i - from];
            if (d != 0) {
                addRow(rows, i - from, d);
            }
        }
    }

    /** change = sum over the task's rows of (change of s_i) x_i: the change of the weights by rho, where that is safe. */
    private void changeInto(double[] change, int t) {
        double largest = Arrays.stream(rho).max().orElse(0);
        for (int v = 0; v < rho.length; v++) {
            int from = blocks.viewStart[t][v];
            int to = blocks.viewStart[t][v + 1];
            if (rho[v] > SMALL_RHO * largest) {
                double inverse = 1 / rho[v];
                for (int j = from; j < to; j++) {
                    change[j] = (weights[j] - change[j]) * inverse;
                }
            } else {
                Arrays.fill(change, from, to, 0);
                int first = duals.taskStart[t];
                for (int i = 0; i < duals.taskStart[t + 1] - first; i++) {
                    double d = duals.s[first + i] - sBefore[i];
                    if (d != 0) {
                        blocks.rows(t).addInto(change, i, v, d);
                    }
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
            nodes.gatherInto(weights, t, theta);
            TaskRows rows = blocks.rows(t);
            int first = duals.taskStart[t];
            for (int i = first; i < duals.taskStart[t + 1]; i++) {
                double z = 0;
                for (int v = 0; v < rho.length; v++) {
                    z += rows.dot(i - first, v, weights);
                }
                scores[i] = z;
            }
        }
    }

    @Override
    public double[] squares() {
        return nodes.squares();
    }

    NodeWeights nodes() {
        return nodes;
    }
}
