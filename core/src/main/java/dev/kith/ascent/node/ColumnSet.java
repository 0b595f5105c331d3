package dev.kith.ascent.node;

/**
 * A set of columns that knows the rank of each: bits with a summary of the words in use, so that collecting a few
 * thousand of a million columns looks at a few thousand words, in order and without sorting. Reusable after {@link
 * #clear}.
 */
public final class ColumnSet {
    private final long[] bits;
    private final long[] wordsInUse;
    private final int[] rankOfWord;
    private int size;

    public ColumnSet(int columns) {
        bits = new long[(columns >>> 6) + 1];
        wordsInUse = new long[(bits.length >>> 6) + 1];
        rankOfWord = new int[bits.length];
    }

    void add(int column) {
        int word = column >>> 6;
        bits[word] |= 1L << column;
        wordsInUse[word >>> 6] |= 1L << word;
    }

    public void addAll(int[] columns, int from, int to) {
        for (int k = from; k < to; k++) {
            add(columns[k]);
        }
    }

    /** Fixes the ranks of the columns added since the last {@link #clear}; returns how many there are. */
    public int count() {
        size = 0;
        for (int k = 0; k < wordsInUse.length; k++) {
            for (long words = wordsInUse[k]; words != 0; words &= words - 1) {
                int word = (k << 6) + Long.numberOfTrailingZeros(words);
                rankOfWord[word] = size;
                size += Long.bitCount(bits[word]);
            }
        }
        return size;
    }

    /** The columns, ascending, after {@link #count}. */
    public int[] toArray() {
        int[] columns = new int[size];
        int at = 0;
        for (int k = 0; k < wordsInUse.length; k++) {
            for (long words = wordsInUse[k]; words != 0; words &= words - 1) {
                int word = (k << 6) + Long.numberOfTrailingZeros(words);
                for (long left = bits[word]; left != 0; left &= left - 1) {
                    columns[at++] = (word << 6) + Long.numberOfTrailingZeros(left);
                }
            }
        }
        return columns;
    }

    /** How many smaller columns there are, after {@link #count}; the column must be in the set. */
    public int rank(int column) {
        int word = column >>> 6;
        return rankOfWord[word] + Long.bitCount(bits[word] & ((1L << column) - 1));
    }

    public void clear() {
        for (int k = 0; k < wordsInUse.length; k++) {
            for (long words = wordsInUse[k]; words != 0; words &= words - 1) {
                bits[(k << 6) + Long.numberOfTrailingZeros(words)] = 0;
            }
            wordsInUse[k] = 0;
        }
    }

    static long bytes(int columns) {
        return columns / 5L;
    }
}
