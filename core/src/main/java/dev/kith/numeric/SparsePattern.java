package dev.kith.numeric;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where the factor of a sparse symmetric matrix has entries, in an order of elimination with few of them; the same whatever the numbers are.
 *
 * @param order which row and column is eliminated when
 * @param place the inverse of the order
 * @param start entries below the diagonal of column k (by place) are those from start[k] to start[k + 1]
 * @param row their rows, by place, ascending
 * @param work the sum of squares of the columns' lengths
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
public record SparsePattern(int[] order, int[] place, int[] start, int[] row, double work) {
    public int size() {
        return order.length;
    }

    /**
     * Null where there would be more entries, or more work, than this.
     *
     * @param neighbours of every row: the columns beside its own in which it has entries, both ways, none twice
     */
    public static @Nullable SparsePattern of(int[][] neighbours, long mostEntries, double mostWork) {
        int n = neighbours.length;
        int[] order = new MinimumDegree(neighbours).order();
        int[] place = new int[n];
        for (int k = 0; k < n; k++) {
            place[order[k]] = k;
        }
        int[] count = new int[n];
        int[] parent = new int[n];
        Arrays.fill(parent, -1);
        long[] entries = new long[1];
        Visit counting = (i, k) -> {
            count[i]++;
            return ++entries[0] <= mostEntries;
        };
        if (!visit(neighbours, order, place, parent, counting)) {
            return null;
        }
        double work = 0;
        int[] start = new int[n + 1];
        for (int k = 0; k < n; k++) {
            start[k + 1] = start[k] + count[k];
            work += (double) count[k] * count[k];
        }
        if (work > mostWork) {
            return null;
        }
        int[] row = new int[start[n]];
        int[] end = start.clone();
        visit(neighbours, order, place, parent, (i, k) -> {
            row[end[i]++] = k;
            return true;
        });
        return new SparsePattern(order, place, start, row, work);
    }

    private interface Visit {
        /** Row k of column i; false ends it. */
        boolean entry(int i, int k);
    }

    /** Every entry, by rows; fills the parents of the tree of elimination. */
    private static boolean visit(int[][] neighbours, int[] order, int[] place, int[] parent, Visit visit) {
        int[] seen = new int[order.length];
        Arrays.fill(seen, -1);
        for (int k = 0; k < order.length; k++) {
            seen[k] = k;
            for (int neighbour : neighbours[order[k]]) {
                for (int i = place[neighbour]; i < k && seen[i] != k; i = parent[i]) {
                    parent[i] = parent[i] < 0 ? k : parent[i];
                    seen[i] = k;
                    if (!visit.entry(i, k)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}
