package dev.kith.structure.matrix;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import dev.kith.linalg.SymmetricEigen;
import org.jspecify.annotations.Nullable;

/** A structure matrix kept as T x T numbers. What needs its eigenvectors finds them once. */
public final class DenseTasks implements TaskMatrix {
    /** Eigenvalues below this fraction of the largest are taken as zero. */
    private static final double RANK_TOLERANCE = 1e-12;
    /** Eigenvalues below minus this fraction of the largest are no rounding. */
    private static final double NEGATIVE = 1e-9;

    private final Matrix a;
    private volatile @Nullable SymmetricEigen eigen;
    private volatile @Nullable Matrix inverse;

    DenseTasks(Matrix a) {
        if (a.rows() != a.cols()) {
            throw new IllegalArgumentException("structure must be square, got " + a.rows() + " x " + a.cols());
        }
        this.a = a.requireFinite("structure").frozen();
    }

    /** Eigenvalues and eigenvectors. */
    public SymmetricEigen eigen() {
        SymmetricEigen known = eigen;
        if (known == null) {
            SymmetricEigen found = LinearAlgebra.best().eigen(a);
            known = new SymmetricEigen(found.values().frozen(), found.vectors().frozen());
            eigen = known;
        }
        return known;
    }

    /** This matrix, unless it is not positive semidefinite, or zero: a {@link NumericalException}. */
    public DenseTasks requireSemidefinite() {
        int n = eigen().size();
        if (n > 0 && (eigen().value(0) < -NEGATIVE * largest() || !(largest() > 0))) {
            throw new NumericalException("the structure matrix must be positive semidefinite and not zero, its"
                    + " eigenvalues go from " + eigen().value(0) + " to " + largest());
        }
        return this;
    }

    private Matrix inverse() {
        Matrix known = inverse;
        if (known == null) {
            double least = RANK_TOLERANCE * largest();
            known = eigen().rebuild(g -> g > least ? 1 / g : 0);
            inverse = known;
        }
        return known;
    }

    @Override
    public int size() {
        return a.rows();
    }

    @Override
    public double entry(int t, int s) {
        return a.get(t, s);
    }

    @Override
    public double[] row(int t) {
        return a.row(t);
    }

    @Override
    public double[] diagonal() {
        return a.diagonal();
    }

    @Override
    public Matrix multiply(Matrix x) {
        return LinearAlgebra.best().multiply(a, x);
    }

    @Override
    public Matrix solve(Matrix x) {
        return LinearAlgebra.best().multiply(inverse(), x);
    }

    @Override
    public Matrix shrink(Matrix x, double[] g, double kappa) {
        Matrix p = eigen().vectors();
        Matrix y = LinearAlgebra.best().multiplyTransposeA(p, x);
        for (int k = 0; k < y.rows(); k++) {
            double value = Math.max(0, eigen().value(k));
            for (int j = 0; j < y.cols(); j++) {
                y.set(k, j, y.get(k, j) * value / (g[j] * value + kappa));
            }
        }
        return LinearAlgebra.best().multiply(p, y);
    }

    @Override
    public double form(Matrix x) {
        return Math.max(0, multiply(x).dot(x));
    }

    @Override
    public double inverseForm(Matrix x) {
        return Math.max(0, solve(x).dot(x));
    }

    @Override
    public double largest() {
        return size() == 0 ? 0 : Math.max(0, eigen().value(size() - 1));
    }

    @Override
    public double smallest() {
        double least = largest();
        for (int k = size() - 1; k >= 0 && eigen().value(k) > RANK_TOLERANCE * largest(); k--) {
            least = eigen().value(k);
        }
        return least;
    }

    @Override
    public Matrix dense() {
        return a;
    }

    /** Equal numbers. */
    @Override
    public boolean equals(Object other) {
        return other instanceof DenseTasks dense && a.equals(dense.a);
    }

    @Override
    public int hashCode() {
        return a.hashCode();
    }
}
