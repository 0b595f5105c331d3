package dev.kith.linalg;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * A dense rows x cols matrix of doubles, stored row by row in one array.
 *
 * <p>A plain buffer: whoever creates a matrix may write to it, everyone else only reads. Types that promise
 * immutability (models and their parts) keep and hand out {@link #frozen()} matrices, which cannot be written to; whoever
 * gives them a matrix gives it away. Sizes of zero are legal. Products and factorisations live in {@link LinearAlgebra}.
 */
public final class Matrix {
    private final int rows;
    private final int cols;
    /** Written to through this class only; read in this package, frozen or not. */
    final double[] data;

    private final boolean frozen;

    private Matrix(int rows, int cols, double[] data) {
        this(rows, cols, data, false);
    }

    private Matrix(int rows, int cols, double[] data, boolean frozen) {
        this.rows = rows;
        this.cols = cols;
        this.data = data;
        this.frozen = frozen;
    }

    /** A matrix of zeros. */
    public static Matrix zeros(int rows, int cols) {
        return new Matrix(rows, cols, new double[length(rows, cols)]);
    }

    /** The n x n identity. */
    public static Matrix identity(int n) {
        Matrix eye = zeros(n, n);
        for (int i = 0; i < n; i++) {
            eye.data[i * n + i] = 1;
        }
        return eye;
    }

    /** The square matrix with {@code diagonal} on its diagonal and zeros elsewhere. */
    public static Matrix diagonal(double... diagonal) {
        int n = diagonal.length;
        Matrix d = zeros(n, n);
        for (int i = 0; i < n; i++) {
            d.data[i * n + i] = diagonal[i];
        }
        return d;
    }

    /** Wraps {@code data} (row by row, rows * cols long) without copying: the caller gives the array away. */
    public static Matrix wrap(int rows, int cols, double[] data) {
        if (data.length != length(rows, cols)) {
            throw new IllegalArgumentException(
                    "data must hold rows * cols = " + rows + " * " + cols + " numbers, got " + data.length);
        }
        return new Matrix(rows, cols, data);
    }

    /** Copies an array of rows, which must all have the same length. */
    public static Matrix of(double[]... rows) {
        int cols = rows.length == 0 ? 0 : rows[0].length;
        Matrix m = zeros(rows.length, cols);
        for (int i = 0; i < rows.length; i++) {
            if (rows[i].length != cols) {
                throw new IllegalArgumentException(
                        "rows must have equal lengths, row 0 has " + cols + ", row " + i + " has " + rows[i].length);
            }
            System.arraycopy(rows[i], 0, m.data, i * cols, cols);
        }
        return m;
    }

    private static int length(int rows, int cols) {
        if (rows < 0 || cols < 0) {
            throw new IllegalArgumentException("rows and cols must be >= 0, got " + rows + " x " + cols);
        }
        long length = (long) rows * cols;
        if (length > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a " + rows + " x " + cols + " dense matrix does not fit one array");
        }
        return (int) length;
    }

    public int rows() {
        return rows;
    }

    public int cols() {
        return cols;
    }

    public double get(int i, int j) {
        return data[i * cols + j];
    }

    /** Makes entry (i, j) this value; refused by a {@link #frozen()} matrix. */
    public void set(int i, int j, double value) {
        requireOpen();
        data[i * cols + j] = value;
    }

    /** Adds to entry (i, j); refused by a {@link #frozen()} matrix. */
    public void add(int i, int j, double value) {
        requireOpen();
        data[i * cols + j] += value;
    }

    /** The live storage, entry (i, j) at {@code i * cols() + j}, for inner loops; a copy if {@link #frozen()}, so ask once. */
    public double[] data() {
        return frozen ? data.clone() : data;
    }

    /** Copies entries to a buffer, row by row from position {@code from} on, as many as fit; returns how many. */
    public int copyInto(DoubleBuffer to, int from) {
        int count = Math.min(to.remaining(), data.length - from);
        to.put(data, from, count);
        return count;
    }

    /** The same numbers without a copy, in a matrix that refuses to be written to. */
    public Matrix frozen() {
        return frozen ? this : new Matrix(rows, cols, data, true);
    }

    /** The same numbers without a copy, for routines, which read them as an array and write to none but their results. */
    Matrix open() {
        return frozen ? new Matrix(rows, cols, data) : this;
    }

    void requireOpen() {
        if (frozen) {
            throw new IllegalStateException("this matrix is part of a model: copy() it first");
        }
    }

    /** A copy of row i. */
    public double[] row(int i) {
        return Arrays.copyOfRange(data, i * cols, (i + 1) * cols);
    }

    /** A copy of column j. */
    public double[] column(int j) {
        double[] column = new double[rows];
        for (int i = 0; i < rows; i++) {
            column[i] = data[i * cols + j];
        }
        return column;
    }

    /** Sum of the squares of row i. */
    public double squaredNorm(int i) {
        double sum = 0;
        for (int k = i * cols; k < (i + 1) * cols; k++) {
            sum += data[k] * data[k];
        }
        return sum;
    }

    /** A copy of the diagonal of a square matrix. */
    public double[] diagonal() {
        double[] diagonal = new double[Math.min(rows, cols)];
        for (int i = 0; i < diagonal.length; i++) {
            diagonal[i] = data[i * cols + i];
        }
        return diagonal;
    }

    public Matrix copy() {
        return new Matrix(rows, cols, data.clone());
    }

    public Matrix transpose() {
        Matrix t = zeros(cols, rows);
        RowSums.transposeInto(t.data, data, rows, cols);
        return t;
    }

    /** A new matrix of the given rows, in the given order. */
    public Matrix selectRows(int... which) {
        Matrix m = zeros(which.length, cols);
        for (int k = 0; k < which.length; k++) {
            System.arraycopy(data, which[k] * cols, m.data, k * cols, cols);
        }
        return m;
    }

    /** A new matrix: {@code f} of every entry. */
    public Matrix map(DoubleUnaryOperator f) {
        Matrix m = zeros(rows, cols);
        for (int k = 0; k < data.length; k++) {
            m.data[k] = f.applyAsDouble(data[k]);
        }
        return m;
    }

    /** A new matrix: this * factor. */
    public Matrix scale(double factor) {
        Matrix m = copy();
        for (int k = 0; k < m.data.length; k++) {
            m.data[k] *= factor;
        }
        return m;
    }

    /** A new matrix: this + factor * other. */
    public Matrix plus(double factor, Matrix other) {
        requireSameShape(other);
        Matrix m = copy();
        for (int k = 0; k < m.data.length; k++) {
            m.data[k] += factor * other.data[k];
        }
        return m;
    }

    /** A new matrix: this with {@code value} added to the diagonal. */
    public Matrix plusDiagonal(double value) {
        Matrix m = copy();
        for (int i = 0; i < Math.min(rows, cols); i++) {
            m.data[i * cols + i] += value;
        }
        return m;
    }

    /** This matrix with the mean of each column taken off. */
    public Matrix centredColumns() {
        Matrix centred = copy();
        for (int j = 0; j < cols; j++) {
            double mean = 0;
            for (int i = 0; i < rows; i++) {
                mean += get(i, j) / rows;
            }
            for (int i = 0; i < rows; i++) {
                centred.add(i, j, -mean);
            }
        }
        return centred;
    }

    /** A new matrix: (this + this') / 2 of a square one. */
    public Matrix symmetrized() {
        if (rows != cols) {
            throw new IllegalArgumentException("matrix to symmetrize must be square, got " + rows + " x " + cols);
        }
        Matrix m = copy();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < i; j++) {
                double mean = (data[i * cols + j] + data[j * cols + i]) / 2;
                m.data[i * cols + j] = mean;
                m.data[j * cols + i] = mean;
            }
        }
        return m;
    }

    /** Sum of products of matching entries, tr(this' other). */
    public double dot(Matrix other) {
        requireSameShape(other);
        double sum = 0;
        for (int k = 0; k < data.length; k++) {
            sum += data[k] * other.data[k];
        }
        return sum;
    }

    public double trace() {
        double sum = 0;
        for (int i = 0; i < Math.min(rows, cols); i++) {
            sum += data[i * cols + i];
        }
        return sum;
    }

    /** The largest absolute entry, 0 for an empty matrix, NaN when any entry is NaN. */
    public double maxAbs() {
        double max = 0;
        for (double value : data) {
            max = Math.max(max, Math.abs(value));
        }
        return max;
    }

    public double frobeniusNorm() {
        return Math.sqrt(dot(this));
    }

    public boolean isFinite() {
        return Arrays.stream(data).allMatch(Double::isFinite);
    }

    /**
     * This matrix, unless an entry is NaN or infinite.
     *
     * @throws NumericalException naming the first such entry
     */
    public Matrix requireFinite(String name) {
        for (int k = 0; k < data.length; k++) {
            if (!Double.isFinite(data[k])) {
                throw notFinite(name, data[k], k / cols, k % cols);
            }
        }
        return this;
    }

    static NumericalException notFinite(String name, double value, int i, int j) {
        return new NumericalException(name + " must be finite, got " + value + " at (" + i + ", " + j + ")");
    }

    private void requireSameShape(Matrix other) {
        if (rows != other.rows || cols != other.cols) {
            throw new IllegalArgumentException(
                    "shapes must match, got " + rows + " x " + cols + " and " + other.rows + " x " + other.cols);
        }
    }

    /** Equal shape and equal bits in every entry. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Matrix m && rows == m.rows && cols == m.cols && Arrays.equals(data, m.data);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * rows + cols) + Arrays.hashCode(data);
    }

    @Override
    public String toString() {
        if ((long) rows * cols > 100) {
            return rows + " x " + cols + " matrix";
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows; i++) {
            text.append(Arrays.toString(row(i))).append('\n');
        }
        return text.toString();
    }
}
