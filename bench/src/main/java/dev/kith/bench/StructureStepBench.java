package dev.kith.bench;

import dev.kith.data.Names;
import dev.kith.experiments.classical.Stopwatch;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.structure.Relations;
import dev.kith.structure.penalty.SparseDescent;
import dev.kith.structure.sparse.SparsePenalty;
import java.util.Locale;
import java.util.Random;

/**
 * The structure step of sparse relations, min tr(A^-1 R) + mu tr A + (1 - mu) sum |A_ts| with R = W'W + eps I: proximal
 * steps as the library takes them beside the published primal-dual splitting, both until the objective is within 1e-6 of
 * the smallest.
 */
final class StructureStepBench {
    private static final double ACCURACY = 1e-6;
    private static final int LIMIT = 3000;
    /** The splitting's objective costs as much as an iteration: it is looked at only so often. */
    private static final int LOOK_EVERY = 10;

    private final int tasks;
    private final Matrix weights;
    private final double mu;
    private final double eps;
    private final SparsePenalty penalty;
    private int iterations;

    private StructureStepBench(int tasks, double mu, double eps) {
        this.tasks = tasks;
        this.mu = mu;
        this.eps = eps;
        // Tasks share half of their directions, so that the best A has links.
        Random random = new Random(5);
        Matrix mix = ConvexBench.gaussian(random, tasks, tasks / 2 + 1);
        weights = LinearAlgebra.best()
                .multiply(mix, ConvexBench.gaussian(random, tasks / 2 + 1, tasks))
                .scale(1.0 / tasks);
        penalty = (SparsePenalty) Relations.sparse(mu, eps).penalty(Names.numbered("t", tasks), 1);
    }

    static void run(int tasks) {
        System.out.println("| sparse A-step, T = " + tasks
                + " | mu | eps | kith iterations | seconds | splitting iterations | seconds | ratio |\n"
                + "|---|---:|---:|---:|---:|---:|---:|---:|");
        for (double[] setting : new double[][] {{0.5, 1e-1}, {0.7, 1e-1}, {0.9, 1e-1}, {0.7, 1e-2}, {0.7, 1e-3}}) {
            new StructureStepBench(tasks, setting[0], setting[1]).measure();
        }
        System.out.println();
    }

    private void measure() {
        Matrix s = LinearAlgebra.best().multiplyTransposeB(weights, weights).symmetrized();
        double target = penalty.reduced(s) * (1 + ACCURACY);
        double ours = Stopwatch.least(() -> descend(s, target));
        int steps = iterations;
        double splitting = Stopwatch.least(() -> split(s.plusDiagonal(eps), target));
        System.out.printf(
                Locale.ROOT,
                "| | %.1f | %.0e | %d | %.4f | %s | %.4f | %.1f |%n",
                mu,
                eps,
                steps,
                ours,
                iterations >= LIMIT ? "over " + LIMIT : Integer.toString(iterations),
                splitting,
                splitting / ours);
    }

    private void descend(Matrix s, double target) {
        iterations = 0;
        new SparseDescent(a -> penalty.smoothPart(a, weights, 0), penalty.weight())
                .solve(penalty.start(s), now -> now.objective(penalty.weight()) <= target || ++iterations > LIMIT);
    }

    private double objective(Matrix a) {
        return penalty.smoothPart(a, weights, 0)
                .map(at -> at.objective(penalty.weight()))
                .orElse(Double.POSITIVE_INFINITY);
    }

    /**
     * A &lt;- soft(A - (mu I + M D M)/sigma, (1 - mu)/sigma), P = D + M (2 A+ - A) M / sigma, D &lt;- P - prox(sigma P)/sigma,
     * with M = R^(-1/2), sigma its squared norm and prox replacing each eigenvalue z by the root of g^3 - z g^2 = sigma.
     */
    private void split(Matrix r, double target) {
        LinearAlgebra algebra = LinearAlgebra.best();
        SymmetricEigen eigen = algebra.eigen(r);
        Matrix m = eigen.rebuild(x -> 1 / Math.sqrt(x));
        double sigma = 1 / eigen.value(0);
        Matrix a = Matrix.identity(tasks);
        Matrix d = Matrix.zeros(tasks, tasks);
        for (iterations = 0; iterations < LIMIT; iterations++) {
            if (iterations % LOOK_EVERY == 0 && objective(a) <= target) {
                return;
            }
            Matrix gradient = algebra.multiply(algebra.multiply(m, d), m).plusDiagonal(mu);
            double threshold = (1 - mu) / sigma;
            Matrix next = a.plus(-1 / sigma, gradient)
                    .map(x -> Math.abs(x) <= threshold ? 0 : x - Math.copySign(threshold, x));
            Matrix mixed = algebra.multiply(algebra.multiply(m, next.scale(2).plus(-1, a)), m);
            Matrix p = d.plus(1 / sigma, mixed).symmetrized();
            d = p.plus(-1 / sigma, algebra.eigen(p).rebuild(z -> root(sigma * z, sigma)));
            a = next;
        }
    }

    /** Newton from above on an increasing convex function. */
    private static double root(double z, double sigma) {
        double g = Math.max(0, z) + Math.cbrt(sigma);
        for (int k = 0; k < 100; k++) {
            double next = g - (g * g * g - z * g * g - sigma) / (3 * g * g - 2 * z * g);
            if (!(next < g)) {
                return g;
            }
            g = next;
        }
        return g;
    }
}
