package dev.kith.adapt;

import dev.kith.data.DataException;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.structure.Relation;
import dev.kith.structure.Structure;
import dev.kith.structure.penalty.Extension;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How new tasks find their places, for each relation between tasks. */
final class Places {
    private static final double RANK_TOLERANCE = 1e-12;

    private final Trained trained;
    private final Relation relation;
    private final List<String> tasks;
    private final Matrix products;
    private final double lambda;

    /** @param newcomers names of the new tasks */
    Places(Trained trained, Relation relation, List<String> newcomers) {
        this.trained = trained;
        this.relation = relation;
        this.tasks = new ArrayList<>(trained.tasks());
        tasks.addAll(newcomers);
        products = trained.products();
        lambda = trained.info()
                .lambda()
                .orElseThrow(() -> new DataException("the model does not say its lambda; fit it again"));
        if (!relation.name().equals(trained.info().method())) {
            throw new IllegalArgumentException("relation must be the one the model was fitted with, '"
                    + trained.info().method() + "', got '" + relation.name() + "'");
        }
    }

    /** W'W of the trained tasks. */
    Matrix products() {
        return products;
    }

    /** Whether all tasks are one, intercept included. */
    boolean pooled() {
        return relation.pooling();
    }

    /** The place of new task number t. */
    Place of(int t) {
        if (relation instanceof Structure known) {
            return known(known, trained.tasks().size() + t);
        }
        if (!relation.convex()) {
            throw new DataException("a model of method '" + relation.name() + "' takes no new tasks");
        }
        Optional<Extension> extension = relation.extension(trained.structure(), products, lambda);
        if (extension.isPresent()) {
            return new Learned(extension.get(), lambda);
        }
        List<String> all = new ArrayList<>(trained.tasks());
        all.add(tasks.get(all.size() + t));
        return new Relearned(relation.penalty(all, lambda), products, lambda);
    }

    private static Matrix pseudoInverse(Matrix a) {
        SymmetricEigen eigen = LinearAlgebra.best().eigen(a);
        double top = Math.max(0, eigen.value(eigen.size() - 1));
        return eigen.rebuild(value -> value > RANK_TOLERANCE * top ? 1 / value : 0);
    }

    /** c = A_oo^-1 A_on and s = A_nn - A_no c of the known matrix over trained and new tasks. */
    private Place known(Structure structure, int at) {
        int count = trained.tasks().size();
        Matrix all = structure.matrix(tasks);
        Matrix block = Matrix.zeros(count, count);
        Matrix column = Matrix.zeros(count, 1);
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                block.set(i, j, all.get(i, j));
            }
            column.set(i, 0, all.get(i, at));
        }
        Matrix c = LinearAlgebra.best().multiply(pseudoInverse(block), column);
        double s = all.get(at, at) - c.dot(column);
        return Place.Known.of(c.data(), s > RANK_TOLERANCE * all.get(at, at) ? s : 0, lambda);
    }
}
