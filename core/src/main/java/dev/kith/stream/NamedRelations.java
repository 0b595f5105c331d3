package dev.kith.stream;

import dev.kith.data.DataException;
import dev.kith.data.NamedMatrix;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.online.TaskRelations;
import dev.kith.structure.StructureFiles;
import dev.kith.structure.TaskGraph;
import dev.kith.structure.matrix.TaskMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Relations between tasks, with the tasks' names. */
record NamedRelations(List<String> tasks, TaskRelations relations) {
    private static final String GRAPH = "graph:";

    public NamedRelations {
        tasks = List.copyOf(tasks);
    }

    /**
     * From {@code graph:FILE} (task,task[,weight] lines), a model file ({@code .kith}: its structure matrix), or a task x
     * task CSV of an interaction matrix.
     */
    public static NamedRelations read(String text) throws IOException {
        if (text.startsWith(GRAPH)) {
            return ofGraph(StructureFiles.graph(Path.of(text.substring(GRAPH.length()))));
        }
        Path file = Path.of(text);
        try {
            return text.endsWith(".kith") ? ofModel(file) : ofMatrix(StructureFiles.matrix(file));
        } catch (IllegalArgumentException e) {
            throw new DataException(file + ": " + e.getMessage(), e);
        }
    }

    private static NamedRelations ofGraph(TaskGraph graph) {
        Set<String> names = new LinkedHashSet<>();
        for (TaskGraph.Edge edge : graph.edges()) {
            names.add(edge.a());
            names.add(edge.b());
        }
        List<String> tasks = List.copyOf(names);
        TaskMatrix.requireDense("a stream with a graph of tasks", tasks.size(), 3);
        return new NamedRelations(tasks, TaskRelations.of(graph.laplacian(tasks).plusDiagonal(1)));
    }

    private static NamedRelations ofModel(Path file) throws IOException {
        Model model = ModelFile.read(file);
        Matrix structure = model.structure()
                .map(TaskMatrix::dense)
                .orElseThrow(() -> new DataException(file + ": the model has no structure to take over; fit one with"
                        + " --method mtrl, okl, mtfl, sparse, cluster, mean, graph, ..."));
        return new NamedRelations(model.info().tasks(), TaskRelations.structure(structure));
    }

    private static NamedRelations ofMatrix(NamedMatrix matrix) {
        if (!matrix.rows().equals(matrix.cols())) {
            throw new IllegalArgumentException("rows and columns must name the same tasks in the same order");
        }
        return new NamedRelations(matrix.rows(), TaskRelations.of(matrix.values()));
    }
}
