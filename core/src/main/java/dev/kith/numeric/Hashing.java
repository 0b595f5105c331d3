package dev.kith.numeric;

/**
 * Signed feature hashing: a token goes to one of 2^bits columns with a sign of its own, so that what collides cancels on
 * average and inner products stay unbiased (Weinberger et al. 2009). The columns of a token never change, as models and
 * checkpoints hold the weights of columns.
 *
 * @param bits 1 to 30
 */
public record Hashing(int bits) {
    private static final int MOST = 30;
    private static final int TABLE = 26;

    public Hashing {
        require(bits, MOST);
    }

    /** Refuses more columns than a solver can keep a number for each of: at most 26 bits. */
    public static void requireTable(int bits) {
        require(bits, TABLE);
    }

    private static void require(int bits, int most) {
        if (!(bits >= 1 && bits <= most)) {
            throw new IllegalArgumentException("hash bits must be a whole number from 1 to " + most + ", got " + bits);
        }
    }

    public int columns() {
        return 1 << bits;
    }

    /** The column of a token with this hash. */
    public int column(long hash) {
        return (int) (hash >>> (64 - bits));
    }

    /** The sign, -1 or 1, of a token with this hash. */
    public static int sign(long hash) {
        return (hash & 1) == 0 ? 1 : -1;
    }

    /** FNV-1a over the characters, then the finaliser of SplitMix64 so that every bit depends on every character. */
    public static long hash(CharSequence token) {
        long h = 0xcbf29ce484222325L;
        for (int k = 0; k < token.length(); k++) {
            h = (h ^ token.charAt(k)) * 0x100000001b3L;
        }
        h = (h ^ (h >>> 30)) * 0xbf58476d1ce4e5b9L;
        h = (h ^ (h >>> 27)) * 0x94d049bb133111ebL;
        return h ^ (h >>> 31);
    }
}
