package dev.kith.structure;

import dev.kith.data.DataException;
import dev.kith.data.NamedMatrix;
import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.linalg.Matrix;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A given similarity of tasks, {@code metric}: A is the matrix itself, symmetric and positive semidefinite. */
record Metric(NamedMatrix similarity) implements Structure {
    public Metric {
        Matrix m = similarity.values();
        if (!similarity.rows().equals(similarity.cols())) {
            throw new DataException("metric: rows and columns must name the same tasks in the same order");
        }
        if (m.plus(-1, m.transpose()).maxAbs() > 1e-9 * m.maxAbs()) {
            throw new DataException("metric: the matrix must be symmetric");
        }
    }

    @Override
    public String name() {
        return "metric";
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of("metric", digest());
    }

    @Override
    public boolean namesTasks() {
        return true;
    }

    /** Whatever the order of the tasks. */
    private String digest() {
        List<String> sorted = similarity.rows().stream().sorted().toList();
        Matrix ordered = matrix(sorted);
        Map<String, double[]> columns = new HashMap<>();
        for (int t = 0; t < sorted.size(); t++) {
            columns.put(sorted.get(t), ordered.column(t));
        }
        return Texts.digest(columns);
    }

    @Override
    public Matrix matrix(List<String> tasks) {
        Map<String, Integer> positions = Checks.positions(similarity.rows());
        int[] at = new int[tasks.size()];
        for (int t = 0; t < at.length; t++) {
            at[t] = Checks.position(positions, tasks.get(t), "metric");
        }
        return similarity.values().selectRows(at).transpose().selectRows(at).symmetrized();
    }
}
