package dev.kith.data.read;

import org.jspecify.annotations.Nullable;

/** A growing list of ints that are usually 0, 1, 2, ...: nothing is kept until one is not. */
public final class Ascending {
    private int size;
    private @Nullable Ints others;

    public void add(int value) {
        if (others == null && value != size) {
            others = new Ints();
            for (int k = 0; k < size; k++) {
                others.add(k);
            }
        }
        if (others != null) {
            others.add(value);
        }
        size++;
    }

    public int size() {
        return size;
    }

    public int get(int k) {
        return others == null ? k : others.get(k);
    }

    /** The numbers; null where they are 0, 1, 2, ... */
    public int @Nullable [] orNull() {
        return others == null ? null : others.toArray();
    }
}
