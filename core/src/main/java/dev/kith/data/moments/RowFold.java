package dev.kith.data.moments;

/**
 * Deals rows to folds where they have no order: by what a row says, or by its key, and a seed. The fold does not depend on where a row lies, and
 * equal rows are never separated.
 *
 * <pre>  fold = hash(seed, task, features, label, weight) mod folds      or      hash(seed, key) mod folds  </pre>
 *
 * @param folds at least 2
 */
public record RowFold(int folds, long seed) {
    /*
     * The hash is Stafford's variant 13 of the finaliser of MurmurHash3, once per number, and FNV-1a over the characters of a text. Every step
     * is a bijection of the state, so that rows that differ in one number never meet before the last one.
     */
    private static final long TEXT_BASIS = 0xcbf29ce484222325L;
    private static final long TEXT_PRIME = 0x100000001b3L;

    public RowFold {
        if (folds < 2) {
            throw new IllegalArgumentException("folds must be at least 2, got " + folds);
        }
    }

    /** The fold of a row by what it says. */
    public int of(String task, double[] features, double label, double weight) {
        long state = text(mixed(seed), task);
        for (double feature : features) {
            state = number(state, feature);
        }
        return fold(number(number(state, label), weight));
    }

    /** The fold of a row by its key. */
    public int of(String key) {
        return fold(text(mixed(seed), key));
    }

    private int fold(long state) {
        return (int) Long.remainderUnsigned(state, folds);
    }

    private static long number(long state, double value) {
        // 0 and -0 are the same number
        return mixed(state ^ Double.doubleToLongBits(value + 0.0));
    }

    private static long text(long state, String text) {
        long sum = TEXT_BASIS;
        for (int i = 0; i < text.length(); i++) {
            sum = (sum ^ text.charAt(i)) * TEXT_PRIME;
        }
        return mixed(state ^ sum);
    }

    private static long mixed(long state) {
        long z = state + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
