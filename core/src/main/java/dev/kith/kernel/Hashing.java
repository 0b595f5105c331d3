package dev.kith.kernel;

/**
 * Signed feature hashing: a token goes to one of 2^bits columns with a sign of its own, so that what collides cancels on
 * average and inner products stay unbiased (Weinberger et al. 2009).
 *
 * @param bits 1 to 26
 */
record Hashing(int bits) {
    Hashing {
        if (!(bits >= 1 && bits <= 26)) {
            throw new IllegalArgumentException("hash bits must be a whole number from 1 to 26, got " + bits);
        }
    }

    int columns() {
        return 1 << bits;
    }

    int column(long hash) {
        return (int) (hash >>> (64 - bits));
    }

    static int sign(long hash) {
        return (hash & 1) == 0 ? 1 : -1;
    }

    /** FNV-1a over the characters, then the finaliser of SplitMix64 so that every bit depends on every character. */
    static long hash(CharSequence token) {
        long h = 0xcbf29ce484222325L;
        for (int k = 0; k < token.length(); k++) {
            h = (h ^ token.charAt(k)) * 0x100000001b3L;
        }
        h = (h ^ (h >>> 30)) * 0xbf58476d1ce4e5b9L;
        h = (h ^ (h >>> 27)) * 0x94d049bb133111ebL;
        return h ^ (h >>> 31);
    }
}
