package dev.kith.experiments.classical;

import dev.kith.data.Dataset;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.ThinSvd;
import java.util.Arrays;

/**
 * min V(W) + 2 lambda (sum of singular values of W) as multi-task feature learning was published [1]: alternately
 *
 * <pre>
 *   W with D fixed:  min V(W) + lambda tr(W D^-1 W'), every task by itself, a d x d system each
 *   D with W fixed:  D = (W'W + delta^2 I)^(1/2)
 * </pre>
 *
 * over a d x d matrix D of features. delta falls as 1/round from a tenth of the largest singular value: where it falls
 * geometrically, or is tiny from the start, directions that W has lost cannot turn back into it, and the objective stalls 1e-3
 * above the optimum.
 */
public final class FeatureAlternation implements ClassicalSolver {
    // [1] Argyriou, Evgeniou, Pontil: Convex multi-task feature learning. Machine Learning 73, 2008, algorithm 1.
    private static final double SHARE = 0.1;

    private final Dataset data;
    private final double lambda;

    public FeatureAlternation(Dataset data, double lambda) {
        this.data = data;
        this.lambda = lambda;
    }

    @Override
    public Solution solve(double target, int most) {
        LinearAlgebra algebra = LinearAlgebra.best();
        TaskSquares v = new TaskSquares(data);
        Matrix w = Matrix.zeros(v.tasks(), v.features());
        Matrix gradient = Matrix.zeros(v.tasks(), v.features());
        Matrix root = Matrix.identity(v.features()); // D^(1/2)
        double objective = Double.POSITIVE_INFINITY;
        int round = 0;
        for (; objective > target && round < most; round++) {
            w = v.penalized(root, lambda);
            ThinSvd svd = algebra.svd(w); // of W itself: squares would lose the small directions in rounding
            objective = v.valueAndGradientInto(gradient, w) + 2 * lambda * sum(svd);
            root = root(svd, v.features(), SHARE * svd.value(0) / (round + 1));
        }
        return new Solution(w, objective, round);
    }

    private static double sum(ThinSvd svd) {
        return Arrays.stream(svd.s().data()).sum();
    }

    /** D^(1/2): singular values s become (s^2 + delta^2)^(1/4), directions that W lacks delta^(1/2). */
    private static Matrix root(ThinSvd svd, int features, double delta) {
        double least = Math.sqrt(delta);
        Matrix scaled = svd.v().copy();
        for (int k = 0; k < scaled.cols(); k++) {
            double factor = Math.sqrt(Math.hypot(svd.value(k), delta)) - least;
            for (int j = 0; j < features; j++) {
                scaled.set(j, k, scaled.get(j, k) * factor);
            }
        }
        return LinearAlgebra.best().multiplyTransposeB(scaled, svd.v()).plusDiagonal(least);
    }
}
