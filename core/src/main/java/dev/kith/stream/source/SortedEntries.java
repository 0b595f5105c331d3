package dev.kith.stream.source;

import java.util.Arrays;

/** Entries of a row in the order learners need. */
public final class SortedEntries {
    /** Up to here insertion beats sorting. */
    private static final int FEW = 48;

    private SortedEntries() {}

    /**
     * Sorts the entries {@code [from, to)} by feature, adds up those of the same feature in the order they came, and
     * returns where they end.
     */
    public static int sortAndAdd(int[] indices, double[] values, int from, int to) {
        if (to - from <= FEW) {
            insert(indices, values, from, to);
        } else {
            sort(indices, values, from, to);
        }
        int end = from;
        for (int k = from; k < to; k++) {
            if (end > from && indices[end - 1] == indices[k]) {
                values[end - 1] += values[k];
            } else {
                indices[end] = indices[k];
                values[end++] = values[k];
            }
        }
        return end;
    }

    private static void insert(int[] indices, double[] values, int from, int to) {
        for (int k = from + 1; k < to; k++) {
            int index = indices[k];
            double value = values[k];
            int j = k;
            for (; j > from && indices[j - 1] > index; j--) {
                indices[j] = indices[j - 1];
                values[j] = values[j - 1];
            }
            indices[j] = index;
            values[j] = value;
        }
    }

    private static void sort(int[] indices, double[] values, int from, int to) {
        long[] keys = new long[to - from];
        for (int k = from; k < to; k++) {
            keys[k - from] = ((long) indices[k] << 32) | (k - from);
        }
        Arrays.sort(keys);
        double[] unsorted = Arrays.copyOfRange(values, from, to);
        for (int k = from; k < to; k++) {
            indices[k] = (int) (keys[k - from] >>> 32);
            values[k] = unsorted[(int) keys[k - from]];
        }
    }
}
