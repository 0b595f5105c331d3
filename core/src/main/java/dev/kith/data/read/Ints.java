package dev.kith.data.read;

import java.util.Arrays;

/** A growing list of ints. */
public final class Ints {
    private int[] values = new int[64];
    private int size;

    public void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * size));
        }
        values[size++] = value;
    }

    public int size() {
        return size;
    }

    public int get(int k) {
        return values[k];
    }

    public int[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
