package dev.kith.structure;

import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskSpectrum;
import java.util.List;
import java.util.Map;

/**
 * One model for all tasks, {@code pooled}: A = 11'/T, the limit of {@link MeanVariance} for large gamma, and one common
 * intercept.
 */
record Pooled() implements Structure {
    @Override
    public String name() {
        return "pooled";
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of();
    }

    @Override
    public boolean pooling() {
        return true;
    }

    @Override
    public Matrix matrix(List<String> tasks) {
        return taskMatrix(tasks).dense();
    }

    @Override
    public TaskMatrix taskMatrix(List<String> tasks) {
        double length = 1 / Math.sqrt(tasks.size());
        return new TaskSpectrum(Matrix.zeros(tasks.size(), 1).map(zero -> length), new double[] {1}, 0);
    }
}
