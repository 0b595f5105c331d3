package dev.kith.data.prepare;

import dev.kith.data.Collapsed;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.shape.Shapes;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Features that differ between tasks and not within any, and what they are there.
 *
 * @param columns which features, ascending
 * @param values tasks x columns
 */
public record TaskAttributes(List<Integer> columns, Matrix values) {
    /** Of data without such features. */
    public static final TaskAttributes NONE = new TaskAttributes(List.of(), Matrix.zeros(0, 0));

    /** What few rows spread by is off by their rounding, and that of their mean. */
    private static final double ROUNDINGS = 8;

    /** Means of the same numbers differ by rounding, relative to them. */
    private static final double SAME = 1e-12;

    public TaskAttributes {
        columns = List.copyOf(columns);
        Shapes.require("values of attributes", values, values.rows(), columns.size());
        values = values.frozen();
    }

    /** Of dense rows of which some task has several, or their moments; of others none are known. */
    public static TaskAttributes of(Dataset data) {
        if (!(data.inputs() instanceof DenseInputs dense)) {
            return NONE;
        }
        if (data.collapsed().isPresent()) {
            return ofMoments(data, dense.values(), data.collapsed().get());
        }
        if (data.size() == data.taskCount()) {
            return NONE;
        }
        Matrix x = dense.values();
        int[] first = new int[data.taskCount()];
        Arrays.fill(first, -1);
        boolean[] varies = new boolean[x.cols()];
        boolean[] differs = new boolean[x.cols()];
        for (int o = 0; o < data.size(); o++) {
            int row = data.row(o);
            int t = data.task(o);
            first[t] = first[t] < 0 ? row : first[t];
            for (int j = 0; j < varies.length; j++) {
                varies[j] |= x.get(row, j) != x.get(first[t], j);
                differs[j] |= x.get(row, j) != x.get(data.row(0), j);
            }
        }
        int[] found = IntStream.range(0, varies.length)
                .filter(j -> differs[j] && !varies[j])
                .toArray();
        if (found.length == 0 || IntStream.of(first).anyMatch(row -> row < 0)) {
            return NONE;
        }
        Matrix values = Matrix.zeros(first.length, found.length);
        for (int t = 0; t < first.length; t++) {
            for (int a = 0; a < found.length; a++) {
                values.set(t, a, x.get(first[t], found[a]));
            }
        }
        return new TaskAttributes(IntStream.of(found).boxed().toList(), values);
    }

    /** Of few rows that stand for many: what spreads within tasks by no more than rounding may have added. */
    private static TaskAttributes ofMoments(Dataset data, Matrix x, Collapsed rows) {
        int tasks = data.taskCount();
        if (IntStream.range(0, tasks).noneMatch(t -> rows.labels(t) > 1)
                || IntStream.range(0, tasks).anyMatch(t -> rows.labels(t) == 0)) {
            return NONE;
        }
        double[] weight = new double[tasks];
        Matrix mean = Matrix.zeros(tasks, x.cols());
        for (int o = 0; o < data.size(); o++) {
            weight[data.task(o)] += data.weight(o);
        }
        for (int o = 0; o < data.size(); o++) {
            int t = data.task(o);
            for (int j = 0; j < x.cols(); j++) {
                mean.add(t, j, data.weight(o) / weight[t] * x.get(data.row(o), j));
            }
        }
        Matrix spread = Matrix.zeros(tasks, x.cols());
        for (int o = 0; o < data.size(); o++) {
            int t = data.task(o);
            for (int j = 0; j < x.cols(); j++) {
                double apart = x.get(data.row(o), j) - mean.get(t, j);
                spread.add(t, j, data.weight(o) * apart * apart);
            }
        }
        int[] found = IntStream.range(0, x.cols())
                .filter(j -> differs(mean, j)
                        && IntStream.range(0, tasks)
                                .allMatch(t -> Math.sqrt(spread.get(t, j)) <= ROUNDINGS * rows.error(t, 1 + j)))
                .toArray();
        Matrix values = Matrix.zeros(tasks, found.length);
        for (int t = 0; t < tasks; t++) {
            for (int a = 0; a < found.length; a++) {
                values.set(t, a, mean.get(t, found[a]));
            }
        }
        return found.length == 0
                ? NONE
                : new TaskAttributes(IntStream.of(found).boxed().toList(), values);
    }

    private static boolean differs(Matrix mean, int column) {
        double[] of = mean.column(column);
        double least = Arrays.stream(of).min().orElse(0);
        double most = Arrays.stream(of).max().orElse(0);
        return most - least > SAME * Math.max(Math.abs(least), Math.abs(most));
    }

    public boolean isEmpty() {
        return columns.isEmpty();
    }

    /** What they are called. */
    public List<String> names(List<String> features) {
        return columns.stream().map(features::get).toList();
    }

    /** The mean over tasks of attribute number a. */
    public double mean(int a) {
        return Arrays.stream(values.column(a)).average().orElse(Double.NaN);
    }

    /** What attribute number a is in a row of features. */
    public double of(Inputs x, int row, int a) {
        int column = columns.get(a);
        if (x instanceof DenseInputs dense) {
            return dense.values().get(row, column);
        }
        if (x instanceof SparseInputs sparse) {
            SparseRows rows = sparse.values();
            double value = 0;
            for (int k = rows.start(row); k < rows.end(row); k++) {
                value = rows.indices()[k] == column ? rows.values()[k] : value;
            }
            return value;
        }
        throw new DataException(
                "attributes of tasks are numeric features, got " + x.getClass().getSimpleName());
    }

    /** Refuses what does not belong to so many features and tasks, some of which may have come later. */
    public void require(int features, int tasks) {
        if (columns.stream().anyMatch(j -> !(j >= 0 && j < features)) || values.rows() > tasks) {
            throw new IllegalArgumentException("attributes must be some of " + features + " features for at most "
                    + tasks + " tasks, got " + columns + " for " + values.rows());
        }
    }
}
