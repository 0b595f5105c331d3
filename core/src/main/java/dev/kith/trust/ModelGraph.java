package dev.kith.trust;

import dev.kith.data.DataException;
import dev.kith.file.ModelFile;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.structure.Relations;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskNetwork;
import dev.kith.structure.ties.LearnedGraph;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** The graph of tasks behind a model. */
public final class ModelGraph {
    /** Methods whose structure is the inverse of a graph's Laplacian with a ridge: that graph is theirs. */
    private static final Set<String> LAPLACIANS = Set.of(Relations.GRAPH, Relations.LEARNED_GRAPH);

    /** Structure, similarities, their inverse and what it is found by. */
    private static final int COPIES = 5;

    private ModelGraph() {}

    /**
     * From the structure of the model or, where its method has none, from how alike the weights of its tasks are.
     *
     * @throws DataException if the model has neither
     */
    public static LearnedGraph of(Model model) {
        return of(model, OptionalDouble.empty());
    }

    /**
     * The same with another rule of what makes a tie.
     *
     * @param threshold the least size of a partial correlation, from 0 to 1; empty for the edges of the graph or the exact
     *     zeros of the structure where there are any, else {@link LearnedGraph#USUAL_THRESHOLD}
     */
    public static LearnedGraph of(Model model, OptionalDouble threshold) {
        if (threshold.isPresent()
                || !LAPLACIANS.contains(model.info().method())
                || model.structure().isEmpty()) {
            return general(model, threshold);
        }
        return model.structure().get() instanceof TaskNetwork network
                ? LearnedGraph.ofNetwork(model.info().tasks(), network)
                : LearnedGraph.ofLaplacian(
                        model.info().tasks(), model.structure().get().dense());
    }

    /** The same for all that a model file holds: ties know how often they appeared in refits, where that was found out. */
    public static LearnedGraph of(ModelFile.Content content, OptionalDouble threshold) {
        if (content.stability().isEmpty()) {
            return of(content.model(), threshold);
        }
        // Ties were counted by the general rule, so that is what they must be here.
        return general(content.model(), threshold)
                .withRefits(content.stability().get());
    }

    private static LearnedGraph general(Model model, OptionalDouble threshold) {
        TaskMatrix.requireDense(
                "a graph of ties by partial correlations", model.info().tasks().size(), COPIES);
        Matrix structure = structure(model)
                .orElseThrow(() -> new DataException("the model has no graph: method "
                        + model.info().method() + " has neither a structure nor weights of single features"));
        return LearnedGraph.of(model.info().tasks(), structure, threshold);
    }

    /** The structure, or W'W of explicit weights, T x T; empty where there is neither. */
    public static Optional<Matrix> structure(Model model) {
        return model.structure()
                .map(TaskMatrix::dense)
                .or(() -> model.linear()
                        .map(linear -> LinearAlgebra.best().multiplyTransposeA(linear.weights(), linear.weights())));
    }
}
