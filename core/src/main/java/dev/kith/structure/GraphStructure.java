package dev.kith.structure;

import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.List;
import java.util.Map;

/** Neighbours in a graph are alike, {@code graph}: A^-1 = Laplacian + gamma I, gamma &gt; 0. */
record GraphStructure(TaskGraph graph, double gamma) implements Structure {
    public GraphStructure {
        Checks.requirePositive("gamma", gamma);
    }

    @Override
    public String name() {
        return Relations.GRAPH;
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of("graph", graph.text(), "gamma", Texts.number(gamma));
    }

    @Override
    public boolean namesTasks() {
        return true;
    }

    @Override
    public Matrix matrix(List<String> tasks) {
        return taskMatrix(tasks).dense();
    }

    @Override
    public TaskMatrix taskMatrix(List<String> tasks) {
        return graph.network(tasks, gamma);
    }
}
