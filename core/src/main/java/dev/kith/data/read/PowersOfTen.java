package dev.kith.data.read;

import java.math.BigInteger;

/** Correctly rounded w * 10^q for whole w, without big numbers at run time. */
final class PowersOfTen {
    /*
     * Files with 16 or 17 digits a number are common (it is what other tools print), and Double.parseDouble needs ten
     * times longer for them than for six digits. The product of w with the leading 128 bits of 5^q gives the 53 bits of
     * the result and tells when it cannot decide the rounding [1], which is rare; then parseDouble does.
     *
     * [1] Lemire, Number parsing at a gigabyte per second, Software: Practice and Experience 51 (2021).
     */
    private static final int LARGEST = 64;
    private static final long[] HIGH = new long[2 * LARGEST + 1];
    private static final long[] LOW = new long[2 * LARGEST + 1];

    static {
        for (int q = -LARGEST; q <= LARGEST; q++) {
            BigInteger power = BigInteger.valueOf(5).pow(Math.abs(q));
            BigInteger bits = q >= 0 ? power : BigInteger.ONE.shiftLeft(512).divide(power);
            int excess = bits.bitLength() - 128;
            bits = excess > 0 ? bits.shiftRight(excess) : bits.shiftLeft(-excess);
            // up to 10^-27 the reciprocal must not be too small: half way cases have to reach the half
            bits = q < 0 && q >= -27 ? bits.add(BigInteger.ONE) : bits;
            HIGH[q + LARGEST] = bits.shiftRight(64).longValue();
            LOW[q + LARGEST] = bits.longValue();
        }
    }

    private PowersOfTen() {}

    /** w * 10^q for w &gt; 0 read as unsigned, rounded to the nearest double; NaN when that cannot be told here. */
    static double times(long w, int q) {
        if (q < -LARGEST || q > LARGEST) {
            return Double.NaN;
        }
        int zeros = Long.numberOfLeadingZeros(w);
        long shifted = w << zeros;
        long factor = HIGH[q + LARGEST];
        long low = shifted * factor;
        long high = multiplyHigh(shifted, factor);
        if ((high & 0x1FF) == 0x1FF) {
            long more = multiplyHigh(shifted, LOW[q + LARGEST]);
            low += more;
            if (Long.compareUnsigned(low, more) < 0) {
                high++;
            }
            if (low == -1L && (q < -27 || q > 55)) {
                return Double.NaN;
            }
        }
        return rounded(high, low, zeros, q);
    }

    private static double rounded(long high, long low, int zeros, int q) {
        int top = (int) (high >>> 63);
        long mantissa = high >>> (top + 9);
        // exactly half way between two doubles: to the even one
        boolean half = Long.compareUnsigned(low, 1) <= 0 && q >= -4 && q <= 23 && (mantissa & 3) == 1;
        if (half && mantissa << (top + 9) == high) {
            mantissa &= ~1L;
        }
        mantissa = (mantissa + (mantissa & 1)) >>> 1;
        int binary = ((217706 * q) >> 16) + 63 + top - zeros;
        return mantissa * Math.scalb(1.0, binary - 52);
    }

    private static long multiplyHigh(long a, long b) {
        return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
    }
}
