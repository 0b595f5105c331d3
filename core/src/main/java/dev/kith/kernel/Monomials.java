package dev.kith.kernel;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.linalg.SparseRows;
import java.util.Arrays;
import java.util.List;

/**
 * All products of two or three of (sqrt(offset), x_1, ..., x_d), each times the root of how often it occurs: inner products are
 * (x'z + offset)^degree. One view; D = d + 1 variables give D (D + 1) / 2 or D (D + 1) (D + 2) / 6 columns.
 */
record Monomials(int features, int degree, double offset) implements FeatureMap {
    private static final long MOST_COLUMNS = 1 << 24;

    Monomials {
        if (degree != 2 && degree != 3) {
            throw new IllegalArgumentException("explicit products need degree 2 or 3, got " + degree);
        }
        long columns = degree == 2 ? pairs(features + 1L) : triples(features + 1L);
        if (columns > MOST_COLUMNS) {
            throw new DataException(features + " features have " + columns + " products of degree " + degree
                    + ", more than " + MOST_COLUMNS + " are not written out; use the kernel without --explicit");
        }
    }

    private static long pairs(long n) {
        return n * (n + 1) / 2;
    }

    private static long triples(long n) {
        return n * (n + 1) * (n + 2) / 6;
    }

    @Override
    public String spec() {
        return "explicit:polynomial:" + degree + ":" + offset;
    }

    @Override
    public List<String> views() {
        return List.of("products");
    }

    @Override
    public int[] starts() {
        long columns = degree == 2 ? pairs(features + 1L) : triples(features + 1L);
        return new int[] {0, (int) columns};
    }

    @Override
    public SparseRows rows(Inputs x) {
        Rows rows = new Rows(x.rows());
        for (int i = 0; i < x.rows(); i++) {
            addRow(x, i, rows);
        }
        return rows.build(starts()[1]);
    }

    private void addRow(Inputs x, int row, Rows rows) {
        int[] variable = new int[features + 1];
        double[] value = new double[features + 1];
        int size = variables(x, row, variable, value);
        for (int a = 0; a < size; a++) {
            for (int b = a; b < size; b++) {
                double two = value[a] * value[b];
                if (degree == 2) {
                    rows.add(pair(variable[a], variable[b], features + 1), two * (a == b ? 1 : Math.sqrt(2)));
                }
                for (int c = b; c < size && degree == 3; c++) {
                    double ways = a == b && b == c ? 1 : a == b || b == c ? 3 : 6;
                    rows.add(triple(variable[a], variable[b], variable[c]), two * value[c] * Math.sqrt(ways));
                }
            }
        }
        rows.end();
    }

    /** Variables that are not 0, in order: 0 is the offset's root, j + 1 feature j. */
    private int variables(Inputs x, int row, int[] variable, double[] value) {
        int size = 0;
        if (offset > 0) {
            value[size++] = Math.sqrt(offset);
        }
        if (x instanceof DenseInputs dense) {
            for (int j = 0; j < features; j++) {
                if (dense.values().get(row, j) != 0) {
                    variable[size] = j + 1;
                    value[size++] = dense.values().get(row, j);
                }
            }
        } else if (x instanceof SparseInputs sparse) {
            SparseRows rows = sparse.values();
            for (int k = rows.start(row); k < rows.end(row); k++) {
                variable[size] = rows.indices()[k] + 1;
                value[size++] = rows.values()[k];
            }
        } else {
            throw new DataException("products of features need features that are numbers");
        }
        return size;
    }

    /** The place of variables i <= j among pairs of n. */
    private static int pair(int i, int j, int n) {
        return (int) (pairs(n) - pairs(n - i)) + (j - i);
    }

    private int triple(int i, int j, int k) {
        int n = features + 1;
        return (int) (triples(n) - triples(n - i)) + pair(j - i, k - i, n - i);
    }

    /** Rows whose columns come in ascending order. */
    private static final class Rows {
        private final int[] starts;
        private int[] columns = new int[1 << 10];
        private double[] values = new double[1 << 10];
        private int row;
        private int size;

        Rows(int rows) {
            starts = new int[rows + 1];
        }

        void add(int column, double value) {
            if (size == columns.length) {
                int longer = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * size);
                columns = Arrays.copyOf(columns, longer);
                values = Arrays.copyOf(values, longer);
            }
            columns[size] = column;
            values[size++] = value;
        }

        void end() {
            starts[++row] = size;
        }

        SparseRows build(int cols) {
            return new SparseRows(cols, starts, Arrays.copyOf(columns, size), Arrays.copyOf(values, size));
        }
    }
}
