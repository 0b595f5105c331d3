package dev.kith.online.state;

import dev.kith.linalg.Matrix;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import java.util.Arrays;

/**
 * Weights laid out feature by feature: one row of a number per task for every feature that was ever touched. A
 * prediction for one task reads one number per non-zero, an update that moves every task writes neighbours in memory.
 */
public final class FeatureRows {
    private static final double[] UNTOUCHED = new double[0];

    private double[][] rows = new double[0][];
    private int tasks;

    /** The row of a feature for reading; of length 0 where it was never touched. */
    public double[] row(int feature) {
        return feature < rows.length ? rows[feature] : UNTOUCHED;
    }

    /** The row of a feature for writing. */
    public double[] touch(int feature) {
        if (feature >= rows.length) {
            int old = rows.length;
            rows = Arrays.copyOf(rows, Math.max(feature + 1, old + (old >> 1)));
            Arrays.fill(rows, old, rows.length, UNTOUCHED);
        }
        double[] row = rows[feature];
        if (row.length == 0) {
            row = new double[tasks];
            rows[feature] = row;
        }
        return row;
    }

    public int tasks() {
        return tasks;
    }

    /** Makes room for more tasks, with zeros. */
    public void grow(int newTasks) {
        if (newTasks > tasks) {
            tasks = newTasks;
            for (int f = 0; f < rows.length; f++) {
                double[] row = rows[f];
                if (row.length > 0) {
                    rows[f] = Arrays.copyOf(row, newTasks);
                }
            }
        }
    }

    /** sum over x of x_f rows_f[task]. */
    public double dot(int task, Row x) {
        int[] indices = x.indices();
        double[] values = x.values();
        double sum = 0;
        for (int k = x.start(), end = x.end(); k < end; k++) {
            double[] row = row(indices[k]);
            if (row.length > 0) {
                sum += values[k] * row[task];
            }
        }
        return sum;
    }

    /** out_j = sum over x of x_f rows_f[j] for every task j. */
    void productsInto(double[] out, Row x) {
        Arrays.fill(out, 0, tasks, 0);
        int[] indices = x.indices();
        double[] values = x.values();
        for (int k = x.start(), end = x.end(); k < end; k++) {
            double[] row = row(indices[k]);
            if (row.length > 0) {
                double value = values[k];
                for (int j = 0; j < tasks; j++) {
                    out[j] += value * row[j];
                }
            }
        }
    }

    /** One more than the largest feature touched. */
    public int width() {
        int width = rows.length;
        while (width > 0 && rows[width - 1].length == 0) {
            width--;
        }
        return width;
    }

    /** The same numbers as a features x tasks matrix. */
    public Matrix toMatrix(int features) {
        Matrix matrix = Matrix.zeros(features, tasks);
        for (int f = 0; f < features; f++) {
            System.arraycopy(row(f), 0, matrix.data(), f * tasks, row(f).length);
        }
        return matrix;
    }

    public void save(Snapshot.Builder to, String name) {
        int[] features = new int[rows.length];
        int count = 0;
        for (int f = 0; f < rows.length; f++) {
            if (rows[f].length > 0) {
                features[count++] = f;
            }
        }
        double[] values = new double[Math.multiplyExact(count, tasks)];
        for (int k = 0; k < count; k++) {
            System.arraycopy(touch(features[k]), 0, values, k * tasks, tasks);
        }
        to.counts(name + " tasks", tasks)
                .indices(name + " features", Arrays.copyOf(features, count))
                .numbers(name + " values", values);
    }

    public static FeatureRows restore(Snapshot from, String name) {
        FeatureRows restored = new FeatureRows();
        restored.grow((int) from.count(name + " tasks"));
        int[] features = from.indices(name + " features");
        double[] values = from.numbers(name + " values");
        for (int k = 0; k < features.length; k++) {
            System.arraycopy(values, k * restored.tasks, restored.touch(features[k]), 0, restored.tasks);
        }
        return restored;
    }
}
