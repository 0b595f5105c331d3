package dev.kith.data;

import java.util.Arrays;

/** A growing list of ints. */
final class Ints {
    private int[] values = new int[64];
    private int size;

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * size));
        }
        values[size++] = value;
    }

    int size() {
        return size;
    }

    int get(int k) {
        return values[k];
    }

    int[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
