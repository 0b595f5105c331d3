package dev.kith.cli.stream;

import dev.kith.data.RowStream;

/**
 * Features of any number in 2^bits places: feature j with name n goes to place h(n) mod 2^bits with the sign of another
 * bit of h(n), so that what collides cancels on average instead of adding up.
 */
final class FeatureHash {
    private final int mask;
    private int[] places = new int[0];

    FeatureHash(int bits) {
        this.mask = (1 << bits) - 1;
    }

    /** Writes the hashed entries of the current row from {@code at} on and returns where they end. */
    int write(RowStream rows, int[] indices, double[] values, int at, int shift) {
        int end = at;
        for (int e = 0; e < rows.size(); e++) {
            int h = hash(rows, rows.index(e));
            indices[end] = ((h >>> 1) & mask) + shift;
            values[end++] = (h & 1) == 0 ? rows.value(e) : -rows.value(e);
        }
        return sortAndAdd(indices, values, at, end);
    }

    private int hash(RowStream rows, int feature) {
        if (feature >= places.length) {
            int old = places.length;
            places = java.util.Arrays.copyOf(places, Math.max(feature + 1, 2 * old));
        }
        if (places[feature] == 0) {
            int h = 0;
            for (byte b : rows.features().get(feature).getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
                h = (h ^ b) * 0x01000193;
            }
            h ^= h >>> 16;
            h *= 0x85EBCA6B;
            h ^= h >>> 13;
            h *= 0xC2B2AE35;
            h ^= h >>> 16;
            places[feature] = h == 0 ? 1 : h;
        }
        return places[feature];
    }

    /** Sorts entries by feature, adds up those of the same feature, and returns where they end. */
    static int sortAndAdd(int[] indices, double[] values, int from, int to) {
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
}
