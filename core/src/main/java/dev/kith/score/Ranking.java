package dev.kith.score;

/**
 * Measures of how well predictions rank +1 above -1, among predictions of the same model. Equal predictions are one step
 * of the ranking.
 */
/* Why model by model: a fold with few +1 left to train on gives lower decisions to exactly the rows where there are more +1.
 * Ranked across folds, small tasks without any signal would have an AUC well below 1/2, and any sharing would look good. */
final class Ranking {
    private Ranking() {}

    /** Share of pairs (+1, -1) in the right order, ties half; NaN without a pair. */
    static double auc(Outcomes outcomes) {
        double[] positive = {0};
        double[] right = {0};
        double[] negative = {0};
        double[] pairs = {0};
        steps(outcomes, (plus, minus, first) -> {
            pairs[0] += first ? positive[0] * negative[0] : 0;
            positive[0] = first ? 0 : positive[0];
            negative[0] = first ? 0 : negative[0];
            right[0] += minus * (positive[0] + plus / 2);
            positive[0] += plus;
            negative[0] += minus;
        });
        return right[0] / (pairs[0] + positive[0] * negative[0]);
    }

    /** Sum over thresholds of precision x gain in recall; NaN without any +1. */
    static double averagePrecision(Outcomes outcomes) {
        double[] positive = {0};
        double[] all = {0};
        double[] area = {0};
        double[] total = {0};
        steps(outcomes, (plus, minus, first) -> {
            positive[0] = plus + (first ? 0 : positive[0]);
            all[0] = plus + minus + (first ? 0 : all[0]);
            area[0] += plus * positive[0] / all[0];
            total[0] += plus;
        });
        return area[0] / total[0];
    }

    private interface Step {
        /** The weights of +1 and of -1 that share one prediction; whether it is the highest of its model. */
        void take(double plus, double minus, boolean first);
    }

    private static void steps(Outcomes outcomes, Step step) {
        int[] order = outcomes.ranked();
        int from = 0;
        boolean first = true;
        while (from < order.length) {
            double plus = 0;
            double minus = 0;
            int to = from;
            while (to < order.length
                    && outcomes.sameModel(order[to], order[from])
                    && outcomes.prediction(order[to]) == outcomes.prediction(order[from])) {
                double weight = outcomes.weight(order[to]);
                plus += outcomes.label(order[to]) > 0 ? weight : 0;
                minus += outcomes.label(order[to]) > 0 ? 0 : weight;
                to++;
            }
            if (plus + minus > 0) {
                step.take(plus, minus, first);
                first = false;
            }
            first |= to < order.length && !outcomes.sameModel(order[to], order[from]);
            from = to;
        }
    }
}
