package dev.kith.structure;

import dev.kith.linalg.Matrix;
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
        int t = tasks.size();
        return Matrix.zeros(t, t).map(zero -> 1.0 / t);
    }
}
