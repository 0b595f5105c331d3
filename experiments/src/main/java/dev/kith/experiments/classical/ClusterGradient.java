package dev.kith.experiments.classical;

import dev.kith.data.Dataset;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import dev.kith.linalg.SymmetricEigen;

/**
 * min V(W) + lambda tr(A^-1 W'W) over W and the relaxed cluster structures A by accelerated projected gradient in both,
 * with backtracking and restarts. A has eigenvalue 1 along the mean of tasks; beside it eigenvalues from 1/eps to 1 whose
 * sum is (T - clusters)/eps + clusters - 1.
 */
public final class ClusterGradient implements ClassicalSolver {
    private static final double SHRINK = 2;
    private static final double GROW = 0.9;

    private final Dataset data;
    private final double lambda;
    private final double floor;
    private final double trace;
    private final Matrix mean;

    public ClusterGradient(Dataset data, double lambda, int clusters, double eps) {
        this.data = data;
        this.lambda = lambda;
        this.floor = 1 / eps;
        int tasks = data.taskCount();
        this.trace = (tasks - clusters) / eps + clusters - 1;
        this.mean = Matrix.zeros(tasks, tasks).map(x -> 1.0 / tasks);
    }

    /** A pair (W, A) with the objective and its gradient there. */
    private record Point(Matrix w, Matrix a, double value, Matrix slopeW, Matrix slopeA) {}

    @Override
    public Solution solve(double target, int most) {
        TaskSquares v = new TaskSquares(data);
        Point current = at(v, Matrix.zeros(v.tasks(), v.features()), projected(Matrix.identity(v.tasks())));
        Point search = current;
        double curvature = v.curvature();
        double momentum = 1;
        int iteration = 0;
        for (; current.value > target && iteration < most; iteration++) {
            Point next = stepped(v, search, curvature);
            while (next.value > bound(search, next, curvature)) {
                curvature *= SHRINK;
                next = stepped(v, search, curvature);
            }
            boolean restart = next.value > current.value;
            double following = restart ? 1 : (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
            search = restart ? current : ahead(v, current, next, (momentum - 1) / following);
            current = restart ? current : next;
            momentum = following;
            curvature *= GROW;
        }
        return new Solution(current.w, current.value, iteration);
    }

    /** Beyond next by a share of the last step, unless A is no structure there. */
    private Point ahead(TaskSquares v, Point last, Point next, double share) {
        try {
            return at(v, next.w.plus(share, next.w.plus(-1, last.w)), next.a.plus(share, next.a.plus(-1, last.a)));
        } catch (NumericalException e) {
            return next;
        }
    }

    private Point stepped(TaskSquares v, Point from, double curvature) {
        return at(v, from.w.plus(-1 / curvature, from.slopeW), projected(from.a.plus(-1 / curvature, from.slopeA)));
    }

    private static double bound(Point from, Point to, double curvature) {
        Matrix w = to.w.plus(-1, from.w);
        Matrix a = to.a.plus(-1, from.a);
        double model = from.value + from.slopeW.dot(w) + from.slopeA.dot(a) + curvature / 2 * (w.dot(w) + a.dot(a));
        return model + 1e-12 * Math.abs(from.value);
    }

    private Point at(TaskSquares v, Matrix w, Matrix a) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix slope = Matrix.zeros(w.rows(), w.cols());
        Matrix pulled = algebra.cholesky(a).solve(w); // A^-1 W
        double value = v.valueAndGradientInto(slope, w) + lambda * pulled.dot(w);
        Matrix slopeA = algebra.multiplyTransposeB(pulled, pulled).scale(-lambda);
        return new Point(w, a, value, slope.plus(2 * lambda, pulled), slopeA);
    }

    /** The nearest structure: eigenvalues beside the mean direction become clip(e - theta, 1/eps, 1) of the given sum. */
    private Matrix projected(Matrix a) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix centre = Matrix.identity(a.rows()).plus(-1, mean);
        double outside = 2 * a.frobeniusNorm() + 2; // where no other eigenvalue is
        Matrix free = algebra.multiply(algebra.multiply(centre, a), centre).symmetrized();
        SymmetricEigen eigen = algebra.eigen(free.plus(outside, mean));
        double low = -outside;
        double high = outside;
        for (int k = 0; k < 100; k++) {
            double theta = (low + high) / 2;
            double sum = 0;
            for (int i = 0; i < eigen.size() - 1; i++) {
                sum += clip(eigen.value(i) - theta);
            }
            low = sum > trace ? theta : low;
            high = sum > trace ? high : theta;
        }
        double theta = high;
        double top = eigen.value(eigen.size() - 1);
        return eigen.rebuild(e -> e == top ? 1 : clip(e - theta));
    }

    private double clip(double e) {
        return Math.max(floor, Math.min(1, e));
    }
}
