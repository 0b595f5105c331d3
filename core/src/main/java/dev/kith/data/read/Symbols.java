package dev.kith.data.read;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;

/** Names numbered 0, 1, ... in order of first appearance; looks a slice of characters up without making a String. */
public final class Symbols {
    /*
     * Names come from strangers, who can make thousands with one value of String.hashCode. Here a name is a polynomial
     * over the field of 2^61 - 1 elements, evaluated at a point drawn anew in every process: two names of n characters
     * collide for at most n of the 2^61 points, whoever chose them before the process began. Numbers, and so everything
     * that is computed, do not depend on the point.
     */
    private static final long PRIME = (1L << 61) - 1;
    private static final SplittableRandom POINTS = new SplittableRandom();

    private final long point;
    private final long factor;
    private String[] names = new String[16];
    private long[] hashes = new long[16];
    private int[] slots = new int[64];
    private int count;

    public Symbols() {
        this(next(), next());
    }

    /** For tests: any two numbers give the same results. */
    public Symbols(long point, long factor) {
        this.point = Math.floorMod(point, PRIME - 2) + 2;
        this.factor = factor | 1;
    }

    private static long next() {
        synchronized (POINTS) {
            return POINTS.nextLong();
        }
    }

    static Symbols of(List<String> names) {
        Symbols symbols = new Symbols();
        for (String name : names) {
            symbols.add(name.toCharArray(), 0, name.length());
        }
        return symbols;
    }

    public int size() {
        return count;
    }

    public String name(int number) {
        return names[number];
    }

    /** A live view of the names. */
    public List<String> names() {
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
    public int find(char[] text, int from, int to) {
        return slots[slot(hash(text, from, to), text, from, to)] - 1;
    }

    /** The number of {@code text[from, to)}, a new one when it is new. */
    public int add(char[] text, int from, int to) {
        long hash = hash(text, from, to);
        int slot = slot(hash, text, from, to);
        if (slots[slot] > 0) {
            return slots[slot] - 1;
        }
        if (count == names.length) {
            names = Arrays.copyOf(names, 2 * count);
            hashes = Arrays.copyOf(hashes, 2 * count);
        }
        names[count] = new String(text, from, to - from);
        hashes[count] = hash;
        slots[slot] = ++count;
        if (4 * count > slots.length) {
            grow();
        }
        return count - 1;
    }

    /** As many slots as the search for any of the names looks at. */
    public int longestSearch() {
        int longest = 0;
        for (int number = 0; number < count; number++) {
            int first = spread(hashes[number]);
            char[] text = names[number].toCharArray();
            int last = slot(hashes[number], text, 0, text.length);
            longest = Math.max(longest, ((last - first) & (slots.length - 1)) + 1);
        }
        return longest;
    }

    private long hash(char[] text, int from, int to) {
        long hash = 1;
        for (int i = from; i < to; i++) {
            // hash * point + text[i] modulo 2^61 - 1, not always fully reduced until the end
            long low = hash * point;
            long high = Math.multiplyHigh(hash, point);
            hash = (low & PRIME) + ((low >>> 61) | (high << 3)) + text[i];
            hash = (hash & PRIME) + (hash >>> 61);
        }
        return hash >= PRIME ? hash - PRIME : hash;
    }

    private int slot(long hash, char[] text, int from, int to) {
        int slot = spread(hash);
        while (slots[slot] > 0 && !(hashes[slots[slot] - 1] == hash && same(names[slots[slot] - 1], text, from, to))) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    private int spread(long hash) {
        return (int) ((hash * factor) >>> (64 - Integer.numberOfTrailingZeros(slots.length)));
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
            int slot = spread(hashes[number]);
            while (slots[slot] > 0) {
                slot = (slot + 1) & (slots.length - 1);
            }
            slots[slot] = number + 1;
        }
    }
}
