package dev.kith.bench;

import dev.kith.data.Dataset;
import dev.kith.experiments.classical.ClassicalSolver;
import dev.kith.experiments.classical.TaskSquares;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;

/**
 * The clustered penalty by plain alternation, as published: W by conjugate gradients for the current A, then A from W'W
 * with eigenvalues clip(nu sqrt(s), 1/eps, 1) of the given trace beside the mean direction.
 */
final class PlainClusters implements ClassicalSolver {
    private static final double RESIDUAL = 1e-8;

    private final Dataset data;
    private final double lambda;
    private final int clusters;
    private final double eps;

    PlainClusters(Dataset data, double lambda, int clusters, double eps) {
        this.data = data;
        this.lambda = lambda;
        this.clusters = clusters;
        this.eps = eps;
    }

    @Override
    public Solution solve(double target, int most) {
        TaskSquares v = new TaskSquares(data);
        Matrix w = Matrix.zeros(v.tasks(), v.features());
        Matrix gradient = Matrix.zeros(v.tasks(), v.features());
        v.valueAndGradientInto(gradient, w);
        Matrix right = gradient.scale(-0.5);
        Matrix inverse = Matrix.identity(v.tasks());
        LinearAlgebra algebra = LinearAlgebra.best();
        double objective = Double.POSITIVE_INFINITY;
        int iteration = 0;
        for (; objective > target && iteration < most; iteration++) {
            w = conjugateGradients(v, inverse, w, right);
            Matrix s = algebra.multiplyTransposeB(w, w).symmetrized();
            inverse = inverseStructure(s);
            objective = v.valueAndGradientInto(gradient, w) + lambda * inverse.dot(s);
        }
        return new Solution(w, objective, iteration);
    }

    private Matrix conjugateGradients(TaskSquares v, Matrix inverse, Matrix start, Matrix right) {
        Matrix w = start;
        Matrix image = Matrix.zeros(v.tasks(), v.features());
        Matrix residual = right.plus(-1, applied(v, inverse, w, image));
        Matrix direction = residual;
        double size = residual.dot(residual);
        double stop = RESIDUAL * RESIDUAL * right.dot(right);
        while (size > stop) {
            Matrix applied = applied(v, inverse, direction, image);
            double step = size / direction.dot(applied);
            w = w.plus(step, direction);
            residual = residual.plus(-step, applied);
            double next = residual.dot(residual);
            direction = residual.plus(next / size, direction);
            size = next;
        }
        return w;
    }

    private Matrix applied(TaskSquares v, Matrix inverse, Matrix w, Matrix image) {
        v.hessianInto(image, w);
        return image.plus(lambda, LinearAlgebra.best().multiply(inverse, w));
    }

    private Matrix inverseStructure(Matrix s) {
        int n = s.rows();
        double trace = (n - clusters) / eps + clusters - 1;
        Matrix centre = Matrix.identity(n).plus(-1.0 / n, Matrix.zeros(n, n).map(x -> 1));
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix free = algebra.multiply(algebra.multiply(centre, s), centre).symmetrized();
        double top = 2 * s.trace() + 1;
        SymmetricEigen eigen =
                algebra.eigen(free.plus(top / n, Matrix.zeros(n, n).map(x -> 1)));
        double low = 0;
        double high = 1e9;
        for (int k = 0; k < 200; k++) {
            double nu = (low + high) / 2;
            double sum = 0;
            for (int i = 0; i < n - 1; i++) {
                sum += clip(nu, eigen.value(i));
            }
            low = sum > trace ? low : nu;
            high = sum > trace ? nu : high;
        }
        double nu = low;
        double mean = eigen.value(n - 1);
        return eigen.rebuild(value -> value == mean ? 1 : 1 / clip(nu, value));
    }

    private double clip(double nu, double s) {
        return Math.max(1 / eps, Math.min(1, nu * Math.sqrt(Math.max(0, s))));
    }
}
