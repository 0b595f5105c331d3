package dev.kith.cli;

import dev.kith.data.DataException;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.KernelModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelFile;
import dev.kith.model.NodeModel;
import dev.kith.structure.LearnedGraph;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The graph of tasks behind a model. */
final class ModelGraph {
    /** Methods whose structure is the inverse of a graph's Laplacian with a ridge. */
    private static final List<String> LAPLACIANS = List.of("graph", "learned-graph");

    private ModelGraph() {}

    /** From the structure of the model or, where its method has none, from how alike the weights of its tasks are. */
    static LearnedGraph of(ModelFile.Content content, @Nullable Double threshold) {
        if (content.stability().isEmpty()) {
            return of(content.model(), threshold);
        }
        // Ties were counted by the general rule, so that is what they must be here.
        return general(content.model(), threshold)
                .withRefits(content.stability().get());
    }

    /** The same for a model alone. */
    static LearnedGraph of(Model model, @Nullable Double threshold) {
        Optional<Matrix> structure = model.structure();
        return threshold == null && LAPLACIANS.contains(model.info().method()) && structure.isPresent()
                ? LearnedGraph.ofLaplacian(model.info().tasks(), structure.get())
                : general(model, threshold);
    }

    private static LearnedGraph general(Model model, @Nullable Double threshold) {
        Matrix structure = structure(model)
                .orElseThrow(() -> new DataException("the model has no graph: method "
                        + model.info().method() + " has neither a structure nor weights of single features"));
        OptionalDouble least = threshold == null ? OptionalDouble.empty() : OptionalDouble.of(threshold);
        return LearnedGraph.of(model.info().tasks(), structure, least);
    }

    /** T x T; empty where there is neither a structure nor a linear model. */
    static Optional<Matrix> structure(Model model) {
        return model.structure()
                .or(() -> linear(model)
                        .map(linear -> LinearAlgebra.best().multiplyTransposeA(linear.weights(), linear.weights())));
    }

    /** The model with explicit weights, where it has them. */
    static Optional<LinearModel> linear(Model model) {
        if (model instanceof LinearModel linear) {
            return Optional.of(linear);
        }
        if (model instanceof NodeModel nodes) {
            return nodes.linear();
        }
        return model instanceof KernelModel kernel ? kernel.linear() : Optional.empty();
    }
}
