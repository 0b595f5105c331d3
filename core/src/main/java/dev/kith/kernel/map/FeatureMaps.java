package dev.kith.kernel.map;

import dev.kith.data.DataException;
import dev.kith.kernel.FeatureMap;
import dev.kith.kernel.Kernels;
import dev.kith.linalg.SparseRows;
import java.util.Arrays;

/** Feature maps by the text that model files keep. */
public final class FeatureMaps {
    private FeatureMaps() {}

    /** The map named by {@code spec}, a text that some map's {@link FeatureMap#spec} gave, for inputs of this width. */
    public static FeatureMap parse(String spec, int features) {
        int colon = spec.indexOf(':');
        String kind = colon < 0 ? spec : spec.substring(0, colon);
        String rest = spec.substring(colon + 1);
        try {
            return switch (kind) {
                case "columns" -> ColumnViews.parse(rest, features);
                case "hash" -> HashedColumns.parse(rest);
                case "strings" -> HashedStrings.parse(rest);
                case "explicit" ->
                    Kernels.parse(rest)
                            .explicit(features)
                            .orElseThrow(() -> new DataException("kernel '" + rest + "' has no explicit features"));
                default ->
                    throw new DataException(
                            "feature map must be columns, hash, strings or explicit, got '" + kind + "'");
            };
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new DataException("feature map '" + spec + "' cannot be understood", e);
        }
    }

    /** Entries of one row, collected in any order: sorted by column, equal columns added, zeros dropped. */
    static final class RowBuilder {
        private long[] keys = new long[64];
        private double[] values = new double[64];
        private int size;

        void clear() {
            size = 0;
        }

        boolean isEmpty() {
            return size == 0;
        }

        void add(int column, double value) {
            if (size == values.length) {
                keys = Arrays.copyOf(keys, 2 * size);
                values = Arrays.copyOf(values, 2 * size);
            }
            keys[size] = ((long) column << 32) | size;
            values[size++] = value;
        }

        /** Appends the row. */
        void appendTo(RowsBuilder rows) {
            Arrays.sort(keys, 0, size);
            for (int k = 0; k < size; ) {
                int column = (int) (keys[k] >>> 32);
                double sum = 0;
                for (; k < size && (int) (keys[k] >>> 32) == column; k++) {
                    sum += values[(int) keys[k]];
                }
                if (sum != 0) {
                    rows.add(column, sum);
                }
            }
            rows.endRow();
        }
    }

    /** Sparse rows that grow. */
    static final class RowsBuilder {
        private final int[] starts;
        private int[] columns;
        private double[] values;
        private int row;
        private int size;

        RowsBuilder(int rows, int expected) {
            starts = new int[rows + 1];
            columns = new int[Math.max(16, expected)];
            values = new double[columns.length];
        }

        void add(int column, double value) {
            if (size == columns.length) {
                int longer = (int) Math.min(Integer.MAX_VALUE - 8L, size + (size >> 1) + 1L);
                columns = Arrays.copyOf(columns, longer);
                values = Arrays.copyOf(values, longer);
            }
            columns[size] = column;
            values[size++] = value;
        }

        void endRow() {
            starts[++row] = size;
        }

        int size() {
            return size;
        }

        int column(int k) {
            return columns[k];
        }

        double value(int k) {
            return values[k];
        }

        void scale(int k, double factor) {
            values[k] *= factor;
        }

        SparseRows build(int cols) {
            return new SparseRows(cols, starts, Arrays.copyOf(columns, size), Arrays.copyOf(values, size));
        }
    }
}
