package dev.kith.score;

import dev.kith.numeric.StudentT;
import java.util.function.ToDoubleFunction;

/**
 * The spread of a statistic from its values with one block of units left out at a time:
 *
 * <pre>  variance = (B - 1)/B sum_b (value without b - mean of these)^2,  B - 1 degrees of freedom  </pre>
 *
 * For a mean and blocks of one unit this is the usual variance over n; for differences of AUC it is DeLong's.
 */
public final class Jackknife {
    /** Beyond so many units they are left out in blocks: the spread is then known to 5%. */
    private static final int MOST_BLOCKS = 200;

    private Jackknife() {}

    /**
     * The statistic and its interval at the level.
     *
     * @param unit the unit of each observation, 0 to units - 1; observations of one unit are left out together
     * @param statistic of weights that are 1, or 0 for what is left out; NaN where undefined
     */
    public static Interval interval(int[] unit, int units, double level, ToDoubleFunction<double[]> statistic) {
        double[] keep = new double[unit.length];
        java.util.Arrays.fill(keep, 1);
        double estimate = statistic.applyAsDouble(keep);
        int blocks = Math.min(units, MOST_BLOCKS);
        if (blocks < 2) {
            return Interval.around(estimate, Double.NaN);
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
        return Interval.around(estimate, StudentT.twoSided(level, blocks - 1) * deviation);
    }
}
