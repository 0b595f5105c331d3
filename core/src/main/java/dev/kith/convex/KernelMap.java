package dev.kith.convex;

import dev.kith.data.Batches;
import dev.kith.data.Inputs;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.model.FourierModel;
import java.util.Optional;
import java.util.function.Function;

/** A few explicit features phi with phi(x)'phi(z) close to k(x, z). */
sealed interface KernelMap {
    /** The features of these inputs, n x size. */
    Matrix features(Inputs x);

    /** What coefficients are multiplied by to predict, n x their number. */
    Matrix values(Inputs x);

    /** What a model keeps: coefficients of the landmarks, or weights of the features (size x T). */
    Matrix coefficients(Matrix wt);

    /** The basis of a problem on these inputs. */
    default Basis basis(Inputs x) {
        return new Basis(
                new Rows.Dense(features(x)),
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
     * its bound is that of the functions at hand.
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Nystrom(Kernel kernel, int[] chosen, Inputs landmarks, Matrix turn) implements KernelMap {
        private static final double RANK_TOLERANCE = 1e-12;

        static Nystrom on(Inputs x, Kernel kernel, int[] chosen) {
            Inputs landmarks = x.select(chosen);
            SymmetricEigen eigen = LinearAlgebra.best().eigen(kernel.gram(landmarks));
            int m = eigen.size();
            int rank = 0;
            while (rank < m && eigen.value(m - 1 - rank) > RANK_TOLERANCE * m * eigen.value(m - 1)) {
                rank++;
            }
            Matrix turn = Matrix.zeros(m, rank);
            for (int j = 0; j < rank; j++) {
                for (int i = 0; i < m; i++) {
                    turn.set(i, j, eigen.vectors().get(i, m - 1 - j) / Math.sqrt(eigen.value(m - 1 - j)));
                }
            }
            return new Nystrom(kernel, chosen, landmarks, turn);
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

        @Override
        public Matrix coefficients(Matrix wt) {
            return wt.transpose();
        }
    }
}
