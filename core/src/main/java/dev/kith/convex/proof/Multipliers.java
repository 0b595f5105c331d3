package dev.kith.convex.proof;

import dev.kith.linalg.Twofold;

/**
 * A dual point: hi + lo for every observation.
 *
 * @param group the row of the dual each observation counts in: its task, or 0 for all where tasks are pooled
 * @param row the input of each observation
 * @param groups number of groups
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
public record Multipliers(double[] hi, double[] lo, int[] group, int[] row, int groups) {
    Twofold at(int o) {
        return new Twofold(hi[o], lo[o]);
    }

    /** Sum of the absolute values. */
    double absolute() {
        double sum = 0;
        for (double value : hi) {
            sum += Math.abs(value);
        }
        return sum;
    }
}
