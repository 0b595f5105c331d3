package dev.kith.convex.basis;

import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.shape.Batches;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.model.FourierModel;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/** A few explicit features phi with phi(x)'phi(z) close to k(x, z). */
public sealed interface KernelMap {
    /** The features of these inputs, n x size. */
    Matrix features(Inputs x);

    /** What coefficients are multiplied by to predict, n x their number. */
    Matrix values(Inputs x);

    /** What a model keeps: coefficients of the landmarks, or weights of the features (size x T). */
    Matrix coefficients(Matrix wt);

    /** The basis of a problem on these inputs. */
    default Basis basis(Inputs x) {
        return new Basis(
                new FeatureRows.Dense(features(x)),
                Optional.empty(),
                Optional.of(this),
                wt -> new Basis.Decoded(coefficients(wt), new double[wt.rows()]));
    }

    /**
     * The map for these inputs.
     *
     * @param approximation as it is for them, not exact
     */
    static KernelMap of(Inputs x, Kernel kernel, Approximation approximation, long seed) {
        if (approximation.kind() == Approximation.Kind.FOURIER) {
            return new Fourier(Frequencies.draw(kernel, x, (approximation.size() + 1) / 2, seed));
        }
        return Nystrom.on(x, kernel, Landmarks.choose(x, kernel, approximation, seed));
    }

    /**
     * Functions are combinations of k(., z_j) for a few landmarks z among the inputs,
     *
     * <pre>  phi(x) = (k(x, z_1), ..., k(x, z_m)) U diag(s)^(-1/2),   k(z, z) = U diag(s) U',  </pre>
     *
     * so that a model keeps m inputs. The norm of such functions is exact, so the objective is that of the whole problem;
     * its bound is that of the functions at hand. Landmarks that others span but for rounding are left out: they would add
     * nothing but coefficients of 1e8 that cancel.
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Nystrom(Kernel kernel, int[] chosen, Inputs landmarks, Matrix turn) implements KernelMap {
        /** A landmark stays if what others leave of it is more than this share of the largest... */
        private static final double SPANNED = 1e-10;
        /** ... and their eigenvalues are above this share of the largest. */
        private static final double RANK_TOLERANCE = 1e-12;

        static Nystrom on(Inputs x, Kernel kernel, int[] chosen) {
            for (double spanned = SPANNED; ; spanned *= 10) {
                int[] kept = independent(x, kernel, chosen, spanned);
                Inputs landmarks = x.select(kept);
                SymmetricEigen eigen = LinearAlgebra.best().eigen(kernel.gram(landmarks));
                int m = eigen.size();
                if (m <= 1 || eigen.value(0) > RANK_TOLERANCE * m * eigen.value(m - 1)) {
                    return new Nystrom(kernel, kept, landmarks, turn(eigen));
                }
            }
        }

        /** The inputs among those chosen that others do not span, ascending; one at least. */
        private static int[] independent(Inputs x, Kernel kernel, int[] chosen, double spanned) {
            PivotedCholesky cholesky = PivotedCholesky.of(kernel.gram(x.select(chosen)), 0);
            int[] pivots = cholesky.pivots();
            int kept = 0;
            double first = pivots.length == 0 ? 0 : cholesky.factor().get(pivots[0], 0);
            while (kept < pivots.length
                    && square(cholesky.factor().get(pivots[kept], kept)) > spanned * square(first)) {
                kept++;
            }
            return Arrays.stream(pivots, 0, Math.max(kept, Math.min(1, pivots.length)))
                    .map(p -> chosen[p])
                    .sorted()
                    .toArray();
        }

        private static double square(double value) {
            return value * value;
        }

        private static Matrix turn(SymmetricEigen eigen) {
            int m = eigen.size();
            Matrix turn = Matrix.zeros(m, m);
            for (int j = 0; j < m; j++) {
                for (int i = 0; i < m; i++) {
                    turn.set(i, j, eigen.vectors().get(i, m - 1 - j) / Math.sqrt(eigen.value(m - 1 - j)));
                }
            }
            return turn;
        }

        /** Block by block, so that kernel values are never held for all inputs at once. */
        @Override
        public Matrix features(Inputs x) {
            Function<Inputs, Matrix> kernelTo = kernel.against(landmarks);
            return Batches.map(
                    x, turn.rows(), turn.cols(), batch -> LinearAlgebra.best().multiply(kernelTo.apply(batch), turn));
        }

        @Override
        public Matrix values(Inputs x) {
            return kernel.cross(x, landmarks);
        }

        @Override
        public Matrix coefficients(Matrix wt) {
            return LinearAlgebra.best().multiplyTransposeB(turn, wt);
        }
    }

    /** Cosines and sines of random directions. */
    record Fourier(Matrix frequencies) implements KernelMap {
        @Override
        public Matrix features(Inputs x) {
            return FourierModel.features(x, frequencies);
        }

        @Override
        public Matrix values(Inputs x) {
            return features(x);
        }

        /** What a feature may be off by: the rounding of its angle, and a few units of the cosine. */
        public double error(Inputs x) {
            double longest = 0;
            for (int i = 0; i < x.rows(); i++) {
                longest = Math.max(longest, length(x, i));
            }
            double frequency = 0;
            for (int k = 0; k < frequencies.cols(); k++) {
                double sum = 0;
                for (int j = 0; j < frequencies.rows(); j++) {
                    sum += frequencies.get(j, k) * frequencies.get(j, k);
                }
                frequency = Math.max(frequency, Math.sqrt(sum));
            }
            double scale = 1 / Math.sqrt(Math.max(1, frequencies.cols()));
            return scale * 0x1p-52 * (4 + (frequencies.rows() + 2) * longest * frequency);
        }

        private static double length(Inputs x, int i) {
            double sum = 0;
            if (x instanceof DenseInputs dense) {
                for (int j = 0; j < dense.values().cols(); j++) {
                    sum += dense.values().get(i, j) * dense.values().get(i, j);
                }
            } else if (x instanceof SparseInputs sparse) {
                sum = sparse.values().squaredNorm(i);
            }
            return Math.sqrt(sum);
        }

        @Override
        public Matrix coefficients(Matrix wt) {
            return wt.transpose();
        }
    }
}
