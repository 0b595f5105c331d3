package dev.kith.structure;

import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.linalg.Matrix;
import dev.kith.structure.extension.SparseExtension;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.Extension;
import dev.kith.structure.penalty.StructurePenalty;
import dev.kith.structure.sparse.SparsePenalty;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Learned sparse structure, {@code sparse}: F(A) = lambda (eps tr A^-1 + mu tr A + (1 - mu) sum |A_ts|). Off-diagonal
 * zeros of A are exact: they are the recovered task graph. mu = 1 is the trace norm with a barrier.
 *
 * <p>No two tasks are linked while the cosines of the angles between all tasks' weights stay below 1 - mu, the barrier
 * added to squared lengths: the graph shows which tasks are more alike than that.
 *
 * @param mu between 0 (sparsest) and 1 (not sparse)
 * @param eps barrier that keeps A positive definite, in units of squared weights
 */
record SparseRelations(double mu, double eps) implements Relation {
    /** Matrices of tasks x tasks at the same time: A, its factors and powers, gradients of two steps, the bound's. */
    private static final int MATRICES = 14;

    public SparseRelations {
        if (!(mu >= 0 && mu <= 1)) {
            throw new IllegalArgumentException("mu must be a number between 0 and 1, got " + mu);
        }
        Checks.requirePositive("eps", eps);
    }

    public SparseRelations(double mu) {
        this(mu, Relations.SPARSE_EPS);
    }

    @Override
    public String name() {
        return "sparse";
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of("mu", Texts.number(mu), "eps", Texts.number(eps));
    }

    @Override
    public void requireRoom(int tasks) {
        TaskMatrix.requireDense("method '" + name() + "'", tasks, MATRICES);
    }

    @Override
    public StructurePenalty penalty(List<String> tasks, double lambda) {
        return new SparsePenalty(tasks.size(), lambda, mu, eps);
    }

    @Override
    public Optional<Extension> extension(TaskMatrix structure, UnaryOperator<Matrix> products, double lambda) {
        return Optional.of(new SparseExtension(structure.dense(), lambda, mu, eps));
    }
}
