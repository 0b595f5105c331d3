package dev.kith.convex.direct;

import dev.kith.numeric.Concurrent;
import dev.kith.structure.matrix.TaskForest;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The nodes above tasks: m'Q m - 2 q'm + lambda/c |m - m_parent|^2 for each, Q and q summed over what is below. Tasks are
 * visited in the order of their nodes, in parts that are the same whatever the number of threads, and summed in that order.
 */
final class NodeSystems {
    private static final int LEAST_PART = 256;
    private static final int MOST_PARTS = 512;

    private final TaskForest forest;
    private final double lambda;
    private final int dim;
    private final int[] order;
    private final double[][] sums;
    private final double[][] solutions;

    NodeSystems(TaskForest forest, double lambda, int dim) {
        this.forest = forest;
        this.lambda = lambda;
        this.dim = dim;
        order = forest.nodes() == 0 ? new int[0] : byNode(forest);
        sums = new double[forest.nodes()][];
        solutions = new double[forest.nodes()][];
    }

    /** Tasks by node, those without one first; of one node in their own order. */
    private static int[] byNode(TaskForest forest) {
        int[] next = new int[forest.nodes() + 2];
        for (int t = 0; t < forest.size(); t++) {
            next[forest.node(t) + 2]++;
        }
        for (int g = 1; g < next.length; g++) {
            next[g] += next[g - 1];
        }
        int[] order = new int[forest.size()];
        for (int t = 0; t < order.length; t++) {
            order[next[forest.node(t) + 1]++] = t;
        }
        return order;
    }

    void clear() {
        Arrays.fill(sums, null);
    }

    /** The m of a node. */
    double[] solution(int g) {
        return solutions[g];
    }

    /** Some tasks in the order of their nodes. A node with tasks in several parts is summed when all are done. */
    final class Part {
        private final int from;
        private final int to;
        private int node = -1;
        private double[] sum = {};
        private final double[][] shared = new double[2][];
        private final int[] sharedNode = {-1, -1};

        private Part(int from, int to) {
            this.from = from;
            this.to = to;
        }

        int from() {
            return from;
        }

        int to() {
            return to;
        }

        int task(int k) {
            return order[k];
        }

        /** Adds the message of the open task, the k-th. */
        void add(int k, TaskSystem system) {
            int own = forest.node(order[k]);
            if (own != node) {
                flush();
                node = own;
                sum = new double[dim * dim + dim];
            }
            system.addMessage(sum);
        }

        private void flush() {
            if (node < 0) {
                return;
            }
            boolean before = from > 0 && forest.node(order[from - 1]) == node;
            boolean after = to < order.length && forest.node(order[to]) == node;
            if (before || after) {
                int at = before ? 0 : 1;
                shared[at] = sum;
                sharedNode[at] = node;
            } else {
                sums[node] = sum;
            }
        }

        private void merge() {
            for (int at = 0; at < 2; at++) {
                if (sharedNode[at] >= 0) {
                    into(sharedNode[at], shared[at]);
                }
            }
        }
    }

    private void into(int g, double[] message) {
        if (sums[g] == null) {
            sums[g] = new double[dim * dim + dim];
        }
        SmallSystem.addRow(sums[g], 0, 1, message, 0, 0, message.length);
    }

    /** Visits all tasks below nodes. */
    void gather(Consumer<Part> work) {
        int size = Math.max(LEAST_PART, (order.length + MOST_PARTS - 1) / MOST_PARTS);
        Part[] parts = new Part[(order.length + size - 1) / size];
        Concurrent.blocks(order.length, size, (from, to) -> {
            Part part = new Part(from, to);
            work.accept(part);
            part.flush();
            parts[from / size] = part;
        });
        for (Part part : parts) {
            part.merge();
        }
    }

    /** All m, from the messages of the tasks. */
    void solve() {
        SmallSystem system = new SmallSystem();
        double[] copy = new double[dim * dim];
        double[] left = new double[dim * dim];
        for (int g = forest.nodes() - 1; g >= 0; g--) {
            if (sums[g] != null && forest.parent(g) >= 0) {
                into(forest.parent(g), message(system, g, copy, left));
            }
        }
        for (int g = 0; g < forest.nodes(); g++) {
            double[] above = forest.parent(g) < 0 ? new double[dim] : solutions[forest.parent(g)];
            solutions[g] = sums[g] == null || forest.weight(g) == 0 ? above : best(system, g, copy, above);
        }
    }

    private void factor(SmallSystem system, int g, double[] copy) {
        double[] u = system.clear(dim);
        for (int i = 0; i < dim; i++) {
            for (int j = i; j < dim; j++) {
                u[i * dim + j] = (sums[g][i * dim + j] + sums[g][j * dim + i]) / 2;
            }
        }
        system.factor(lambda / forest.weight(g), copy);
    }

    /** What is left of a node when its m is minimised out; all of it where m is that of its parent. */
    private double[] message(SmallSystem system, int g, double[] copy, double[] left) {
        if (forest.weight(g) == 0) {
            return sums[g];
        }
        factor(system, g, copy);
        double rho = lambda / forest.weight(g);
        double[] message = new double[dim * dim + dim];
        double[] q = Arrays.copyOfRange(sums[g], dim * dim, dim * dim + dim);
        for (int i = 0; i < dim; i++) {
            for (int j = 0; j < dim; j++) {
                left[i * dim + j] = copy[Math.min(i, j) * dim + Math.max(i, j)];
            }
        }
        system.forward(left, dim);
        system.backward(left, dim);
        system.forward(q, 1);
        system.backward(q, 1);
        SmallSystem.addRow(message, 0, rho, left, 0, 0, dim * dim);
        SmallSystem.addRow(message, dim * dim, rho, q, 0, 0, dim);
        return message;
    }

    private double[] best(SmallSystem system, int g, double[] copy, double[] above) {
        factor(system, g, copy);
        double[] m = Arrays.copyOfRange(sums[g], dim * dim, dim * dim + dim);
        SmallSystem.addRow(m, 0, lambda / forest.weight(g), above, 0, 0, dim);
        system.forward(m, 1);
        system.backward(m, 1);
        return m;
    }
}
