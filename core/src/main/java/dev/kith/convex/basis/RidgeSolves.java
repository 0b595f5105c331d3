package dev.kith.convex.basis;

import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;

/**
 * Solves (G_t + ridge I) w_t = r_t for every task, G_t = X_t'X_t: factored once on the smaller side (features, or
 * observations through the Woodbury identity), once for all tasks of complete data.
 */
public final class RidgeSolves {
    private final int dim;
    private final double ridge;
    private final Matrix[] blocks;
    private static final double ROUNDING = 0x1p-50;

    private final Cholesky[] factors;

    RidgeSolves(TaskGrams grams, double ridge, int dim) {
        this.blocks = grams.blocks();
        this.ridge = ridge;
        this.dim = dim;
        factors = new Cholesky[blocks.length];
        boolean shared = grams.shared();
        TaskGrams.each(
                shared ? Math.min(1, blocks.length) : blocks.length,
                t -> factors[t] = factor(lower(grams.smaller(t), ridge)));
        for (int t = 1; t < blocks.length && shared; t++) {
            factors[t] = factors[0];
        }
    }

    /** The lower triangle of the symmetric part, with the ridge; the rest is not looked at. */
    private static Matrix lower(Matrix gram, double ridge) {
        int n = gram.rows();
        double[] from = gram.data();
        Matrix lower = Matrix.zeros(n, n);
        double[] to = lower.data();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                to[i * n + j] = (from[i * n + j] + from[j * n + i]) / 2;
            }
            to[i * n + i] += ridge;
        }
        return lower;
    }

    /** Where the ridge is below the rounding errors of the Gram matrix, as much more as these are. */
    private static Cholesky factor(Matrix gram) {
        try {
            return LinearAlgebra.best().cholesky(gram);
        } catch (NumericalException indefinite) {
            return LinearAlgebra.best().cholesky(gram.plusDiagonal(ROUNDING * gram.rows() * gram.maxAbs()));
        }
    }

    /** Replaces row t of {@code right} by the solution for task t. */
    public void solveInto(Matrix right) {
        double[] to = right.data();
        TaskGrams.each(blocks.length, t -> {
            double[] r = right.row(t);
            double[] w = blocks[t].rows() == dim ? factors[t].solve(r) : woodbury(blocks[t], factors[t], r);
            System.arraycopy(w, 0, to, t * dim, w.length);
        });
    }

    /** (X'X + ridge I)^-1 r = (r - X'(XX' + ridge I)^-1 X r) / ridge. */
    private double[] woodbury(Matrix x, Cholesky factor, double[] r) {
        FeatureRows.Dense dense = new FeatureRows.Dense(x);
        double[] image = new double[x.rows()];
        for (int i = 0; i < image.length; i++) {
            image[i] = dense.dot(i, r, 0);
        }
        double[] inner = factor.solve(image);
        double[] w = r.clone();
        for (int i = 0; i < inner.length; i++) {
            dense.addInto(w, 0, -inner[i], i);
        }
        for (int j = 0; j < w.length; j++) {
            w[j] /= ridge;
        }
        return w;
    }
}
