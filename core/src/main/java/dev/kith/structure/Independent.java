package dev.kith.structure;

import dev.kith.linalg.Matrix;
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
        return Matrix.identity(tasks.size());
    }
}
