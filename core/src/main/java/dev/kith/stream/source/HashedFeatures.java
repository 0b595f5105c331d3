package dev.kith.stream.source;

import dev.kith.data.RowStream;
import dev.kith.numeric.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Features of any number in 2^bits places, with signs; a name is hashed once. */
final class HashedFeatures {
    private final Hashing hashing;
    private final RowVersion version;
    // place + 1, negative for the sign -1; 0 while the name has not been hashed
    private int[] places = new int[0];

    HashedFeatures(int bits, RowVersion version) {
        this.hashing = new Hashing(bits);
        this.version = version;
    }

    /** Writes the hashed entries of the current row from {@code at} on and returns where they end. */
    int write(RowStream rows, int[] indices, double[] values, int at, int shift) {
        int end = at;
        for (int e = 0; e < rows.size(); e++) {
            int place = place(rows, rows.index(e));
            indices[end] = Math.abs(place) - 1 + shift;
            values[end++] = place > 0 ? rows.value(e) : -rows.value(e);
        }
        return SortedEntries.sortAndAdd(indices, values, at, end);
    }

    private int place(RowStream rows, int feature) {
        if (feature >= places.length) {
            places = Arrays.copyOf(places, Math.max(feature + 1, 2 * places.length));
        }
        if (places[feature] == 0) {
            String name = rows.features().get(feature);
            long hash = version == RowVersion.FIRST ? 0 : Hashing.hash(name);
            places[feature] =
                    version == RowVersion.FIRST ? firstPlace(name) : Hashing.sign(hash) * (hashing.column(hash) + 1);
        }
        return places[feature];
    }

    /** Where runs that began with the first version have the weights of a feature; for no other. */
    private int firstPlace(String name) {
        int h = 0;
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            h = (h ^ b) * 0x01000193;
        }
        h ^= h >>> 16;
        h *= 0x85EBCA6B;
        h ^= h >>> 13;
        h *= 0xC2B2AE35;
        h ^= h >>> 16;
        h = h == 0 ? 1 : h;
        int place = (h >>> 1) & (hashing.columns() - 1);
        return (h & 1) == 0 ? place + 1 : -(place + 1);
    }
}
