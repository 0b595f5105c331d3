package dev.kith.trust.spread;

import dev.kith.numeric.PolyGamma;

/**
 * What the tasks tell about each other's variances: s_t^2 of n_t errors with a true variance drawn around {@code variance},
 * as if {@code count} errors had been seen of it. A task's own estimate is then drawn to the common one,
 *
 * <pre>  (n_t s_t^2 + count variance) / (n_t + count)  </pre>
 *
 * <p>Tasks that differ no more than chance would make them have a large count, tasks that do a small one.
 */
record VariancePrior(double count, double variance) {
    /*
     * Moments of log s_t^2: its mean is log of the true variance + psi(n/2) - log(n/2), its variance psi'(n/2), and a
     * variance drawn with count d0 adds psi'(d0/2). See G. Smyth, Linear models and empirical Bayes methods for assessing
     * differential expression (2004), section 6.2.
     */
    private static final double FEWEST = 0.5;
    private static final double MOST = 50;

    /** Too few tasks to tell how much they differ. */
    private static final int TASKS = 3;

    private static final double USUAL = 5;

    /** Of the sums of squared errors of tasks and their numbers; tasks with fewer than two, or no error at all, are silent. */
    static VariancePrior of(double[] squares, int[] counts) {
        double sum = 0;
        double all = 0;
        double held = 0;
        int tasks = 0;
        for (int t = 0; t < squares.length; t++) {
            all += squares[t];
            held += counts[t];
            if (speaks(squares[t], counts[t])) {
                sum += level(squares[t], counts[t]);
                tasks++;
            }
        }
        if (tasks < TASKS) {
            return new VariancePrior(USUAL, all / held);
        }
        double mean = sum / tasks;
        double spread = 0;
        double chance = 0;
        for (int t = 0; t < squares.length; t++) {
            if (speaks(squares[t], counts[t])) {
                spread += Math.pow(level(squares[t], counts[t]) - mean, 2) / (tasks - 1);
                chance += PolyGamma.trigamma(counts[t] / 2.0) / tasks;
            }
        }
        double count = count(spread - chance);
        return new VariancePrior(count, Math.exp(mean + PolyGamma.digamma(count / 2) - Math.log(count / 2)));
    }

    private static boolean speaks(double squares, int count) {
        return count >= 2 && squares > 0;
    }

    /** log s^2, less what chance adds to it on average. */
    private static double level(double squares, int count) {
        return Math.log(squares / count) - PolyGamma.digamma(count / 2.0) + Math.log(count / 2.0);
    }

    /** d0 with psi'(d0/2) = excess, within bounds. */
    private static double count(double excess) {
        double low = FEWEST;
        double high = MOST;
        for (int step = 0; step < 60; step++) {
            double middle = (low + high) / 2;
            if (PolyGamma.trigamma(middle / 2) > excess) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
