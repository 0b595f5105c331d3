package dev.kith.kernel;

import java.util.Arrays;

/**
 * Numbers the features of strings 0, 1, 2, ... in the order they are first seen. A feature is a substring together with a
 * place; equal substrings at different places are different features.
 */
final class Vocabulary {
    /*
     * A table with open addressing that compares slices of the strings themselves: no substring is ever made, and a
     * feature costs a few ints. Later features never move earlier ones, so taking the newest ones out again, last first,
     * leaves the table as it was.
     */
    private static final int EMPTY = -1;

    private int size;
    private int[] slots = emptySlots(1 << 10);
    private String[] texts = new String[1 << 8];
    private int[] starts = new int[1 << 8];
    private int[] lengths = new int[1 << 8];
    private int[] places = new int[1 << 8];

    /** One without features. */
    public Vocabulary() {}

    private static int[] emptySlots(int count) {
        int[] slots = new int[count];
        Arrays.fill(slots, EMPTY);
        return slots;
    }

    /** The number of features. */
    public int size() {
        return size;
    }

    /** The number of the feature text[start, start + length) at {@code place}; a new one if it was never seen. */
    int number(String text, int start, int length, int place) {
        int slot = slot(text, start, length, place);
        if (slots[slot] != EMPTY) {
            return slots[slot];
        }
        if (2 * (size + 1) > slots.length) {
            grow();
            slot = slot(text, start, length, place);
        }
        if (size == texts.length) {
            int larger = 2 * size;
            texts = Arrays.copyOf(texts, larger);
            starts = Arrays.copyOf(starts, larger);
            lengths = Arrays.copyOf(lengths, larger);
            places = Arrays.copyOf(places, larger);
        }
        texts[size] = text;
        starts[size] = start;
        lengths[size] = length;
        places[size] = place;
        slots[slot] = size;
        return size++;
    }

    /** Forgets all features but the first {@code count}. */
    void shrink(int count) {
        while (size > count) {
            size--;
            slots[slot(texts[size], starts[size], lengths[size], places[size])] = EMPTY;
        }
    }

    private int slot(String text, int start, int length, int place) {
        long hash = place + 1L;
        for (int k = start; k < start + length; k++) {
            hash = (hash + text.charAt(k)) * 0x9E3779B97F4A7C15L;
        }
        int mask = slots.length - 1;
        int slot = (int) (hash >>> 33) & mask;
        while (slots[slot] != EMPTY && !equal(slots[slot], text, start, length, place)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private boolean equal(int feature, String text, int start, int length, int place) {
        return places[feature] == place
                && lengths[feature] == length
                && texts[feature].regionMatches(starts[feature], text, start, length);
    }

    private void grow() {
        slots = emptySlots(Math.multiplyExact(2, slots.length));
        for (int feature = 0; feature < size; feature++) {
            slots[slot(texts[feature], starts[feature], lengths[feature], places[feature])] = feature;
        }
    }
}
