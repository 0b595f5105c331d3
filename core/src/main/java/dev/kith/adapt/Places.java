package dev.kith.adapt;

import dev.kith.data.DataException;
import dev.kith.linalg.Matrix;
import dev.kith.structure.Relation;
import dev.kith.structure.Structure;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.Extension;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How new tasks find their places, for each relation between tasks. */
final class Places {
    /** The structure of all tasks is minimised out again and again, T x T: beyond this fitting all tasks again is quicker. */
    private static final int MOST_RELEARNED = 2000;

    private final Trained trained;
    private final Relation relation;
    private final List<String> tasks;
    private final UnaryOperator<Matrix> products;
    private final double[] squares;
    private @Nullable TaskMatrix structure;
    private @Nullable Dependence dependence;
    private final double lambda;

    /** @param newcomers names of the new tasks */
    Places(Trained trained, Relation relation, List<String> newcomers) {
        this.trained = trained;
        this.relation = relation;
        this.tasks = new ArrayList<>(trained.tasks());
        tasks.addAll(newcomers);
        products = trained.products();
        squares = trained.squares();
        lambda = trained.info()
                .lambda()
                .orElseThrow(() -> new DataException("the model does not say its lambda; fit it again"));
        if (!relation.name().equals(trained.info().method())) {
            throw new IllegalArgumentException("relation must be the one the model was fitted with, '"
                    + trained.info().method() + "', got '" + relation.name() + "'");
        }
    }

    /** Multiplies by W'W of the trained tasks. */
    UnaryOperator<Matrix> products() {
        return products;
    }

    /** The diagonal of W'W. */
    double[] squares() {
        return squares;
    }

    /** The structure of trained and new tasks, where the relation knows it. */
    Optional<TaskMatrix> structure() {
        if (relation instanceof Structure known && structure == null) {
            structure = known.taskMatrix(tasks);
        }
        return Optional.ofNullable(structure);
    }

    /** Whether all tasks are one, intercept included. */
    boolean pooled() {
        return relation.pooling();
    }

    /** The place of new task number t. */
    Place of(int t) {
        int first = trained.tasks().size();
        if (structure().isPresent()) {
            Dependence found = dependence == null ? Dependence.in(structure().get(), first) : dependence;
            dependence = found;
            return found.of(first + t, lambda);
        }
        if (!relation.convex()) {
            throw new DataException("a model of method '" + relation.name() + "' takes no new tasks");
        }
        Optional<Extension> extension = relation.extension(trained.structure(), products, lambda);
        if (extension.isPresent()) {
            return new Learned(extension.get(), lambda);
        }
        if (first > MOST_RELEARNED) {
            throw new DataException("new tasks join a model of method '" + relation.name() + "' with at most "
                    + MOST_RELEARNED + " tasks, got " + first + "; fit all tasks again, or take another method");
        }
        List<String> all = new ArrayList<>(trained.tasks());
        all.add(tasks.get(all.size() + t));
        Matrix inner = products.apply(Matrix.identity(first)).symmetrized();
        return new Relearned(relation.penalty(all, lambda), inner, lambda);
    }
}
