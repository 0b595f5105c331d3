package dev.kith.convex.solver;

import dev.kith.linalg.Matrix;
import dev.kith.model.Training;
import dev.kith.structure.matrix.TaskMatrix;

/**
 * The supervised step, min over W of V(W) + lambda tr(A^-1 W'W) for a fixed positive definite A, warm started from call
 * to call.
 */
public interface Supervised {
    /** The minimiser to this relative accuracy of the objective. */
    Matrix solve(Matrix a, double tolerance);

    /** The certificate, for a penalty R, of the last minimiser W; {@code cost} = R(W). */
    Certificate certificate(Regularizer penalty, double cost);

    /** The loss at any weights. */
    double loss(Matrix wt);

    /** Iterations that all steps so far took. */
    long work();

    /** What the lower bound of {@link #certificate} came from. */
    default Minimum.Dual dual() {
        return Minimum.Dual.OWN;
    }

    /** The accuracy to ask for where {@code wanted} would do: better where better costs nothing. */
    default double bestTolerance(double wanted) {
        return wanted;
    }

    /** Squared loss: a linear system. */
    final class Exact implements Supervised {
        private final Quadratic v;
        private final KnownStructure step;
        private final Training training;
        private Matrix wt;

        Exact(Quadratic v, double lambda, Training training) {
            this.v = v;
            this.step = new KnownStructure(v, lambda);
            this.training = training;
            wt = Matrix.zeros(v.tasks, v.dim);
        }

        @Override
        public Matrix solve(Matrix a, double tolerance) {
            wt = step.solve(TaskMatrix.of(a), wt, tolerance, training.maxIterations());
            return wt;
        }

        @Override
        public long work() {
            return step.iterations();
        }

        @Override
        public double bestTolerance(double wanted) {
            return 1e-20;
        }

        @Override
        public double loss(Matrix at) {
            return v.valueAndGradientInto(Matrix.zeros(at.rows(), at.cols()), at);
        }

        @Override
        public Certificate certificate(Regularizer penalty, double cost) {
            return v.certificate(penalty, wt, cost);
        }
    }

    /** A loss with derivatives, with A as a known structure. */
    final class Smooth implements Supervised {
        private final Margins v;
        private final ProximalSolver solver;
        private final double lambda;
        private final Training training;
        private Matrix wt;
        private long work;

        Smooth(Margins v, double lambda, Training training) {
            this.v = v;
            this.solver = ProximalNewton.orGradient(v);
            this.lambda = lambda;
            this.training = training;
            wt = Matrix.zeros(v.tasks(), v.dim());
        }

        @Override
        public Matrix solve(Matrix a, double tolerance) {
            FixedRegularizer known = known(a, lambda);
            Minimum minimum = solver.solve(known, Monitor.silent(training, tolerance));
            work += minimum.iterations();
            wt = solver instanceof ProximalNewton newton
                    ? newton.polished(known, training.maxIterations()).copy()
                    : minimum.wt().copy();
            return wt;
        }

        @Override
        public long work() {
            return work;
        }

        /** Strongly convex, so every digit costs the same few iterations. */
        @Override
        public double bestTolerance(double wanted) {
            return Math.min(wanted, 1e-12);
        }

        @Override
        public double loss(Matrix at) {
            return v.valueAndGradientInto(Matrix.zeros(at.rows(), at.cols()), at);
        }

        @Override
        public Certificate certificate(Regularizer penalty, double cost) {
            return v.certificate(penalty, wt, cost);
        }
    }

    /** A loss with kinks: splitting, whose multipliers are kept from call to call and make the certificate. */
    final class Split implements Supervised {
        private final Splitting splitting;
        private final double lambda;
        private final Training training;
        private long work;

        Split(Splitting splitting, double lambda, Training training) {
            this.splitting = splitting;
            this.lambda = lambda;
            this.training = training;
        }

        @Override
        public Matrix solve(Matrix a, double tolerance) {
            Minimum minimum = splitting.solve(known(a, lambda), Monitor.silent(training, tolerance));
            work += minimum.iterations();
            return minimum.wt().copy();
        }

        @Override
        public long work() {
            return work;
        }

        @Override
        public double loss(Matrix at) {
            return splitting.loss(at);
        }

        @Override
        public Certificate certificate(Regularizer penalty, double cost) {
            return splitting.certificate(penalty, cost);
        }

        @Override
        public Minimum.Dual dual() {
            return splitting.dual();
        }
    }

    private static FixedRegularizer known(Matrix a, double lambda) {
        return new FixedRegularizer(TaskMatrix.of(a), lambda);
    }
}
