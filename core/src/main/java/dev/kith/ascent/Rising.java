package dev.kith.ascent;

import java.util.function.DoubleUnaryOperator;

/** Rising functions of one number, which may jump. */
final class Rising {
    /** Beyond this nothing is looked for. */
    private static final double FARTHEST = 0x1p200;

    private Rising() {}

    /** The point up to which f is at most {@code level}, looked for from {@code near} on; infinite where there is none. */
    static double passes(DoubleUnaryOperator f, double level, double near) {
        boolean beyond = f.applyAsDouble(near) > level;
        double from = near;
        for (double reach = 1; reach < FARTHEST; reach *= 4) {
            double next = beyond ? from - reach : from + reach;
            if (f.applyAsDouble(next) > level != beyond) {
                return halved(f, level, Math.min(from, next), Math.max(from, next));
            }
            from = next;
        }
        return beyond ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }

    private static double halved(DoubleUnaryOperator f, double level, double from, double to) {
        double low = from;
        double high = to;
        double middle = low + (high - low) / 2;
        while (middle > low && middle < high) {
            if (f.applyAsDouble(middle) > level) {
                high = middle;
            } else {
                low = middle;
            }
            middle = low + (high - low) / 2;
        }
        return middle;
    }
}
