package dev.kith.score;

import dev.kith.numeric.StudentT;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * An estimate between two bounds.
 *
 * @param low minus infinity, and {@code high} infinity, where nothing can be said
 */
public record Interval(double estimate, double low, double high) {
    /** Beyond so many units a jackknife leaves them out in blocks: the spread is then known to 5%. */
    private static final int MOST_BLOCKS = 200;

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

    /**
     * A statistic and its interval at the level, from its values with one block of units left out at a time:
     *
     * <pre>  variance = (B - 1)/B sum_b (value without b - mean of these)^2,  B - 1 degrees of freedom  </pre>
     *
     * For a mean and blocks of one unit this is the usual variance over n; for differences of AUC it is DeLong's.
     *
     * @param unit the unit of each observation, 0 to units - 1; observations of one unit are left out together
     * @param statistic of weights that are 1, or 0 for what is left out; NaN where undefined
     */
    public static Interval jackknife(int[] unit, int units, double level, ToDoubleFunction<double[]> statistic) {
        double[] keep = new double[unit.length];
        Arrays.fill(keep, 1);
        double estimate = statistic.applyAsDouble(keep);
        int blocks = Math.min(units, MOST_BLOCKS);
        if (blocks < 2) {
            return around(estimate, Double.NaN);
        }
        double[] without = new double[blocks];
        double mean = 0;
        for (int b = 0; b < blocks; b++) {
            for (int o = 0; o < unit.length; o++) {
                keep[o] = unit[o] % blocks == b ? 0 : 1;
            }
            without[b] = statistic.applyAsDouble(keep);
            mean += without[b] / blocks;
        }
        double sum = 0;
        for (double value : without) {
            sum += (value - mean) * (value - mean);
        }
        double deviation = Math.sqrt(sum * (blocks - 1) / blocks);
        return around(estimate, StudentT.twoSided(level, blocks - 1) * deviation);
    }
}
