package dev.kith.convex.sum;

import dev.kith.convex.solver.Scaled;
import dev.kith.data.Collapsed;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.prepare.TaskAttributes;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Data whose features are there twice, (x of the tasks' own weights, x of the shared ones), so that a predictor of these is
 * x'v_t + x'w_0. Attributes of tasks, which are the same in all rows of a task, have shared weights only.
 *
 * @param own which features tasks have weights of their own for, ascending
 * @param features how many there are
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
public record OwnAndShared(int[] own, int features) {
    private static final String SHARED = " (shared)";

    public static OwnAndShared of(Dataset data) {
        int d = data.inputs().numericFeatures();
        List<Integer> attributes = TaskAttributes.of(data).columns();
        int[] own = IntStream.range(0, d).filter(j -> !attributes.contains(j)).toArray();
        return new OwnAndShared(own.length == 0 ? IntStream.range(0, d).toArray() : own, d);
    }

    public Dataset apply(Dataset data) {
        Dataset made = data.withInputs(twice(data.inputs()));
        return data.collapsed()
                .map(rows -> made.standingFor(new Twice(rows, this)))
                .orElse(made);
    }

    /** Where the shared weight of a feature is. */
    public int shared(int feature) {
        return own.length + feature;
    }

    /** Rounded such that the sums of own and shared weights, and what is left of them without the shared ones, are exact in doubles. */
    public Scaled.Saved rounded(Scaled.Saved saved) {
        Matrix weights = saved.coefficients().copy();
        int tasks = weights.cols();
        for (int k = 0; k < own.length; k++) {
            double largest = Math.abs(weights.get(shared(own[k]), 0));
            for (int t = 0; t < tasks; t++) {
                largest = Math.max(largest, Math.abs(weights.get(k, t)));
            }
            double unit = Math.max(Math.ulp(largest) * 2, Double.MIN_NORMAL);
            for (int t = 0; t < tasks; t++) {
                weights.set(k, t, multiple(weights.get(k, t), unit));
                weights.set(shared(own[k]), t, multiple(weights.get(shared(own[k]), t), unit));
            }
        }
        return new Scaled.Saved(weights, saved.intercept());
    }

    /** @param unit a power of 2, so that nothing but the last step rounds: sums of two are multiples of no more than 53 bits */
    private static double multiple(double x, double unit) {
        return Math.rint(x / unit) * unit;
    }

    /** The feature behind column {@code column} of the made ones. */
    private int behind(int column) {
        return column < own.length ? own[column] : column - own.length;
    }

    private int width() {
        return own.length + features;
    }

    private Inputs twice(Inputs x) {
        if (x instanceof DenseInputs dense) {
            Matrix from = dense.values();
            Matrix to = Matrix.zeros(from.rows(), width());
            for (int i = 0; i < from.rows(); i++) {
                for (int j = 0; j < width(); j++) {
                    to.set(i, j, from.get(i, behind(j)));
                }
            }
            return new DenseInputs(to, names(x.features()));
        }
        if (x instanceof SparseInputs sparse) {
            return new SparseInputs(twice(sparse.values()), names(x.features()));
        }
        throw new DataException("a common part needs numeric features in memory, got "
                + x.getClass().getSimpleName());
    }

    /** Of sparse rows no attributes are known, so that all features are there twice. */
    private SparseRows twice(SparseRows from) {
        int[] starts = new int[from.rows() + 1];
        int[] indices = new int[2 * from.nonZeros()];
        double[] values = new double[indices.length];
        for (int i = 0; i < from.rows(); i++) {
            int count = from.end(i) - from.start(i);
            for (int k = 0; k < count; k++) {
                indices[starts[i] + k] = from.index(from.start(i) + k);
                indices[starts[i] + count + k] = shared(from.index(from.start(i) + k));
                values[starts[i] + k] = from.value(from.start(i) + k);
                values[starts[i] + count + k] = values[starts[i] + k];
            }
            starts[i + 1] = starts[i] + 2 * count;
        }
        return new SparseRows(width(), starts, indices, values);
    }

    private List<String> names(List<String> features) {
        List<String> all = new ArrayList<>();
        for (int j : own) {
            all.add(features.get(j));
        }
        Set<String> taken = new HashSet<>(features);
        for (String feature : features) {
            StringBuilder name = new StringBuilder(feature + SHARED);
            while (!taken.add(name.toString())) {
                name.append('\'');
            }
            all.add(name.toString());
        }
        return all;
    }

    /** Few rows that stand for many, every column's rounding counted where it is. */
    private record Twice(Collapsed all, OwnAndShared columns) implements Collapsed {
        @Override
        public long rows() {
            return all.rows();
        }

        @Override
        public long labels(int task) {
            return all.labels(task);
        }

        @Override
        public double error(int task, int column) {
            return all.error(task, column == 0 ? 0 : 1 + columns.behind(column - 1));
        }

        @Override
        public List<Fold> folds(int k, long seed) {
            return all.folds(k, seed);
        }

        @Override
        public int blocks() {
            return all.blocks();
        }

        @Override
        public Dataset block(int block) {
            return all.block(block);
        }
    }
}
