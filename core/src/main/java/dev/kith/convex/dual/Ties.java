package dev.kith.convex.dual;

import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskForest;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a known structure A makes of the sums u_t = sum_i s_i x_i of the tasks: weights w_t = sum_s A_ts u_s / (2 lambda), one task
 * at a time. For nodes above tasks the sums below each node are kept.
 */
final class Ties {
    /** Matrices of numbers cost tasks squared per round; more than this many times the rows is not worth it. */
    private static final double WORTH = 10;

    private final TaskMatrix a;
    private final double half;
    private final Matrix u;
    private final Matrix sums;

    Ties(TaskMatrix a, double lambda, int dim) {
        this.a = a instanceof TaskForest ? a : TaskMatrix.of(a.dense());
        half = 1 / (2 * lambda);
        u = Matrix.zeros(a.size(), dim);
        sums = Matrix.zeros(a instanceof TaskForest forest ? forest.nodes() : 0, dim);
    }

    /** Whether weights of single tasks can be had cheaply. */
    static boolean suit(TaskMatrix a, int observations) {
        return a instanceof TaskForest || (double) a.size() * a.size() <= WORTH * observations;
    }

    /** The tasks that are tied to each other, directly or through others; in order. */
    List<int[]> groups() {
        int[] first = new int[a.size()];
        Arrays.setAll(first, t -> t);
        if (a instanceof TaskForest forest) {
            int[] seen = new int[forest.nodes()];
            Arrays.fill(seen, -1);
            for (int t = 0; t < first.length; t++) {
                int root = root(forest, t);
                if (root >= 0) {
                    seen[root] = seen[root] < 0 ? t : seen[root];
                    first[t] = seen[root];
                }
            }
        } else {
            for (int t = 0; t < first.length; t++) {
                double[] row = a.row(t);
                for (int s = 0; s < t; s++) {
                    if (row[s] != 0 && first[s] != first[t]) {
                        int from = Math.max(first[s], first[t]);
                        int to = Math.min(first[s], first[t]);
                        for (int r = 0; r <= t; r++) {
                            first[r] = first[r] == from ? to : first[r];
                        }
                    }
                }
            }
        }
        List<List<Integer>> groups = new ArrayList<>();
        int[] place = new int[first.length];
        for (int t = 0; t < first.length; t++) {
            if (first[t] == t) {
                place[t] = groups.size();
                groups.add(new ArrayList<>());
            }
            groups.get(place[first[t]]).add(t);
        }
        return groups.stream()
                .map(group -> group.stream().mapToInt(t -> t).toArray())
                .toList();
    }

    private static int root(TaskForest forest, int t) {
        int root = -1;
        for (int g = forest.node(t); g >= 0; g = forest.parent(g)) {
            root = forest.weight(g) > 0 ? g : root;
        }
        return root;
    }

    /** The sums u, T x dim, to be changed row by row with {@link #moved} after each. */
    Matrix sums() {
        return u;
    }

    /** A_tt / (2 lambda). */
    double own(int t) {
        return a.entry(t, t) * half;
    }

    /** Row t of {@code wt} = w_t. */
    void weightsInto(Matrix wt, int t) {
        double[] w = wt.data();
        int dim = wt.cols();
        int base = t * dim;
        if (a instanceof TaskForest forest) {
            double own = forest.own(t) * half;
            for (int j = 0; j < dim; j++) {
                w[base + j] = own * u.data()[base + j];
            }
            for (int g = forest.node(t); g >= 0; g = forest.parent(g)) {
                add(w, base, forest.weight(g) * half, sums.data(), g * dim, dim);
            }
            return;
        }
        double[] row = a.row(t);
        Arrays.fill(w, base, base + dim, 0);
        for (int s = 0; s < row.length; s++) {
            if (row[s] != 0) {
                add(w, base, row[s] * half, u.data(), s * dim, dim);
            }
        }
    }

    /** u_t'w_t / 2: the share of a task in the penalty. */
    double norm(Matrix wt, int t) {
        double sum = 0;
        for (int i = t * wt.cols(); i < (t + 1) * wt.cols(); i++) {
            sum += u.data()[i] * wt.data()[i];
        }
        return sum / 2;
    }

    /** u_t was {@code before}, and has changed. */
    void moved(int t, double[] before) {
        int dim = before.length;
        if (a instanceof TaskForest forest && forest.node(t) >= 0) {
            for (int j = 0; j < dim; j++) {
                before[j] = u.data()[t * dim + j] - before[j];
            }
            for (int g = forest.node(t); g >= 0; g = forest.parent(g)) {
                add(sums.data(), g * dim, 1, before, 0, dim);
            }
        }
    }

    private static void add(double[] to, int at, double factor, double[] from, int with, int count) {
        for (int j = 0; j < count; j++) {
            to[at + j] += factor * from[with + j];
        }
    }
}
