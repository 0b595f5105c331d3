package dev.kith.experiments.classical;

import dev.kith.data.Dataset;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;

/**
 * min V(W) + 2 lambda (sum of singular values of W) by accelerated proximal gradient with steps 1/L and restarts, the
 * singular values through the smaller Gram matrix.
 */
public final class TraceNormGradient implements ClassicalSolver {
    private final Dataset data;
    private final double lambda;

    public TraceNormGradient(Dataset data, double lambda) {
        this.data = data;
        this.lambda = lambda;
    }

    @Override
    public Solution solve(double target, int most) {
        TaskSquares v = new TaskSquares(data);
        double step = 1 / v.curvature();
        Matrix w = Matrix.zeros(v.tasks(), v.features());
        Matrix point = w;
        Matrix gradient = Matrix.zeros(v.tasks(), v.features());
        double momentum = 1;
        double objective = Double.POSITIVE_INFINITY;
        int iteration = 0;
        for (; objective > target && iteration < most; iteration++) {
            v.valueAndGradientInto(gradient, point);
            double[] norm = {0};
            Matrix next = shrink(point.plus(-step, gradient), 2 * lambda * step, norm);
            boolean restart = point.plus(-1, next).dot(next.plus(-1, w)) > 0;
            double following = restart ? 1 : (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
            point = restart ? next : next.plus((momentum - 1) / following, next.plus(-1, w));
            momentum = following;
            w = next;
            objective = v.valueAndGradientInto(gradient, w) + 2 * lambda * norm[0];
        }
        return new Solution(w, objective, iteration);
    }

    private static Matrix shrink(Matrix w, double threshold, double[] norm) {
        LinearAlgebra algebra = LinearAlgebra.best();
        boolean byFeature = w.cols() < w.rows();
        SymmetricEigen eigen =
                algebra.eigen(byFeature ? algebra.multiplyTransposeA(w, w) : algebra.multiplyTransposeB(w, w));
        for (int k = 0; k < eigen.size(); k++) {
            norm[0] += Math.max(0, Math.sqrt(Math.max(0, eigen.value(k))) - threshold);
        }
        Matrix map = eigen.rebuild(x -> x > threshold * threshold ? 1 - threshold / Math.sqrt(x) : 0);
        return byFeature ? algebra.multiply(w, map) : algebra.multiply(map, w);
    }
}
