package dev.kith.adapt;

import dev.kith.data.DataException;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.structure.Clustered;
import dev.kith.structure.LogDet;
import dev.kith.structure.Pooled;
import dev.kith.structure.Relation;
import dev.kith.structure.Schatten;
import dev.kith.structure.SparseRelations;
import dev.kith.structure.Structure;
import dev.kith.structure.TraceConstrained;
import java.util.ArrayList;
import java.util.List;

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
        return relation instanceof Pooled;
    }

    /** The place of new task number t. */
    Place of(int t) {
        Matrix a = trained.structure();
        if (relation instanceof Structure known) {
            return known(known, trained.tasks().size() + t);
        }
        if (relation instanceof Schatten schatten) {
            double rho = schatten.rho().orElse(lambda);
            return new Learned(new SchattenExtension(a, products, schatten.p(), rho), lambda);
        }
        if (relation instanceof LogDet logDet) {
            double rho = logDet.rho().orElse(lambda);
            return new Learned(new LogDetExtension(a, products, logDet.mu(), rho), lambda);
        }
        if (relation instanceof TraceConstrained trace) {
            return new Learned(new SchattenExtension(a, products, 1, price(trace)), lambda);
        }
        if (relation instanceof SparseRelations sparse) {
            return new Learned(new SparseExtension(a, lambda, sparse.mu(), sparse.eps()), lambda);
        }
        if (relation instanceof Clustered) {
            List<String> all = new ArrayList<>(trained.tasks());
            all.add(tasks.get(all.size() + t));
            return new Relearned(relation.penalty(all, lambda), products, lambda);
        }
        throw new DataException("a model of method '" + relation.name() + "' takes no new tasks");
    }

    /**
     * What the trained tasks pay for a unit of the trace they had to share: nu with lambda tr(A^-1 W'W) + nu tr A least
     * at their A, so that the new task has its trace at the same price instead of at theirs.
     */
    private double price(TraceConstrained trace) {
        if (trace.lambda1() > 0) {
            throw new DataException("new tasks join models of method 'mtrl' with lambda1 0, got " + trace.lambda1());
        }
        Matrix a = trained.structure();
        double cost = pseudoInverse(a).dot(products);
        return cost > 0 ? lambda * cost / a.trace() : lambda;
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
