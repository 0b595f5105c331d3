package dev.kith.numeric;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How the entries of a sparse symmetric matrix, and those that its factor adds, lie in one array: the diagonal of the sparse columns, what is below it, and
 * the last columns, which are about full, as a square by rows of which the lower triangle counts.
 *
 * @param split the first of the columns, by place, that are kept as a square
 */
public record SparseLayout(SparsePattern pattern, int split) {
    /** Columns of which this share is filled are worked on faster as a square. */
    private static final double FULL = 0.5;

    private static final int LEAST_SQUARE = 16;

    /** Null where the factor would have more entries than this, or more than fit an array. */
    public static @Nullable SparseLayout of(int[][] neighbours, long mostEntries) {
        SparsePattern pattern = SparsePattern.of(neighbours, Math.min(mostEntries, Integer.MAX_VALUE / 4), 1e300);
        return pattern == null ? null : new SparseLayout(pattern, split(pattern));
    }

    private static int split(SparsePattern pattern) {
        int n = pattern.size();
        int split = n;
        double entries = 0;
        for (int k = n - 1; k >= 0; k--) {
            entries += pattern.start()[k + 1] - pattern.start()[k];
            double size = n - k;
            if (size >= LEAST_SQUARE && entries >= FULL * size * (size - 1) / 2) {
                split = k;
            }
        }
        return split;
    }

    public int size() {
        return pattern.size();
    }

    /** The columns of the square. */
    int square() {
        return size() - split;
    }

    /** Where entries below the diagonal start. */
    int below() {
        return split;
    }

    /** Where the square starts. */
    int squareStart() {
        return split + pattern.start()[split];
    }

    /** The length of the array. */
    public int length() {
        return Math.addExact(squareStart(), Math.multiplyExact(square(), square()));
    }

    /** The place in the array of the entry in row a and column b of the matrix, which must be one of its own. */
    public int slot(int a, int b) {
        int row = Math.max(pattern.place()[a], pattern.place()[b]);
        int column = Math.min(pattern.place()[a], pattern.place()[b]);
        if (column >= split) {
            return squareStart() + (row - split) * square() + column - split;
        }
        if (row == column) {
            return row;
        }
        return below() + Arrays.binarySearch(pattern.row(), pattern.start()[column], pattern.start()[column + 1], row);
    }
}
