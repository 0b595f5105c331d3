package dev.kith.convex.basis;

import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/**
 * Explicit features phi(x_i) of the training inputs with phi(x)'phi(z) = k(x, z), so that every solver works on a linear
 * problem: the features themselves for a linear kernel, otherwise a factor of the Gram matrix K = Phi Phi'.
 *
 * <p>With intercepts, features may be centred at their overall mean (an exact change of variables that keeps the numbers
 * small); {@link Decoded#offset} takes it back.
 *
 * @param rows the features of the training inputs, n x dim
 * @param orthogonal the diagonal of Phi'Phi where it is known to be diagonal
 * @param map the features' own definition where they approximate a kernel; then coefficients belong to its landmarks or
 *     features
 * @param decoder turns weights on the features (T x dim) into what a model keeps
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
public record Basis(
        FeatureRows rows, Optional<double[]> orthogonal, Optional<KernelMap> map, Function<Matrix, Decoded> decoder) {
    public Basis(FeatureRows rows, Optional<double[]> orthogonal, Function<Matrix, Decoded> decoder) {
        this(rows, orthogonal, Optional.empty(), decoder);
    }

    /* Why a factor of K instead of the n x n dual: after one factorisation every loss, structure and solver is the same
     * code as for linear features, and nothing larger than n x rank is ever formed. Eigenvectors (9 n^3 flops, native)
     * make the features of complete data orthogonal, so that no second factorisation is needed there; beyond
     * a limit a pivoted Cholesky factor (n rank^2) is cheaper and, for smooth kernels, much smaller. */
    private static final int EIGEN_LIMIT = 1500;
    private static final int ORTHOGONAL_LIMIT = 6000;
    /** Up to so many sparse rows, fewer than features, their products (500 MB here) are what solvers work on. */
    private static final int SPARSE_LIMIT = 8000;

    public static final double RANK_TOLERANCE = 1e-14;
    private static final double TRACE_TOLERANCE = 1e-12;

    /**
     * What a model keeps: feature weights (d x T) or kernel coefficients (n x T), and what to subtract from each task's
     * intercept because the features were centred.
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    public record Decoded(Matrix coefficients, double[] offset) {}

    /**
     * @param rowWeight total weight of every input, for the centre
     * @param intercept whether the features may be centred
     * @param complete whether all tasks have labels at every input, so that orthogonal features are worth their price
     */
    static Basis of(Inputs x, Kernel kernel, double[] rowWeight, boolean intercept, boolean complete) {
        boolean linear = kernel instanceof Linear;
        if (linear && (x.features().size() <= x.rows() || (x instanceof SparseInputs && x.rows() > SPARSE_LIMIT))) {
            return features(x, rowWeight, intercept);
        }
        RowSpace space = RowSpace.of(x, kernel, intercept);
        Basis inner = factored(space.gram(), rowWeight, intercept, complete);
        return new Basis(inner.rows, inner.orthogonal, wt -> {
            Decoded dual = inner.decoder.apply(wt);
            Decoded decoded = space.decoded(dual.coefficients);
            Arrays.setAll(decoded.offset, t -> decoded.offset[t] + dual.offset[t]);
            return decoded;
        });
    }

    /** The features themselves. */
    static Basis features(Inputs x, double[] rowWeight, boolean intercept) {
        if (x instanceof SparseInputs sparse) {
            return new Basis(
                    new FeatureRows.Sparse(sparse.values()),
                    Optional.empty(),
                    wt -> new Decoded(wt.transpose(), new double[wt.rows()]));
        }
        return linear(((DenseInputs) x).values(), rowWeight, intercept);
    }

    private static Basis linear(Matrix x, double[] rowWeight, boolean intercept) {
        double[] centre = new double[x.cols()];
        Matrix phi = intercept ? centred(x, rowWeight, centre) : Matrix.wrap(x.rows(), x.cols(), x.data());
        return new Basis(new FeatureRows.Dense(phi), Optional.empty(), wt -> {
            double[] offset = new double[wt.rows()];
            for (int t = 0; t < offset.length; t++) {
                for (int j = 0; j < centre.length; j++) {
                    offset[t] += centre[j] * wt.get(t, j);
                }
            }
            return new Decoded(wt.transpose(), offset);
        });
    }

    /** A copy less the weighted mean, which {@code centre} becomes. */
    private static Matrix centred(Matrix x, double[] rowWeight, double[] centre) {
        Matrix phi = x.copy();
        double[] data = phi.data();
        int d = centre.length;
        double total = 0;
        for (int i = 0; i < phi.rows(); i++) {
            total += rowWeight[i];
            for (int j = 0; j < d; j++) {
                centre[j] += rowWeight[i] * data[i * d + j];
            }
        }
        for (int j = 0; j < d; j++) {
            centre[j] = total > 0 ? centre[j] / total : 0;
        }
        for (int i = 0; i < phi.rows(); i++) {
            for (int j = 0; j < d; j++) {
                data[i * d + j] -= centre[j];
            }
        }
        return phi;
    }

    /** A factor of the Gram matrix, which is overwritten; arguments as in {@link #of}. */
    static Basis factored(Matrix gram, double[] rowWeight, boolean intercept, boolean complete) {
        boolean even = true;
        for (double w : rowWeight) {
            even &= w == rowWeight[0];
        }
        if (gram.rows() > (complete ? ORTHOGONAL_LIMIT : EIGEN_LIMIT)) {
            PivotedCholesky cholesky = PivotedCholesky.of(gram, TRACE_TOLERANCE);
            return new Basis(
                    new FeatureRows.Dense(cholesky.factor()),
                    Optional.empty(),
                    wt -> new Decoded(cholesky.coefficients(wt), new double[wt.rows()]));
        }
        double[] mean = new double[gram.rows()];
        if (intercept && even) {
            mean = centreInto(gram);
        }
        return eigenBasis(gram, mean, even || !intercept);
    }

    /** Centres K on both sides in place; returns its row means from before. */
    public static double[] centreInto(Matrix gram) {
        int n = gram.rows();
        double[] mean = new double[n];
        double grand = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                mean[i] += gram.get(i, j) / n;
            }
            grand += mean[i] / n;
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                gram.add(i, j, grand - mean[i] - mean[j]);
            }
        }
        return mean;
    }

    /** Phi = U diag(sqrt(s)); weights W come from coefficients B = Phi diag(1/s) W, whose columns sum to 0 if centred. */
    private static Basis eigenBasis(Matrix gram, double[] mean, boolean orthogonal) {
        int n = gram.rows();
        SymmetricEigen eigen = LinearAlgebra.best().eigen(gram);
        double floor = n == 0 ? 0 : RANK_TOLERANCE * n * Math.max(0, eigen.value(n - 1));
        int rank = 0;
        while (rank < n && eigen.value(n - 1 - rank) > floor) {
            rank++;
        }
        double[] s = new double[rank];
        Matrix phi = Matrix.zeros(n, rank);
        Matrix inverse = Matrix.zeros(n, rank);
        for (int j = 0; j < rank; j++) {
            s[j] = eigen.value(n - 1 - j);
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < rank; j++) {
                double u = eigen.vectors().get(i, n - 1 - j);
                phi.set(i, j, u * Math.sqrt(s[j]));
                inverse.set(i, j, u / Math.sqrt(s[j]));
            }
        }
        return new Basis(
                new FeatureRows.Dense(phi),
                orthogonal ? Optional.of(s) : Optional.empty(),
                kernelDecoder(inverse, mean));
    }

    /** Kernel coefficients B = inverse W; {@code mean} holds the row means of K from before it was centred. */
    public static Function<Matrix, Decoded> kernelDecoder(Matrix inverse, double[] mean) {
        return wt -> {
            Matrix b = LinearAlgebra.best().multiplyTransposeB(inverse, wt);
            double[] offset = new double[wt.rows()];
            for (int t = 0; t < offset.length; t++) {
                for (int i = 0; i < mean.length; i++) {
                    offset[t] += mean[i] * b.get(i, t);
                }
            }
            return new Decoded(b, offset);
        };
    }
}
