package dev.kith.convex.proof;

import dev.kith.convex.solver.Regularizer;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.structure.penalty.SpectralPenalty;

/**
 * A penalty on singular values. Both its value and its conjugate grow with each of them, so adding to every singular value
 * what it may be off is enough.
 */
final class SpectralBounds implements Bounds {
    private static final double UNITS = 0x1p-50;
    /** Scaled to the edge of where the conjugate is finite, stay this much inside. */
    private static final double INSIDE = 1 - 0x1p-46;

    private final SpectralPenalty penalty;
    private final double lambda;
    private final double mean;

    SpectralBounds(SpectralPenalty penalty, double lambda) {
        this.penalty = penalty;
        this.lambda = lambda;
        this.mean = penalty.meanEigenvalue().orElse(Double.NaN);
    }

    /** Weights without their mean where that has an eigenvalue of its own, and the length of what was taken out. */
    private record Parts(Matrix free, double middle, double error) {}

    private Parts parts(Matrix wt, double error) {
        double off = error + 4 * UNITS * Math.sqrt(wt.rows()) * wt.frobeniusNorm();
        if (Double.isNaN(mean)) {
            return new Parts(wt, 0, error);
        }
        Matrix free = wt.copy();
        double squares = 0;
        for (int j = 0; j < wt.cols(); j++) {
            double sum = 0;
            for (int t = 0; t < wt.rows(); t++) {
                sum += wt.get(t, j);
            }
            squares += sum * sum / wt.rows();
            for (int t = 0; t < wt.rows(); t++) {
                free.add(t, j, -sum / wt.rows());
            }
        }
        return new Parts(free, Math.sqrt(squares) + off, off);
    }

    /**
     * The value is concave in the squared singular values and the same in every order, so that it can only be larger at the
     * squared lengths of the rows of Q'W for any orthonormal Q. With Q the computed eigenvectors these lengths are
     * exact to rounding even where singular values are zero; roots of computed eigenvalues are not.
     */
    @Override
    public double above(Matrix wt, double error) {
        Parts parts = parts(wt, error);
        Matrix free = parts.free;
        boolean featureSide = free.cols() < free.rows();
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix vectors = decompose(free, featureSide).vectors();
        Matrix turned = featureSide
                ? algebra.multiplyTransposeA(vectors, free.transpose())
                : algebra.multiplyTransposeA(vectors, free);
        double off = parts.error + 4 * (vectors.rows() + 2) * UNITS * free.frobeniusNorm();
        double[] lengths = new double[turned.rows()];
        for (int k = 0; k < lengths.length; k++) {
            double sum = 0;
            for (int i = k * turned.cols(); i < (k + 1) * turned.cols(); i++) {
                sum += turned.data()[i] * turned.data()[i];
            }
            lengths[k] = Math.sqrt(sum) + off;
        }
        double[] squares = largest(lengths);
        for (int k = 0; k < squares.length; k++) {
            squares[k] *= squares[k];
        }
        double value = penalty.reduced(squares);
        double middle = Double.isNaN(mean) ? 0 : lambda / mean * parts.middle * parts.middle;
        return value + middle + ROUNDING * (penalty.magnitude(value) + middle);
    }

    @Override
    public Regularizer.DualTerm dualAbove(Matrix half, double error) {
        Parts parts = parts(half, error);
        Matrix free = parts.free;
        SymmetricEigen eigen = decompose(free, free.cols() < free.rows());
        double off = 8 * (eigen.size() + 2) * UNITS * free.dot(free);
        double[] lengths = new double[eigen.size()];
        for (int k = 0; k < lengths.length; k++) {
            lengths[k] = Math.sqrt(Math.max(0, eigen.value(k)) + off) + parts.error;
        }
        double[] m = largest(lengths);
        for (int k = 0; k < m.length; k++) {
            m[k] *= m[k] / lambda * (1 + ROUNDING);
        }
        double c2 = penalty.feasible(m);
        c2 *= c2 < 1 ? INSIDE : 1;
        for (int k = 0; k < m.length; k++) {
            m[k] *= c2;
        }
        double sup = penalty.conjugate(m);
        double middle = Double.isNaN(mean) ? 0 : c2 * mean / lambda * parts.middle * parts.middle;
        // c is rounded down: a smaller c is no less feasible.
        return new Regularizer.DualTerm(
                Math.sqrt(c2) * (1 - 0x1p-52), sup + middle + ROUNDING * (penalty.magnitude(sup) + middle));
    }

    private static SymmetricEigen decompose(Matrix free, boolean featureSide) {
        LinearAlgebra algebra = LinearAlgebra.best();
        return algebra.eigen(
                featureSide ? algebra.multiplyTransposeA(free, free) : algebra.multiplyTransposeB(free, free));
    }

    /** As many of the largest as can be free. */
    private double[] largest(double[] values) {
        java.util.Arrays.sort(values);
        int kept = Math.min(values.length, penalty.dimension());
        return java.util.Arrays.copyOfRange(values, values.length - kept, values.length);
    }
}
