package dev.kith.loss;

import java.util.function.DoubleUnaryOperator;

/** Roots of increasing functions, which may jump. */
final class Increasing {
    private static final int MOST_STEPS = 200;

    private Increasing() {}

    /**
     * Where f passes 0 between two points, one with f &lt;= 0 and one with f &gt;= 0, to the last digit: by false position,
     * a side that stays counting half (Illinois), and every third step by bisection, which jumps need.
     */
    static double root(DoubleUnaryOperator f, double one, double other) {
        double low = Math.min(one, other);
        double high = Math.max(one, other);
        double below = f.applyAsDouble(low);
        double above = f.applyAsDouble(high);
        if (!(below < 0 && above > 0)) {
            return below >= 0 ? low : high;
        }
        int side = 0;
        for (int k = 1; k < MOST_STEPS; k++) {
            double middle = low + (high - low) / 2;
            double guess = k % 3 == 0 ? middle : low - below * (high - low) / (above - below);
            double next = guess > low && guess < high ? guess : middle;
            if (!(next > low && next < high)) {
                break;
            }
            double there = f.applyAsDouble(next);
            if (there == 0) {
                return next;
            }
            if (there < 0) {
                low = next;
                below = there;
                above *= side < 0 ? 0.5 : 1;
                side = -1;
            } else {
                high = next;
                above = there;
                below *= side > 0 ? 0.5 : 1;
                side = 1;
            }
        }
        return low + (high - low) / 2;
    }
}
