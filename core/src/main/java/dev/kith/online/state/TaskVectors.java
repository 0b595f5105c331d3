package dev.kith.online.state;

import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import java.util.Arrays;

/** One weight vector per task, and their saved form. */
final class TaskVectors {
    private WeightVector[] vectors = new WeightVector[0];

    int size() {
        return vectors.length;
    }

    void grow(int tasks) {
        int old = vectors.length;
        if (tasks > old) {
            vectors = Arrays.copyOf(vectors, tasks);
            for (int t = old; t < tasks; t++) {
                vectors[t] = new WeightVector();
            }
        }
    }

    WeightVector of(int task) {
        return vectors[task];
    }

    /** Saves the non-zeros of all vectors, task after task. */
    void save(Snapshot.Builder to, String name) {
        int[][] nonZeros = new int[vectors.length][];
        int[] starts = new int[vectors.length + 1];
        int[] widths = new int[vectors.length];
        for (int t = 0; t < vectors.length; t++) {
            nonZeros[t] = vectors[t].nonZeros();
            starts[t + 1] = Math.addExact(starts[t], nonZeros[t].length);
            widths[t] = vectors[t].width();
        }
        int[] indices = new int[starts[vectors.length]];
        double[] values = new double[indices.length];
        for (int t = 0; t < vectors.length; t++) {
            System.arraycopy(nonZeros[t], 0, indices, starts[t], nonZeros[t].length);
            for (int k = starts[t]; k < starts[t + 1]; k++) {
                values[k] = vectors[t].get(indices[k]);
            }
        }
        to.indices(name + " starts", starts)
                .indices(name + " widths", widths)
                .indices(name + " features", indices)
                .numbers(name + " values", values);
    }

    static TaskVectors restore(Snapshot from, String name) {
        int[] starts = from.indices(name + " starts");
        int[] widths = from.indices(name + " widths");
        TaskVectors restored = new TaskVectors();
        restored.grow(widths.length);
        Row row = new Row();
        for (int t = 0; t < widths.length; t++) {
            row.point(from.indices(name + " features"), from.numbers(name + " values"), starts[t], starts[t + 1]);
            restored.of(t).add(1, row);
            restored.of(t).widen(widths[t]);
        }
        return restored;
    }
}
