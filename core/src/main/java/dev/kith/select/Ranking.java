package dev.kith.select;

/** Metrics of how well predictions rank +1 above -1. Equal predictions are one step of the ranking. */
final class Ranking {
    private Ranking() {}

    /** Share of pairs (+1, -1) in the right order, ties half; NaN without a pair. */
    static double auc(Outcomes outcomes) {
        double[] positive = {0};
        double[] negative = {0};
        double[] pairs = {0};
        steps(outcomes, (plus, minus) -> {
            pairs[0] += minus * (positive[0] + plus / 2);
            positive[0] += plus;
            negative[0] += minus;
        });
        return pairs[0] / (positive[0] * negative[0]);
    }

    /** Sum over thresholds of precision x gain in recall; NaN without any +1. */
    static double averagePrecision(Outcomes outcomes) {
        double[] positive = {0};
        double[] all = {0};
        double[] area = {0};
        steps(outcomes, (plus, minus) -> {
            positive[0] += plus;
            all[0] += plus + minus;
            area[0] += plus * positive[0] / all[0];
        });
        return area[0] / positive[0];
    }

    private interface Step {
        /** The weights of +1 and of -1 that share one prediction. */
        void take(double plus, double minus);
    }

    private static void steps(Outcomes outcomes, Step step) {
        int[] order = outcomes.ranked();
        int from = 0;
        while (from < order.length) {
            double plus = 0;
            double minus = 0;
            int to = from;
            while (to < order.length && outcomes.prediction(order[to]) == outcomes.prediction(order[from])) {
                double weight = outcomes.weight(order[to]);
                plus += outcomes.label(order[to]) > 0 ? weight : 0;
                minus += outcomes.label(order[to]) > 0 ? 0 : weight;
                to++;
            }
            if (plus + minus > 0) {
                step.take(plus, minus);
            }
            from = to;
        }
    }
}
