package dev.kith.data;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Names numbered 0, 1, ... in order of first appearance; looks a slice of characters up without making a String. */
final class Symbols {
    private String[] names = new String[16];
    private int[] slots = new int[64];
    private int count;

    static Symbols of(List<String> names) {
        Symbols symbols = new Symbols();
        for (String name : names) {
            symbols.add(name.toCharArray(), 0, name.length());
        }
        return symbols;
    }

    int size() {
        return count;
    }

    String name(int number) {
        return names[number];
    }

    /** A live view of the names. */
    List<String> names() {
        return new AbstractList<>() {
            @Override
            public String get(int index) {
                return names[Objects.checkIndex(index, count)];
            }

            @Override
            public int size() {
                return count;
            }
        };
    }

    /** The number of {@code text[from, to)}, -1 when it is new. */
    int find(char[] text, int from, int to) {
        return slots[slot(text, from, to)] - 1;
    }

    /** The number of {@code text[from, to)}, a new one when it is new. */
    int add(char[] text, int from, int to) {
        int slot = slot(text, from, to);
        if (slots[slot] > 0) {
            return slots[slot] - 1;
        }
        if (count == names.length) {
            names = Arrays.copyOf(names, 2 * count);
        }
        names[count] = new String(text, from, to - from);
        slots[slot] = ++count;
        if (4 * count > slots.length) {
            grow();
        }
        return count - 1;
    }

    private int slot(char[] text, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + text[i];
        }
        int slot = spread(hash);
        while (slots[slot] > 0 && !same(names[slots[slot] - 1], text, from, to)) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    private int spread(int hash) {
        return (hash * 0x9E3779B9) >>> (Integer.numberOfLeadingZeros(slots.length) + 1);
    }

    private static boolean same(String name, char[] text, int from, int to) {
        if (name.length() != to - from) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (name.charAt(i - from) != text[i]) {
                return false;
            }
        }
        return true;
    }

    private void grow() {
        slots = new int[2 * slots.length];
        for (int number = 0; number < count; number++) {
            int slot = spread(names[number].hashCode());
            while (slots[slot] > 0) {
                slot = (slot + 1) & (slots.length - 1);
            }
            slots[slot] = number + 1;
        }
    }
}
