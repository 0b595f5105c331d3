package dev.kith.structure;

import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.StructurePenalty;
import dev.kith.structure.sparse.LaplacianPenalty;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A learned graph of tasks, {@code learned-graph}: A^-1 = L + gamma I with L the Laplacian of edge weights w &gt;= 0,
 *
 * <pre>
 *   F = lambda eps tr A^-1 + rho log det A,   so that   lambda tr(A^-1 S) + F  =  const
 *     + lambda sum over edges w_ts (||w_t - w_s||^2 + 2 eps) + lambda gamma tr S - rho log det(L + gamma I)
 * </pre>
 *
 * Tasks are drawn to their neighbours and to zero; only similar ones become neighbours. Unlike the other learned
 * structures NOT convex in predictors and graph together (log det A is concave): a fit ends at a stationary point, there
 * is no bound and no gap, and another start may end elsewhere. Fits start from no edges, every task alone.
 *
 * <p>A pair is an edge only while rho times its resistance in the graph exceeds lambda (||w_t - w_s||^2 + 2 eps): ties are
 * exact zeros elsewhere.
 *
 * @param gamma draws every task to zero, &gt; 0
 * @param eps added to squared distances, so that equal tasks do not get infinite ties; in units of squared weights
 * @param rho weight of the log determinant; left out it is lambda
 */
record LearnedLaplacian(double gamma, double eps, OptionalDouble rho) implements Relation {
    /** Matrices of tasks x tasks at the same time: weights, precision with its factor and inverse, products. */
    private static final int MATRICES = 7;

    public LearnedLaplacian {
        Checks.requirePositive("gamma", gamma);
        Checks.requirePositive("eps", eps);
        rho.ifPresent(value -> Checks.requirePositive("rho", value));
    }

    public LearnedLaplacian(double gamma, double eps) {
        this(gamma, eps, OptionalDouble.empty());
    }

    @Override
    public String name() {
        return Relations.LEARNED_GRAPH;
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of("gamma", Texts.number(gamma), "eps", Texts.number(eps), "rho", Description.text(rho));
    }

    @Override
    public boolean convex() {
        return false;
    }

    @Override
    public void requireRoom(int tasks) {
        TaskMatrix.requireDense("method '" + name() + "'", tasks, MATRICES);
    }

    @Override
    public StructurePenalty penalty(List<String> tasks, double lambda) {
        return new LaplacianPenalty(tasks.size(), lambda, gamma, eps, rho.orElse(lambda));
    }
}
