package dev.kith.score;

/**
 * An estimate between two bounds.
 *
 * @param low minus infinity, and {@code high} infinity, where nothing can be said
 */
public record Interval(double estimate, double low, double high) {
    /** Differences of sums of thousands of terms are known to about this much of the sums. */
    private static final double ROUNDING = 1e-12;

    /** estimate +- half; a NaN half says nothing. */
    public static Interval around(double estimate, double half) {
        return Double.isNaN(half)
                ? new Interval(estimate, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
                : new Interval(estimate, estimate - half, estimate + half);
    }

    /**
     * Read as a gain: no difference where the whole interval is within -margin and margin, else above 0 share, below
     * isolate.
     *
     * @param margin differences up to this size do not matter, &gt;= 0
     */
    public Verdict verdict(double margin) {
        if (low >= -margin && high <= margin) {
            return Verdict.SAME;
        }
        if (low > 0) {
            return Verdict.SHARE;
        }
        return high < 0 ? Verdict.ISOLATE : Verdict.UNCLEAR;
    }

    /** Without what is rounding beside {@code scale}, such as a gain of 4e-17 where errors are about 1. */
    public Interval rounded(double scale) {
        double noise = ROUNDING * scale;
        return new Interval(
                Math.abs(estimate) <= noise ? 0 : estimate,
                Math.abs(low) <= noise ? 0 : low,
                Math.abs(high) <= noise ? 0 : high);
    }

    /** Whether there is an interval, and nothing in it but its estimate. */
    public boolean point() {
        return low == high;
    }
}
