package dev.kith.report;

import dev.kith.linalg.Matrix;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a method learned about how tasks belong together. Every part may be missing: null, or an empty list.
 *
 * @param similarities task x task matrices, the most telling one first
 * @param directions null where tasks do not share any
 */
public record TaskStructure(
        List<Similarity> similarities,
        @Nullable Graph graph,
        @Nullable Tree tree,
        @Nullable Directions directions) {
    /** Nothing was learned, or there is nobody to be like. */
    public static final TaskStructure NONE = new TaskStructure(List.of(), null, null, null);

    public TaskStructure {
        similarities = List.copyOf(similarities);
    }

    public TaskStructure withSimilarities(List<Similarity> matrices) {
        return new TaskStructure(matrices, graph, tree, directions);
    }

    public TaskStructure withGraph(@Nullable Graph drawn) {
        return new TaskStructure(similarities, drawn, tree, directions);
    }

    public TaskStructure withTree(@Nullable Tree drawn) {
        return new TaskStructure(similarities, graph, drawn, directions);
    }

    public TaskStructure withDirections(@Nullable Directions shared) {
        return new TaskStructure(similarities, graph, tree, shared);
    }

    /** A task x task matrix with entries from -1 (opposite) to 1 (alike). */
    public record Similarity(String name, String explain, Matrix matrix) {}

    /** Ties between tasks, drawn as lines. {@code name} is what the strength is, e.g. "partial correlation". */
    public record Graph(String name, String explain, List<Edge> edges) {
        public Graph {
            edges = List.copyOf(edges);
        }
    }

    /**
     * Tasks a and b with a strength from -1 to 1, not 0.
     *
     * @param stability the share of refits to resampled data in which the tie appeared; null where there were none
     */
    public record Edge(
            String a, String b, double strength, @Nullable Double stability) {
        public Edge(String a, String b, double strength) {
            this(a, b, strength, null);
        }
    }

    /** Nested sets of tasks and what each counts for; parents stand before their children. */
    public record Tree(String explain, List<Node> nodes) {
        public Tree {
            nodes = List.copyOf(nodes);
            for (int i = 0; i < nodes.size(); i++) {
                int parent = nodes.get(i).parent;
                if (!(parent >= -1 && parent < i)) {
                    throw new IllegalArgumentException(
                            "parent of node " + i + " must stand before it or be -1, got " + parent);
                }
            }
        }
    }

    /** {@code parent} is a position in the list of nodes, -1 for a root; {@code tasks} how many tasks are in it. */
    public record Node(String name, int parent, double weight, int tasks) {}
}
