package dev.kith.linalg;

import java.util.function.DoubleUnaryOperator;

/**
 * symmetric = vectors diag(values) vectors'. {@code values} is 1 x n ascending, column j of {@code vectors} belongs to
 * value j.
 */
public record SymmetricEigen(Matrix values, Matrix vectors) {
    public int size() {
        return values.cols();
    }

    public double value(int j) {
        return values.get(0, j);
    }

    /** vectors diag(f(values)) vectors'. */
    public Matrix rebuild(DoubleUnaryOperator f) {
        int n = size();
        Matrix scaled = vectors.copy();
        for (int j = 0; j < n; j++) {
            double g = f.applyAsDouble(value(j));
            for (int i = 0; i < n; i++) {
                scaled.set(i, j, scaled.get(i, j) * g);
            }
        }
        return LinearAlgebra.best().multiplyTransposeB(scaled, vectors).symmetrized();
    }
}
