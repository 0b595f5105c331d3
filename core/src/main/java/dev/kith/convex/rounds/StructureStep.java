package dev.kith.convex.rounds;

import dev.kith.convex.solver.TaskSideRegularizer;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.ThinSvd;
import dev.kith.structure.penalty.SpectralPenalty;
import dev.kith.structure.penalty.StructurePenalty;

/**
 * The structure step for fixed weights, min over A of lambda tr(A^-1 (W'W + delta^2 I)) + F(A), for one W and any barrier
 * delta.
 */
interface StructureStep {
    /** The least cost. */
    double cost(double delta);

    /** The A that has it. */
    Matrix minimiser(double delta);

    static StructureStep of(StructurePenalty penalty, double lambda, Matrix wt) {
        return penalty instanceof SpectralPenalty spectral
                ? new Spectral(spectral, lambda, wt)
                : new Any(penalty, TaskSideRegularizer.gram(wt));
    }

    /** Through W'W, as the penalty wants it; a penalty without proximal step has a barrier of its own. */
    final class Any implements StructureStep {
        private final StructurePenalty penalty;
        private final Matrix s;
        private final double plain;

        Any(StructurePenalty penalty, Matrix s) {
            this.penalty = penalty;
            this.s = s;
            plain = penalty.reduced(s);
        }

        @Override
        public double cost(double delta) {
            return perturbed(delta) ? penalty.reduced(s.plusDiagonal(delta * delta)) : plain;
        }

        @Override
        public Matrix minimiser(double delta) {
            return penalty.step(perturbed(delta) ? s.plusDiagonal(delta * delta) : s, 0);
        }

        private boolean perturbed(double delta) {
            return delta > 0 && penalty.proximable();
        }
    }

    /**
     * Through the singular values of W. Eigenvalues of W'W are off by the rounding of the largest, so their roots by 1e-8 of
     * its root: alternation could not get closer to a singular A than that, singular values can.
     */
    final class Spectral implements StructureStep {
        /** Singular values below this share of the largest are rounding. */
        private static final double RANK_TOLERANCE = 1e-15;

        private final SpectralPenalty penalty;
        private final int tasks;
        private final ThinSvd svd;
        private final int rank;
        private final double meanCost;

        Spectral(SpectralPenalty penalty, double lambda, Matrix wt) {
            this.penalty = penalty;
            tasks = wt.rows();
            Matrix free = wt;
            double cost = 0;
            if (penalty.meanEigenvalue().isPresent()) {
                free = wt.centredColumns();
                double taken = wt.dot(wt) - free.dot(free);
                cost = lambda / penalty.meanEigenvalue().getAsDouble() * taken;
            }
            meanCost = cost;
            svd = LinearAlgebra.best().svd(free);
            double top = svd.s().cols() == 0 ? 0 : svd.value(0);
            int kept = 0;
            while (kept < Math.min(svd.s().cols(), penalty.dimension()) && svd.value(kept) > RANK_TOLERANCE * top) {
                kept++;
            }
            rank = kept;
        }

        private double[] squares(double delta) {
            double[] s = new double[penalty.dimension()];
            for (int k = 0; k < s.length; k++) {
                double value = k < rank ? svd.value(k) : 0;
                s[k] = value * value + delta * delta;
            }
            return s;
        }

        /** Where the mean has an eigenvalue of its own, what the barrier costs there never changes and is left out. */
        @Override
        public double cost(double delta) {
            return meanCost + penalty.reduced(squares(delta));
        }

        /** Directions without weights have one eigenvalue; where the mean has its own, it is put in their place. */
        @Override
        public Matrix minimiser(double delta) {
            double[] g = new double[penalty.dimension()];
            penalty.writeStep(squares(delta), 0, g);
            double rest = rank < g.length ? g[rank] : 0;
            Matrix scaled = Matrix.zeros(tasks, rank);
            Matrix vectors = Matrix.zeros(tasks, rank);
            for (int t = 0; t < tasks; t++) {
                for (int k = 0; k < rank; k++) {
                    vectors.set(t, k, svd.u().get(t, k));
                    scaled.set(t, k, svd.u().get(t, k) * (g[k] - rest));
                }
            }
            Matrix a = LinearAlgebra.best()
                    .multiplyTransposeB(scaled, vectors)
                    .symmetrized()
                    .plusDiagonal(rest);
            if (penalty.meanEigenvalue().isEmpty()) {
                return a;
            }
            double mean = (penalty.meanEigenvalue().getAsDouble() - rest) / tasks;
            return a.map(x -> x + mean);
        }
    }
}
