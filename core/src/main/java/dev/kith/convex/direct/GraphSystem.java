package dev.kith.convex.direct;

import dev.kith.numeric.Concurrent;
import dev.kith.structure.matrix.TaskNetwork;

/**
 * The linear system of tasks in a graph, H w = X'r: blocks G_t + lambda (gamma + degree_t) I on the diagonal and -lambda w_ts I
 * between neighbours; and its elimination without new blocks, which is exact for chains and trees and a preconditioner
 * otherwise:
 *
 * <pre>  D_t = H_tt - sum over neighbours s that come before t of (lambda w_ts)^2 D_s^-1  </pre>
 *
 * <p>D_t &gt;= lambda (gamma + weights to those that come after) I: what is dropped does not make it indefinite. Nothing is
 * eliminated before it is asked for: a few steps with the diagonal alone may do.
 */
final class GraphSystem {
    private static final int BLOCK = 64;
    /** Colours of fewer tasks are not worth a second thread. */
    private static final int FEW = 256;

    private final TaskNetwork a;
    private final double lambda;
    private final int dim;
    private final Rounds rounds;
    private final double[] gram;
    private final double[] diagonal;
    private double[] inverse = {};

    GraphSystem(int dim, TaskNetwork a, double lambda) {
        this.a = a;
        this.lambda = lambda;
        this.dim = dim;
        rounds = Rounds.of(a);
        gram = new double[a.size() * dim * dim];
        diagonal = new double[a.size() * dim];
    }

    private void eliminateAll() {
        inverse = new double[a.size() * dim * dim];
        forward((tasks, from, to) -> {
            SmallSystem system = new SmallSystem();
            double[] copy = new double[dim * dim];
            for (int k = from; k < to; k++) {
                eliminate(tasks[k], system, copy);
            }
        });
    }

    /** Sets G_t, given as its upper triangle: for every task once, before anything is asked. */
    void put(int t, double[] triangle) {
        for (int i = 0; i < dim; i++) {
            diagonal[t * dim + i] = triangle[i * dim + i] + lambda * (a.gamma() + a.degree(t));
            for (int j = 0; j < dim; j++) {
                gram[(t * dim + i) * dim + j] = triangle[Math.min(i, j) * dim + Math.max(i, j)];
            }
        }
    }

    private interface Visit {
        /** The tasks number {@code from} to {@code to}, one after the other. */
        void on(int[] tasks, int from, int to);
    }

    private void forward(Visit visit) {
        branches(visit);
        visit.on(rounds.trunk(), 0, rounds.trunk().length);
        rounds.colours().forEach(tasks -> colour(tasks, visit));
    }

    /** Visits see their tasks in the order of {@link #forward}: they have to turn it round. */
    private void backward(Visit visit) {
        for (int c = rounds.colours().size() - 1; c >= 0; c--) {
            colour(rounds.colours().get(c), visit);
        }
        visit.on(rounds.trunk(), 0, rounds.trunk().length);
        branches(visit);
    }

    private void branches(Visit visit) {
        Concurrent.forEach(rounds.branches().size(), k -> {
            int[] tasks = rounds.branches().get(k);
            visit.on(tasks, 0, tasks.length);
        });
    }

    private static void colour(int[] tasks, Visit visit) {
        if (tasks.length < FEW) {
            visit.on(tasks, 0, tasks.length);
        } else {
            Concurrent.blocks(tasks.length, BLOCK, (from, to) -> visit.on(tasks, from, to));
        }
    }

    private boolean earlier(int s, int t) {
        return rounds.rank()[s] < rounds.rank()[t];
    }

    /** Fills D_t^-1. */
    private void eliminate(int t, SmallSystem system, double[] copy) {
        double[] u = system.clear(dim);
        int at = t * dim * dim;
        System.arraycopy(gram, at, u, 0, dim * dim);
        for (int n = 0; n < a.neighbours(t); n++) {
            int s = a.neighbour(t, n);
            if (earlier(s, t)) {
                double tie = lambda * a.link(t, n);
                SmallSystem.addRow(u, 0, -tie * tie, inverse, s * dim * dim, 0, dim * dim);
            }
        }
        system.factor(lambda * (a.gamma() + a.degree(t)), copy);
        system.inverseInto(inverse, at);
    }

    /** How many numbers H has. */
    long size() {
        return gram.length;
    }

    /** Whether anything was solved by elimination yet. */
    boolean eliminated() {
        return inverse.length > 0;
    }

    /** z = r over the diagonal of H. */
    void divideInto(double[] z, double[] r) {
        for (int i = 0; i < z.length; i++) {
            z[i] = r[i] / diagonal[i];
        }
    }

    /** out = H x; both have a row of {@code dim} numbers per task. */
    void applyInto(double[] out, double[] x) {
        Concurrent.blocks(a.size(), BLOCK, (from, to) -> {
            for (int t = from; t < to; t++) {
                double own = lambda * (a.gamma() + a.degree(t));
                for (int j = t * dim; j < (t + 1) * dim; j++) {
                    out[j] = own * x[j];
                }
                addNeighbours(out, t, -1, x, true, true);
                addBlock(out, t, gram, x, t * dim);
            }
        });
    }

    /** Row t of out += block t times the {@code dim} numbers of x from {@code at} on. */
    private void addBlock(double[] out, int t, double[] blocks, double[] x, int at) {
        SmallSystem.addRows(out, t * dim, x, at, blocks, t * dim * dim, dim);
    }

    /** Row t of out += sign lambda times the weighted sum of neighbours' rows, of those before and those after it. */
    private void addNeighbours(double[] out, int t, double sign, double[] x, boolean before, boolean after) {
        for (int n = 0; n < a.neighbours(t); n++) {
            int s = a.neighbour(t, n);
            if (earlier(s, t) ? before : after) {
                SmallSystem.addRow(out, t * dim, sign * lambda * a.link(t, n), x, s * dim, 0, dim);
            }
        }
    }

    /** z = an approximation of H^-1 r, H^-1 r itself where tasks are a chain, a tree or alone. */
    void solveInto(double[] z, double[] r) {
        if (!eliminated()) {
            eliminateAll();
        }
        double[] sum = new double[z.length];
        forward((tasks, from, to) -> {
            for (int k = from; k < to; k++) {
                int t = tasks[k];
                System.arraycopy(r, t * dim, sum, t * dim, dim);
                addNeighbours(sum, t, 1, z, true, false);
                java.util.Arrays.fill(z, t * dim, (t + 1) * dim, 0);
                addBlock(z, t, inverse, sum, t * dim);
            }
        });
        backward((tasks, from, to) -> {
            for (int k = to - 1; k >= from; k--) {
                int t = tasks[k];
                java.util.Arrays.fill(sum, t * dim, (t + 1) * dim, 0);
                addNeighbours(sum, t, 1, z, false, true);
                addBlock(z, t, inverse, sum, t * dim);
            }
        });
    }
}
