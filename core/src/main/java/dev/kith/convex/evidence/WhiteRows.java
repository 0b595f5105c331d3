package dev.kith.convex.evidence;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.basis.Observations;
import dev.kith.convex.solver.Scaled;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.prepare.Preparation;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.ThinSvd;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Observations times the root of their weight, so that all are equally noisy, sorted by task. With the linear kernel a task with more rows
 * than features becomes as many rows as it has features and an intercept; of the other directions, in which nothing but noise is
 * left, their number and the sum of squares are enough.
 *
 * @param task of each row
 * @param y label of each row
 * @param z what each row has of its task's intercept
 * @param x inputs of each row; with the linear kernel times the root of the weight already
 * @param root of the weight of each row; all 1 with the linear kernel
 * @param tasks number of intercepts
 * @param rest directions that were left out
 * @param squares of the labels in these directions
 * @param logWeights sum of the logarithms of the weights
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record WhiteRows(
        int[] task,
        double[] y,
        double[] z,
        Inputs x,
        double[] root,
        int tasks,
        long rest,
        double squares,
        double logWeights) {
    /**
     * @param most rows that are looked at; of more some are picked
     * @param seed of the rows that are picked
     */
    static WhiteRows of(Dataset rows, ConvexTrainer trainer, int most, long seed) {
        Dataset data = Preparation.prepared(trainer.losses().labelled(rows));
        data.requireRows("evidence");
        Dataset scaled = Scaled.of(data, trainer.losses(), trainer.kernel(), trainer.training())
                .data();
        Observations seen = new Observations(scaled, trainer.training().weighting());
        int[] task = new int[seen.size()];
        for (int t = 0; t < seen.tasks && !trainer.relation().pooling(); t++) {
            Arrays.fill(task, seen.start[t], seen.start[t + 1], t);
        }
        int tasks = trainer.relation().pooling() ? 1 : seen.tasks;
        int[] used = IntStream.range(0, seen.size()).filter(o -> seen.w[o] > 0).toArray();
        boolean linear = trainer.kernel() instanceof Linear && scaled.inputs() instanceof DenseInputs;
        if (linear && compressed(used, task, tasks, scaled.inputs().features().size()) <= most) {
            return compressed(seen, used, task, tasks, ((DenseInputs) scaled.inputs()).values());
        }
        int[] picked = picked(used, most, seed);
        double[] root =
                IntStream.of(picked).mapToDouble(o -> Math.sqrt(seen.w[o])).toArray();
        double[] y = new double[picked.length];
        Arrays.setAll(y, k -> root[k] * seen.y[picked[k]]);
        Inputs x = scaled.inputs()
                .select(IntStream.of(picked).map(o -> seen.row[o]).toArray());
        int[] of = IntStream.of(picked).map(o -> task[o]).toArray();
        return new WhiteRows(of, y, root, x, root, tasks, 0, 0, 2 * logs(root));
    }

    private static double logs(double... values) {
        return Arrays.stream(values).map(Math::log).sum();
    }

    private static int[] picked(int[] used, int most, long seed) {
        if (used.length <= most) {
            return used;
        }
        return new Random(seed)
                .ints(0, used.length)
                .distinct()
                .limit(most)
                .sorted()
                .map(k -> used[k])
                .toArray();
    }

    /** How many rows are left. */
    private static long compressed(int[] used, int[] task, int tasks, int features) {
        int[] count = new int[tasks];
        IntStream.of(used).forEach(o -> count[task[o]]++);
        return IntStream.of(count).mapToLong(n -> Math.min(n, features + 1)).sum();
    }

    private static WhiteRows compressed(Observations seen, int[] used, int[] task, int tasks, Matrix x) {
        Pile pile = new Pile(x.cols(), used.length);
        double logWeights = 0;
        int from = 0;
        while (from < used.length) {
            int to = from;
            while (to < used.length && task[used[to]] == task[used[from]]) {
                logWeights += Math.log(seen.w[used[to++]]);
            }
            Matrix rows = Matrix.zeros(to - from, x.cols() + 2);
            for (int k = from; k < to; k++) {
                double root = Math.sqrt(seen.w[used[k]]);
                rows.set(k - from, 0, root);
                for (int j = 0; j < x.cols(); j++) {
                    rows.set(k - from, j + 1, root * x.get(seen.row[used[k]], j));
                }
                rows.set(k - from, x.cols() + 1, root * seen.y[used[k]]);
            }
            pile.add(task[used[from]], rows);
            from = to;
        }
        return pile.rows(tasks, logWeights);
    }

    /** K between rows, whitened. */
    Matrix gram(Kernel kernel) {
        Matrix gram = kernel.gram(x);
        for (int i = 0; i < root.length; i++) {
            for (int j = 0; j < root.length; j++) {
                gram.set(i, j, root[i] * root[j] * gram.get(i, j));
            }
        }
        return gram;
    }

    /** Rows of one task after the other. */
    private static final class Pile {
        private final int features;
        private final Matrix kept;
        private final int[] task;
        private int size;
        private long rest;
        private double squares;

        Pile(int features, int most) {
            this.features = features;
            kept = Matrix.zeros(most, features + 2);
            task = new int[most];
        }

        /** Rows [z x y] of a task; in the basis of the columns of [z x] where that is smaller. */
        void add(int t, Matrix rows) {
            int inner = features + 1;
            if (rows.rows() <= inner) {
                for (int i = 0; i < rows.rows(); i++) {
                    append(t, rows.row(i));
                }
                return;
            }
            Matrix left = Matrix.zeros(rows.rows(), inner);
            Matrix y = Matrix.zeros(rows.rows(), 1);
            double all = 0;
            for (int i = 0; i < rows.rows(); i++) {
                for (int j = 0; j < inner; j++) {
                    left.set(i, j, rows.get(i, j));
                }
                y.set(i, 0, rows.get(i, inner));
                all += y.get(i, 0) * y.get(i, 0);
            }
            ThinSvd svd = LinearAlgebra.best().svd(left);
            double[] along = LinearAlgebra.best().multiplyTransposeA(svd.u(), y).data();
            for (int k = 0; k < inner; k++) {
                double[] row = new double[inner + 1];
                for (int j = 0; j < inner; j++) {
                    row[j] = svd.s().get(0, k) * svd.v().get(j, k);
                }
                row[inner] = along[k];
                all -= along[k] * along[k];
                append(t, row);
            }
            rest += rows.rows() - inner;
            squares += Math.max(0, all);
        }

        private void append(int t, double... row) {
            for (int j = 0; j < row.length; j++) {
                kept.set(size, j, row[j]);
            }
            task[size++] = t;
        }

        WhiteRows rows(int tasks, double logWeights) {
            double[] z = new double[size];
            double[] y = new double[size];
            double[] ones = new double[size];
            Matrix x = Matrix.zeros(size, features);
            for (int i = 0; i < size; i++) {
                z[i] = kept.get(i, 0);
                y[i] = kept.get(i, features + 1);
                ones[i] = 1;
                for (int j = 0; j < features; j++) {
                    x.set(i, j, kept.get(i, j + 1));
                }
            }
            return new WhiteRows(
                    Arrays.copyOf(task, size), y, z, DenseInputs.of(x), ones, tasks, rest, squares, logWeights);
        }
    }
}
