package dev.kith.data.prepare;

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

    public TaskAttributes {
        columns = List.copyOf(columns);
        Shapes.require("values of attributes", values, values.rows(), columns.size());
        values = values.frozen();
    }

    /** Of dense rows of which some task has several; of others none are known. */
    public static TaskAttributes of(Dataset data) {
        if (!(data.inputs() instanceof DenseInputs dense)
                || data.size() == data.taskCount()
                || data.collapsed().isPresent()) {
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
