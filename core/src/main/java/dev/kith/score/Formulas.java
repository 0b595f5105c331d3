package dev.kith.score;

import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;

/** What {@link Measure}s are made of. */
final class Formulas {
    private Formulas() {}

    static double mean(Outcomes outcomes, DoubleBinaryOperator loss) {
        double sum = 0;
        for (int o = 0; o < outcomes.size(); o++) {
            sum += outcomes.weight(o) > 0
                    ? outcomes.weight(o) * loss.applyAsDouble(outcomes.label(o), outcomes.prediction(o))
                    : 0;
        }
        return sum / outcomes.totalWeight();
    }

    /** part / whole; NaN where the whole is nothing. */
    static double share(double part, double whole) {
        return whole > 0 ? part / whole : Double.NaN;
    }

    /** The share of weight in the rarer class. */
    static double rarer(Outcomes outcomes) {
        double second = 0;
        for (int o = 0; o < outcomes.size(); o++) {
            second += outcomes.label(o) > 0 ? outcomes.weight(o) : 0;
        }
        return Math.min(second, outcomes.totalWeight() - second) / outcomes.totalWeight();
    }

    static void requireLevel(double level) {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level of a pinball measure must be a number > 0 and < 1, got " + level);
        }
    }

    static double pinball(double y, double z, double level) {
        return Math.max(level * (y - z), (1 - level) * (z - y));
    }

    /** The mean pinball loss over that of the best constant answer. */
    static double pinballShare(Outcomes outcomes, double level) {
        if (!(outcomes.variance() > 0)) {
            return Double.NaN;
        }
        double best = quantile(outcomes, level);
        return share(mean(outcomes, (y, z) -> pinball(y, z, level)), mean(outcomes, (y, z) -> pinball(y, best, level)));
    }

    /** The least label with a share {@code level} of the weight at or below it. */
    private static double quantile(Outcomes outcomes, double level) {
        int[] order = IntStream.range(0, outcomes.size())
                .boxed()
                .sorted((a, b) -> Double.compare(outcomes.label(a), outcomes.label(b)))
                .mapToInt(Integer::intValue)
                .toArray();
        double below = 0;
        int k = 0;
        for (; k < order.length - 1; k++) {
            below += outcomes.weight(order[k]);
            if (below >= level * outcomes.totalWeight()) {
                break;
            }
        }
        return outcomes.label(order[k]);
    }

    /** 2 (y log(y / z) - y + z); NaN for what no mean z can be of. */
    static double deviance(double y, double z) {
        boolean defined = y >= 0 && (z > 0 || (z == 0 && y == 0));
        return defined ? 2 * ((y > 0 ? y * Math.log(y / z) : 0) - y + z) : Double.NaN;
    }

    /** The mean deviance of the labels from their mean; 0 where all are equal. */
    static double constantDeviance(Outcomes outcomes) {
        if (!(outcomes.variance() > 0)) {
            return 0;
        }
        double sum = mean(outcomes, (y, z) -> y);
        return mean(outcomes, (y, z) -> deviance(y, sum));
    }
}
