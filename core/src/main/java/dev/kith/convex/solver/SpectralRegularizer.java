package dev.kith.convex.solver;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.structure.penalty.SpectralPenalty;

/**
 * A spectral penalty on singular values. Everything comes from the smaller of the two Gram matrices, T x T or dim x dim:
 * with few features and many tasks that is the difference between milliseconds and seconds an iteration.
 */
final class SpectralRegularizer implements Regularizer.Proximal {
    private final SpectralPenalty penalty;
    private final double lambda;
    private final double mean;
    private final boolean featureSide;
    private final int kept;

    SpectralRegularizer(SpectralPenalty penalty, double lambda, int tasks, int dim) {
        this.penalty = penalty;
        this.lambda = lambda;
        this.mean = penalty.meanEigenvalue().orElse(Double.NaN);
        this.featureSide = dim < tasks;
        this.kept = Math.min(penalty.dimension(), Math.min(tasks, dim));
    }

    @Override
    public double value(Matrix wt) {
        double[] middle = middle(wt);
        return meanPart(middle, wt.rows()) + penalty.reduced(largest(decompose(without(wt, middle))));
    }

    @Override
    public DualTerm dual(Matrix theta) {
        double[] middle = middle(theta);
        double[] m = largest(decompose(without(theta, middle)));
        for (int k = 0; k < m.length; k++) {
            m[k] /= lambda;
        }
        double c2 = penalty.feasible(m);
        for (int k = 0; k < m.length; k++) {
            m[k] *= c2;
        }
        double meanPart = Double.isNaN(mean) ? 0 : c2 * mean / lambda * theta.rows() * squares(middle);
        return new DualTerm(Math.sqrt(c2), meanPart + penalty.conjugate(m));
    }

    @Override
    public double proxInto(Matrix out, Matrix wt, double tau) {
        double kappa = 2 * lambda * tau;
        double[] middle = middle(wt);
        Matrix free = without(wt, middle);
        SymmetricEigen eigen = decompose(free);
        double[] s = largest(eigen);
        double[] g = new double[s.length];
        penalty.writeStep(s, kappa, g);
        int n = eigen.size();
        Matrix shrunk = Matrix.zeros(n, n);
        for (int j = n - kept; j < n; j++) {
            int k = j - n + kept;
            double ratio = g[k] / (g[k] + kappa);
            s[k] *= ratio * ratio;
            for (int i = 0; i < n; i++) {
                shrunk.set(i, j, eigen.vectors().get(i, j) * ratio);
            }
        }
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix map = algebra.multiplyTransposeB(shrunk, eigen.vectors());
        if (featureSide) {
            algebra.multiplyInto(out, 1, free, false, map, false, 0);
        } else {
            algebra.multiplyInto(out, 1, map, false, free, false, 0);
        }
        for (int t = 0; t < out.rows() && !Double.isNaN(mean); t++) {
            for (int j = 0; j < out.cols(); j++) {
                out.add(t, j, middle[j] * mean / (mean + kappa));
            }
        }
        // Singular values that the step made zero are exactly zero here; taken from out'out again they would come back
        // as square roots of rounding errors.
        double shrinkMean = mean / (mean + kappa);
        return penalty.reduced(s) + meanPart(middle, wt.rows()) * (Double.isNaN(mean) ? 1 : shrinkMean * shrinkMean);
    }

    private double meanPart(double[] middle, int tasks) {
        return Double.isNaN(mean) ? 0 : lambda / mean * tasks * squares(middle);
    }

    private SymmetricEigen decompose(Matrix free) {
        LinearAlgebra algebra = LinearAlgebra.best();
        return algebra.eigen(
                featureSide ? algebra.multiplyTransposeA(free, free) : algebra.multiplyTransposeB(free, free));
    }

    /** The largest eigenvalues, as many as are free and can differ from zero; negative rounding removed. */
    private double[] largest(SymmetricEigen eigen) {
        double[] s = new double[kept];
        for (int k = 0; k < kept; k++) {
            s[k] = Math.max(0, eigen.value(eigen.size() - kept + k));
        }
        return s;
    }

    /** The tasks' mean weights, where their direction has an eigenvalue of its own; else nothing. */
    private double[] middle(Matrix wt) {
        double[] middle = new double[Double.isNaN(mean) ? 0 : wt.cols()];
        for (int t = 0; t < wt.rows(); t++) {
            for (int j = 0; j < middle.length; j++) {
                middle[j] += wt.get(t, j) / wt.rows();
            }
        }
        return middle;
    }

    private static Matrix without(Matrix wt, double[] middle) {
        if (middle.length == 0) {
            return wt;
        }
        Matrix centred = wt.copy();
        for (int t = 0; t < wt.rows(); t++) {
            for (int j = 0; j < middle.length; j++) {
                centred.add(t, j, -middle[j]);
            }
        }
        return centred;
    }

    private static double squares(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value * value;
        }
        return sum;
    }
}
