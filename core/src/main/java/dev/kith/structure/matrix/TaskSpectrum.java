package dev.kith.structure.matrix;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.linalg.ThinSvd;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A structure that was learned from few features: A = base I + V diag(values - base) V' with orthonormal columns V, T x r.
 * Its eigenvalues are {@code values} along V and {@code base} everywhere else.
 */
public final class TaskSpectrum implements TaskMatrix {
    private static final double RANK_TOLERANCE = 1e-12;
    private static final double UNITS = 0x1p-52;

    private final Matrix vectors;
    private final double[] values;
    private final double base;

    /**
     * The matrix with these eigenvectors and eigenvalues.
     *
     * @param vectors V, T x r, columns orthonormal to rounding
     * @param values r numbers &gt;= 0
     * @param base &gt;= 0
     */
    public TaskSpectrum(Matrix vectors, double[] values, double base) {
        this.vectors = vectors.requireFinite("vectors of the structure").frozen();
        this.values = values.clone();
        this.base = base;
        if (values.length != vectors.cols() || values.length > vectors.rows()) {
            throw new IllegalArgumentException("the structure must have an eigenvalue per vector, got " + values.length
                    + " for " + vectors.rows() + " x " + vectors.cols());
        }
        for (double value : values) {
            requireNonNegative(value);
        }
        requireNonNegative(base);
    }

    private static void requireNonNegative(double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "eigenvalues of the structure must be finite numbers >= 0, got " + value);
        }
    }

    /** V. */
    public Matrix vectors() {
        return vectors;
    }

    /** The eigenvalues along V. */
    public double[] values() {
        return values.clone();
    }

    /** The eigenvalue of everything else. */
    public double base() {
        return base;
    }

    /**
     * These tasks tied to nobody, A_tt as it is; all others as they are. A direction for each of them: empty where they are
     * more than {@code most}.
     */
    public Optional<TaskSpectrum> untied(boolean[] alone, int most) {
        int[] own = IntStream.range(0, size()).filter(t -> alone[t]).toArray();
        if (own.length > most || own.length + values.length > size()) {
            return Optional.empty();
        }
        // what is left of V beside them has no longer orthonormal columns: U S Z', turned to where S Z'(D - base) Z S
        // is diagonal
        Matrix left = vectors.copy();
        for (int t : own) {
            for (int k = 0; k < values.length; k++) {
                left.set(t, k, 0);
            }
        }
        LinearAlgebra algebra = LinearAlgebra.best();
        ThinSvd svd = algebra.svd(left);
        double least = RANK_TOLERANCE * (values.length == 0 ? 0 : svd.value(0));
        int[] kept = IntStream.range(0, values.length)
                .filter(k -> svd.value(k) > least)
                .toArray();
        double[] sizes = Arrays.stream(kept).mapToDouble(svd::value).toArray();
        Matrix sz = algebra.multiply(Matrix.diagonal(sizes), svd.v().transpose().selectRows(kept));
        double[] beyond = Arrays.stream(values).map(value -> value - base).toArray();
        SymmetricEigen eigen =
                algebra.eigen(algebra.multiplyTransposeB(algebra.multiply(sz, Matrix.diagonal(beyond)), sz)
                        .symmetrized());
        Matrix turned = algebra.multiplyTransposeA(svd.u().transpose().selectRows(kept), eigen.vectors());
        Matrix all = Matrix.zeros(size(), eigen.size() + own.length);
        double[] now = new double[all.cols()];
        for (int k = 0; k < eigen.size(); k++) {
            now[k] = Math.max(0, base + eigen.value(k));
            for (int t = 0; t < size(); t++) {
                all.set(t, k, turned.get(t, k));
            }
        }
        for (int k = 0; k < own.length; k++) {
            now[eigen.size() + k] = Math.max(0, entry(own[k], own[k]));
            all.set(own[k], eigen.size() + k, 1);
        }
        return Optional.of(new TaskSpectrum(all, now, base));
    }

    @Override
    public int size() {
        return vectors.rows();
    }

    @Override
    public double entry(int t, int s) {
        double sum = t == s ? base : 0;
        for (int k = 0; k < values.length; k++) {
            sum += (values[k] - base) * vectors.get(t, k) * vectors.get(s, k);
        }
        return sum;
    }

    @Override
    public double[] row(int t) {
        double[] row = new double[size()];
        Arrays.setAll(row, s -> entry(t, s));
        return row;
    }

    @Override
    public double[] diagonal() {
        double[] all = new double[size()];
        Arrays.setAll(all, t -> entry(t, t));
        return all;
    }

    private interface Function {
        /** Of an eigenvalue, for column j. */
        double of(double value, int j);
    }

    /** Column j: f_j(A) x_j. */
    private Matrix apply(Matrix x, Function f) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix inner = algebra.multiplyTransposeA(vectors, x);
        for (int k = 0; k < values.length; k++) {
            for (int j = 0; j < x.cols(); j++) {
                inner.set(k, j, inner.get(k, j) * (f.of(values[k], j) - f.of(base, j)));
            }
        }
        Matrix product = algebra.multiply(vectors, inner);
        for (int j = 0; j < x.cols(); j++) {
            double rest = f.of(base, j);
            for (int t = 0; t < size() && rest != 0; t++) {
                product.add(t, j, rest * x.get(t, j));
            }
        }
        return product;
    }

    @Override
    public Matrix multiply(Matrix x) {
        return apply(x, (value, j) -> value);
    }

    @Override
    public Matrix solve(Matrix x) {
        double least = RANK_TOLERANCE * largest();
        return apply(x, (value, j) -> value > least ? 1 / value : 0);
    }

    @Override
    public Matrix shrink(Matrix x, double[] g, double kappa) {
        return apply(x, (value, j) -> value / (g[j] * value + kappa));
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
        return Math.max(Arrays.stream(values).max().orElse(0), free() ? base : 0) * (1 + 8 * size() * UNITS);
    }

    /** Whether there are directions beside V. */
    private boolean free() {
        return values.length < size();
    }

    @Override
    public double smallest() {
        double least = RANK_TOLERANCE * largest();
        double own = Arrays.stream(values).filter(value -> value > least).min().orElse(largest());
        return (free() && base > least ? Math.min(base, own) : own) * (1 - 8 * size() * UNITS);
    }

    @Override
    public double trace() {
        return Arrays.stream(values).sum() + base * (size() - values.length);
    }

    @Override
    public Matrix dense() {
        TaskMatrix.requireDense("this matrix of ties", size(), 2);
        Matrix scaled = vectors.copy();
        for (int t = 0; t < size(); t++) {
            for (int k = 0; k < values.length; k++) {
                scaled.set(t, k, scaled.get(t, k) * (values[k] - base));
            }
        }
        return LinearAlgebra.best()
                .multiplyTransposeB(scaled, vectors)
                .plusDiagonal(base)
                .symmetrized();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TaskSpectrum spectrum
                && vectors.equals(spectrum.vectors)
                && Arrays.equals(values, spectrum.values)
                && base == spectrum.base;
    }

    @Override
    public int hashCode() {
        return 31 * vectors.hashCode() + Arrays.hashCode(values);
    }
}
