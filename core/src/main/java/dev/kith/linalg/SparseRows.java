package dev.kith.linalg;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * Sparse rows over {@code cols} columns (compressed rows): the non-zeros of row i are entries start(i) to start(i+1) of
 * {@link #indices()} and {@link #values()}, indices ascending within a row.
 *
 * <p>Read-only for everyone but the creator, who gives the arrays away. Models keep and hand out {@link #frozen()} rows, of
 * whose arrays there are only copies.
 */
public final class SparseRows {
    private final int cols;
    private final int[] starts;
    private final int[] indices;
    private final double[] values;
    private final boolean frozen;

    /** Takes the arrays without copying; checks that starts ascend and that indices ascend and fit within each row. */
    public SparseRows(int cols, int[] starts, int[] indices, double[] values) {
        if (starts.length == 0 || starts[0] != 0 || starts[starts.length - 1] > indices.length) {
            throw new IllegalArgumentException("starts must begin at 0 and end within the entries");
        }
        if (indices.length != values.length) {
            throw new IllegalArgumentException(
                    "indices and values must have equal lengths, got " + indices.length + " and " + values.length);
        }
        for (int i = 0; i + 1 < starts.length; i++) {
            if (starts[i + 1] < starts[i]) {
                throw new IllegalArgumentException("starts must ascend, got " + starts[i + 1] + " after " + starts[i]);
            }
        }
        for (int i = 0; i + 1 < starts.length; i++) {
            int last = -1;
            for (int k = starts[i]; k < starts[i + 1]; k++) {
                int j = indices[k];
                if (j <= last || j >= cols) {
                    throw new IllegalArgumentException(
                            "row " + i + ": indices must ascend and be < " + cols + ", got " + j + " after " + last);
                }
                last = j;
            }
        }
        this.cols = cols;
        this.starts = starts;
        this.indices = indices;
        this.values = values;
        frozen = false;
    }

    /** The same rows over as many or more columns. */
    private SparseRows(SparseRows rows, int cols, boolean frozen) {
        this.cols = cols;
        starts = rows.starts;
        indices = rows.indices;
        values = rows.values;
        this.frozen = frozen;
    }

    /** The same rows without a copy, whose arrays nobody can write to. */
    public SparseRows frozen() {
        return frozen ? this : new SparseRows(this, cols, true);
    }

    public int rows() {
        return starts.length - 1;
    }

    public int cols() {
        return cols;
    }

    public int nonZeros() {
        return starts[starts.length - 1];
    }

    public int start(int row) {
        return starts[row];
    }

    public int end(int row) {
        return starts[row + 1];
    }

    /** The live column indices; of {@link #frozen()} rows a copy, so ask once, not in a loop. */
    public int[] indices() {
        return frozen ? indices.clone() : indices;
    }

    /** The live values; of {@link #frozen()} rows a copy, so ask once, not in a loop. */
    public double[] values() {
        return frozen ? values.clone() : values;
    }

    /** The column of entry k. */
    public int index(int k) {
        return indices[k];
    }

    /** The value of entry k. */
    public double value(int k) {
        return values[k];
    }

    /** Row i times a dense vector. */
    public double dot(int row, double[] dense) {
        double sum = 0;
        for (int k = start(row), end = end(row); k < end; k++) {
            sum += values[k] * dense[indices[k]];
        }
        return sum;
    }

    /** dense += factor * row i. */
    public void addInto(double[] dense, double factor, int row) {
        for (int k = start(row), end = end(row); k < end; k++) {
            dense[indices[k]] += factor * values[k];
        }
    }

    /** These rows times a dense cols x k matrix. */
    public Matrix times(Matrix dense) {
        if (dense.rows() != cols) {
            throw new IllegalArgumentException("dense factor must have " + cols + " rows, got " + dense.rows());
        }
        int k = dense.cols();
        Matrix product = Matrix.zeros(rows(), k);
        double[] to = product.data();
        double[] from = dense.data;
        for (int i = 0; i < rows(); i++) {
            for (int e = start(i), end = end(i); e < end; e++) {
                int base = indices[e] * k;
                for (int c = 0; c < k; c++) {
                    to[i * k + c] += values[e] * from[base + c];
                }
            }
        }
        return product;
    }

    /** Inner product of row i here with row j of {@code other}. */
    public double dot(int row, SparseRows other, int otherRow) {
        int a = start(row);
        int b = other.start(otherRow);
        int aEnd = end(row);
        int bEnd = other.end(otherRow);
        double sum = 0;
        while (a < aEnd && b < bEnd) {
            int difference = indices[a] - other.indices[b];
            if (difference == 0) {
                sum += values[a++] * other.values[b++];
            } else if (difference < 0) {
                a++;
            } else {
                b++;
            }
        }
        return sum;
    }

    /** These rows times the transpose of other rows over the same columns: all inner products. */
    public Matrix timesTranspose(SparseRows other) {
        if (other.cols != cols) {
            throw new IllegalArgumentException("both must have the same columns, got " + cols + " and " + other.cols);
        }
        SparseRows columns = other.transpose();
        Matrix product = Matrix.zeros(rows(), other.rows());
        double[] to = product.data();
        int m = other.rows();
        for (int i = 0; i < rows(); i++) {
            for (int e = start(i), end = end(i); e < end; e++) {
                double value = values[e];
                for (int k = columns.start(indices[e]), stop = columns.end(indices[e]); k < stop; k++) {
                    to[i * m + columns.indices[k]] += value * columns.values[k];
                }
            }
        }
        return product;
    }

    /** The transpose: one sparse row per column. */
    public SparseRows transpose() {
        int[] next = new int[cols + 1];
        for (int k = 0; k < nonZeros(); k++) {
            next[indices[k] + 1]++;
        }
        for (int j = 0; j < cols; j++) {
            next[j + 1] += next[j];
        }
        int[] newStarts = next.clone();
        int[] newIndices = new int[nonZeros()];
        double[] newValues = new double[nonZeros()];
        for (int i = 0; i < rows(); i++) {
            for (int k = start(i); k < end(i); k++) {
                int at = next[indices[k]]++;
                newIndices[at] = i;
                newValues[at] = values[k];
            }
        }
        return new SparseRows(rows(), newStarts, newIndices, newValues);
    }

    /** The same rows over more columns, the new ones empty. */
    public SparseRows widen(int newCols) {
        if (newCols < cols) {
            throw new IllegalArgumentException("columns must be at least " + cols + ", got " + newCols);
        }
        return new SparseRows(this, newCols, frozen);
    }

    public double squaredNorm(int row) {
        double sum = 0;
        for (int k = start(row), end = end(row); k < end; k++) {
            sum += values[k] * values[k];
        }
        return sum;
    }

    /** A copy of the given rows, in the given order. */
    public SparseRows selectRows(int... which) {
        int[] newStarts = new int[which.length + 1];
        for (int k = 0; k < which.length; k++) {
            newStarts[k + 1] = newStarts[k] + (end(which[k]) - start(which[k]));
        }
        int[] newIndices = new int[newStarts[which.length]];
        double[] newValues = new double[newIndices.length];
        for (int k = 0; k < which.length; k++) {
            int length = end(which[k]) - start(which[k]);
            System.arraycopy(indices, start(which[k]), newIndices, newStarts[k], length);
            System.arraycopy(values, start(which[k]), newValues, newStarts[k], length);
        }
        return new SparseRows(cols, newStarts, newIndices, newValues);
    }

    /** A copy with every entry of column j multiplied by {@code factor(j)}. */
    public SparseRows scaleColumns(IntToDoubleFunction factor) {
        double[] scaled = new double[nonZeros()];
        for (int k = 0; k < scaled.length; k++) {
            scaled[k] = values[k] * factor.applyAsDouble(indices[k]);
        }
        return new SparseRows(
                cols,
                starts,
                !frozen && nonZeros() == indices.length ? indices : Arrays.copyOf(indices, scaled.length),
                scaled);
    }

    /** The same numbers as a dense matrix. */
    public Matrix toDense() {
        Matrix dense = Matrix.zeros(rows(), cols);
        for (int i = 0; i < rows(); i++) {
            for (int k = start(i); k < end(i); k++) {
                dense.set(i, indices[k], values[k]);
            }
        }
        return dense;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SparseRows s
                && cols == s.cols
                && Arrays.equals(starts, s.starts)
                && Arrays.equals(indices, 0, nonZeros(), s.indices, 0, s.nonZeros())
                && Arrays.equals(values, 0, nonZeros(), s.values, 0, s.nonZeros());
    }

    @Override
    public int hashCode() {
        return 31 * cols + Arrays.hashCode(starts);
    }
}
