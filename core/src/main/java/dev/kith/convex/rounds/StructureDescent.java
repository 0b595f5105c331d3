package dev.kith.convex.rounds;

import dev.kith.convex.solver.TaskSideRegularizer;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.structure.penalty.EntrywisePenalty;
import dev.kith.structure.penalty.SparseDescent;
import dev.kith.structure.penalty.SpectralPenalty;
import dev.kith.structure.penalty.StructurePenalty;

/**
 * A structure that is improved by single steps of proximal gradient descent on lambda tr(A^-1 (W'W + delta^2 I)) + F(A), A always
 * positive definite.
 */
interface StructureDescent {
    static StructureDescent of(StructurePenalty penalty, double lambda, int tasks) {
        if (penalty instanceof SpectralPenalty spectral) {
            return new Spectral(spectral, lambda, tasks);
        }
        if (penalty instanceof EntrywisePenalty entrywise) {
            return new Entrywise(entrywise, tasks);
        }
        throw new IllegalArgumentException(
                "solver 'descent' needs the proximal step of a SpectralPenalty or an EntrywisePenalty, got "
                        + penalty.getClass().getSimpleName());
    }

    /** A. */
    Matrix structure();

    /** A (A + kappa I)^-1 x: the proximal step of lambda tr(A^-1 W'W) for kappa = 2 lambda tau. */
    Matrix shrunk(Matrix x, double kappa);

    /** One step for these weights; never raises the objective. */
    void step(Matrix wt, double delta);

    /** What the penalty costs at these weights without barrier: with the best A, or with this one. */
    double cost(Matrix wt);

    /** What the barrier adds to the cost. */
    double barrierCost(Matrix wt, double delta);

    /** Eigenvalues take the proximal step of F. */
    final class Spectral implements StructureDescent {
        /** So short a proximal step leads to the nearest structure of the domain. */
        private static final double NEAREST = 1e-9;

        private final SpectralPenalty penalty;
        private final double lambda;
        private final StepLength length = new StepLength(1);
        private SymmetricEigen at;
        private Matrix a;

        Spectral(SpectralPenalty penalty, double lambda, int tasks) {
            this.penalty = penalty;
            this.lambda = lambda;
            at = penalty.prox(Matrix.identity(tasks), NEAREST);
            a = at.rebuild(g -> g);
        }

        @Override
        public Matrix structure() {
            return a;
        }

        @Override
        public Matrix shrunk(Matrix x, double kappa) {
            Matrix turned = LinearAlgebra.best().multiplyTransposeA(at.vectors(), x);
            for (int k = 0; k < turned.rows(); k++) {
                for (int j = 0; j < turned.cols(); j++) {
                    turned.set(k, j, turned.get(k, j) * at.value(k) / (at.value(k) + kappa));
                }
            }
            return LinearAlgebra.best().multiply(at.vectors(), turned);
        }

        @Override
        public void step(Matrix wt, double delta) {
            Matrix slope = slope(at, wt, delta);
            for (int trial = 0; trial < StepLength.TRIALS; trial++) {
                SymmetricEigen next = penalty.prox(a.plus(-length.tau(), slope), length.tau());
                if (!positive(next)) {
                    length.shorten();
                    continue;
                }
                Matrix there = next.rebuild(g -> g);
                if (length.suits(there.plus(-1, a), slope(next, wt, delta).plus(-1, slope))) {
                    at = next;
                    a = there;
                    return;
                }
            }
        }

        private static boolean positive(SymmetricEigen eigen) {
            for (double value : eigen.values().data()) {
                if (!(value > 0)) {
                    return false;
                }
            }
            return true;
        }

        /** -lambda A^-1 (W'W + delta^2 I) A^-1, by the eigenvectors of A: its small eigenvalues keep their digits. */
        private Matrix slope(SymmetricEigen eigen, Matrix wt, double delta) {
            LinearAlgebra algebra = LinearAlgebra.best();
            Matrix turned = algebra.multiplyTransposeA(eigen.vectors(), wt);
            for (int k = 0; k < turned.rows(); k++) {
                for (int j = 0; j < turned.cols(); j++) {
                    turned.set(k, j, turned.get(k, j) / eigen.value(k));
                }
            }
            Matrix inner = TaskSideRegularizer.gram(turned);
            for (int k = 0; k < inner.rows(); k++) {
                double share = delta / eigen.value(k);
                inner.add(k, k, share * share);
            }
            Matrix left = algebra.multiply(eigen.vectors(), inner);
            return algebra.multiplyTransposeB(left, eigen.vectors())
                    .symmetrized()
                    .scale(-lambda);
        }

        @Override
        public double cost(Matrix wt) {
            return StructureStep.of(penalty, lambda, wt).cost(0);
        }

        @Override
        public double barrierCost(Matrix wt, double delta) {
            StructureStep step = StructureStep.of(penalty, lambda, wt);
            return step.cost(delta) - step.cost(0);
        }
    }

    /** Entries are drawn to zero; such a penalty has a barrier of its own. */
    final class Entrywise implements StructureDescent {
        private final EntrywisePenalty penalty;
        private final SparseDescent descent;
        private Matrix factor;
        private Matrix a;

        Entrywise(EntrywisePenalty penalty, int tasks) {
            this.penalty = penalty;
            factor = Matrix.zeros(tasks, 0);
            a = Matrix.identity(tasks);
            descent = new SparseDescent(at -> penalty.smoothPart(at, factor, 0), penalty.weight());
        }

        @Override
        public Matrix structure() {
            return a;
        }

        @Override
        public Matrix shrunk(Matrix x, double kappa) {
            return x.plus(-kappa, penalty.solve(a, x, kappa));
        }

        @Override
        public void step(Matrix wt, double delta) {
            factor = wt;
            int[] count = {0};
            a = descent.solve(a, now -> count[0]++ == 1).a();
        }

        @Override
        public double cost(Matrix wt) {
            penalty.remember(a);
            return penalty.smoothPart(a, wt, 0).orElseThrow().objective(penalty.weight());
        }

        @Override
        public double barrierCost(Matrix wt, double delta) {
            return 0;
        }
    }
}
