package dev.kith.structure;

import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.List;
import java.util.Map;

/** Single-task learning, {@code stl}: A = I, nothing is shared. */
record Independent() implements Structure {
    @Override
    public String name() {
        return "stl";
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of();
    }

    @Override
    public Matrix matrix(List<String> tasks) {
        return taskMatrix(tasks).dense();
    }

    @Override
    public TaskMatrix taskMatrix(List<String> tasks) {
        return TaskMatrix.identity(tasks.size());
    }
}
