package dev.kith.data.read;

import java.util.Arrays;

/** A growing list of ints. */
public final class Ints {
    private int[] values = new int[64];
    private int size;

    /** Makes room for {@code count} in all; any other number of them is only slower. */
    public void expect(int count) {
        if (count > values.length) {
            values = Arrays.copyOf(values, count);
        }
    }

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

    /** The numbers in one array, not copied where it has just their length; this list is empty afterwards. */
    public int[] drain() {
        int[] all = size == values.length ? values : toArray();
        values = new int[64];
        size = 0;
        return all;
    }
}
