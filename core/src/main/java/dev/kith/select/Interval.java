package dev.kith.select;

/**
 * An estimate between two bounds.
 *
 * @param low minus infinity, and {@code high} infinity, where nothing can be said
 */
public record Interval(double estimate, double low, double high) {
    /** estimate +- half; a NaN half says nothing. */
    static Interval around(double estimate, double half) {
        return Double.isNaN(half)
                ? new Interval(estimate, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
                : new Interval(estimate, estimate - half, estimate + half);
    }

    /** Read as a gain: above 0 share, below isolate. */
    public Verdict verdict() {
        if (low > 0) {
            return Verdict.SHARE;
        }
        return high < 0 ? Verdict.ISOLATE : Verdict.UNCLEAR;
    }
}
