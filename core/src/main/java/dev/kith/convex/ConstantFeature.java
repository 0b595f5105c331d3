package dev.kith.convex;

import dev.kith.data.Collapsed;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.data.prepare.TaskAttributes;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.ArrayList;
import java.util.List;

/**
 * Data with one more feature that is the same for all rows, features and labels with their means taken away: x' = (x - m, value),
 * y' = y - base of the task. A predictor of these without intercept has one, which costs what a weight costs.
 *
 * @param units of centring alone: means of the features, bases as means of the labels, all scales 1
 * @param value of the feature, &gt; 0
 */
public record ConstantFeature(Standardizer units, double value) {
    private static final String NAME = "(intercept)";

    /** What rounding leaves of the sum of the weights of few rows that stand for many. */
    private static final double ROUNDING = 0x1p-46;

    /** The data with the feature, without the means. */
    public Dataset apply(Dataset data) {
        Dataset centred = units.apply(data);
        Dataset made = centred.withInputs(beside(centred.inputs(), value));
        return data.collapsed()
                .map(rows -> made.standingFor(
                        new Counted(rows, data.inputs().features().size(), errors(data))))
                .orElse(made);
    }

    /**
     * Features that differ between tasks and not within any, of which some has several rows: free intercepts leave them nothing to
     * explain. Of dense inputs; empty for others.
     */
    public static List<String> withinTasks(Dataset data) {
        return TaskAttributes.of(data).names(data.inputs().features());
    }

    /** Inputs with one more feature, the last, that is {@code value} for all rows. */
    public static Inputs beside(Inputs x, double value) {
        List<String> features = names(x.features());
        if (x instanceof DenseInputs dense) {
            Matrix from = dense.values();
            Matrix to = Matrix.zeros(from.rows(), from.cols() + 1);
            for (int i = 0; i < from.rows(); i++) {
                System.arraycopy(from.data(), i * from.cols(), to.data(), i * to.cols(), from.cols());
                to.set(i, from.cols(), value);
            }
            return new DenseInputs(to, features);
        }
        if (x instanceof SparseInputs sparse) {
            return new SparseInputs(beside(sparse.values(), value), features);
        }
        throw new DataException("intercepts that are drawn together need numeric features in memory, got "
                + x.getClass().getSimpleName());
    }

    private static SparseRows beside(SparseRows from, double value) {
        int n = from.rows();
        int[] starts = new int[n + 1];
        int[] indices = new int[from.nonZeros() + n];
        double[] values = new double[indices.length];
        for (int i = 0; i < n; i++) {
            int count = from.end(i) - from.start(i);
            System.arraycopy(from.indices(), from.start(i), indices, starts[i], count);
            System.arraycopy(from.values(), from.start(i), values, starts[i], count);
            starts[i + 1] = starts[i] + count + 1;
            indices[starts[i + 1] - 1] = from.cols();
            values[starts[i + 1] - 1] = value;
        }
        return new SparseRows(from.cols() + 1, starts, indices, values);
    }

    /** The features' names and that of the last, which none of them has. */
    public static List<String> names(List<String> features) {
        StringBuilder name = new StringBuilder(NAME);
        while (features.contains(name.toString())) {
            name.append('\'');
        }
        List<String> all = new ArrayList<>(features);
        all.add(name.toString());
        return all;
    }

    /** Of the constant column, by task: the few rows have the weight of all but for rounding. */
    private double[] errors(Dataset data) {
        double[] weight = new double[data.taskCount()];
        for (int o = 0; o < data.size(); o++) {
            weight[data.task(o)] += data.weight(o);
        }
        double[] errors = new double[weight.length];
        for (int t = 0; t < errors.length; t++) {
            errors[t] = ROUNDING * value * Math.sqrt(weight[t]);
        }
        return errors;
    }

    /** The same rows, with what rounding did to the last column. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Counted(Collapsed all, int features, double[] last) implements Collapsed {
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
            return column == features + 1 ? last[task] : all.error(task, column);
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
