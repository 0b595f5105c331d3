package dev.kith.score;

import dev.kith.data.Dataset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How well decision values rank +1 above -1, threshold by threshold: value {@code values.get(k)} at k / (size - 1), from 0 to 1.
 *
 * <ul>
 *   <li>ROC: the share of +1 found (true positives) at each share of -1 taken for +1 (false positives).
 *   <li>Precision and recall: the share of +1 among what is taken for +1, at each share of +1 found.
 * </ul>
 *
 * Predictions of one model are ranked among themselves; curves of a task's models are averaged with the weights that the measures
 * {@code auc} and {@code average-precision} have, then tasks count alike. So the area under the curve is the mean of the measure
 * over tasks, up to the {@link #POINTS}.
 *
 * @param area exactly the mean of the measure over the tasks that have both classes (of precision: any +1)
 */
public record RankingCurve(List<Double> values, double area) {
    /** How many values a curve has. */
    public static final int POINTS = 201;

    public RankingCurve {
        values = List.copyOf(values);
    }

    /** Share of +1 found at each share of -1 taken for +1; {@code models} numbers the model behind each prediction. */
    public static RankingCurve roc(Dataset data, double[] predictions, int[] models) {
        return of(data, predictions, models, RankingCurve::addRoc, Ranking::auc);
    }

    /** Share of +1 among what is taken for +1, at each share of +1 found. */
    public static RankingCurve precisionRecall(Dataset data, double[] predictions, int[] models) {
        return of(data, predictions, models, RankingCurve::addPrecision, Ranking::averagePrecision);
    }

    private interface Adding {
        /** Adds the curve of one model times its weight, which it returns. */
        double addTo(double[] sum, Outcomes ofModel);
    }

    private interface Area {
        double of(Outcomes outcomes);
    }

    private static RankingCurve of(Dataset data, double[] predictions, int[] models, Adding adding, Area area) {
        double[] mean = new double[POINTS];
        double areas = 0;
        int tasks = 0;
        for (int t = 0; t < data.taskCount(); t++) {
            int task = t;
            int[] observations = IntStream.range(0, data.size())
                    .filter(o -> data.task(o) == task && !Double.isNaN(predictions[o]) && data.hasClasses(task))
                    .toArray();
            double[] own = new double[POINTS];
            double total = 0;
            for (int model : Arrays.stream(observations)
                    .map(o -> models[o])
                    .distinct()
                    .sorted()
                    .toArray()) {
                int[] its = Arrays.stream(observations)
                        .filter(o -> models[o] == model)
                        .toArray();
                total += adding.addTo(own, Outcomes.of(data, predictions, models, its));
            }
            if (total > 0) {
                tasks++;
                areas += area.of(Outcomes.of(data, predictions, models, observations));
                for (int k = 0; k < POINTS; k++) {
                    mean[k] += own[k] / total;
                }
            }
        }
        List<Double> values = new ArrayList<>();
        for (double sum : mean) {
            values.add(sum / tasks);
        }
        return new RankingCurve(tasks == 0 ? List.of() : values, areas / tasks);
    }

    /** Weights of +1 and -1 ranked at least as high as each step, in order; zeros first. */
    private static final class Steps {
        private final double[] plus;
        private final double[] minus;

        private Steps(double[] plus, double[] minus) {
            this.plus = plus;
            this.minus = minus;
        }

        static Steps of(Outcomes outcomes) {
            int[] order = outcomes.ranked();
            double[] plus = new double[order.length + 1];
            double[] minus = new double[order.length + 1];
            int steps = 0;
            for (int k = 0; k < order.length; k++) {
                boolean same = k > 0 && outcomes.prediction(order[k]) == outcomes.prediction(order[k - 1]);
                steps += same ? 0 : 1;
                if (!same) {
                    plus[steps] = plus[steps - 1];
                    minus[steps] = minus[steps - 1];
                }
                double weight = outcomes.weight(order[k]);
                (outcomes.label(order[k]) > 0 ? plus : minus)[steps] += weight;
            }
            return new Steps(Arrays.copyOf(plus, steps + 1), Arrays.copyOf(minus, steps + 1));
        }

        double allPlus() {
            return plus[plus.length - 1];
        }

        double allMinus() {
            return minus[minus.length - 1];
        }
    }

    /** Straight between thresholds: a choice between equal predictions is a toss. */
    private static double addRoc(double[] sum, Outcomes outcomes) {
        Steps steps = Steps.of(outcomes);
        double pairs = steps.allPlus() * steps.allMinus();
        int step = 0;
        for (int k = 0; k < POINTS && pairs > 0; k++) {
            double minus = steps.allMinus() * k / (POINTS - 1);
            while (step + 1 < steps.minus.length - 1 && steps.minus[step + 1] <= minus) {
                step++;
            }
            double wide = steps.minus[step + 1] - steps.minus[step];
            double share = wide > 0 ? Math.min(1, (minus - steps.minus[step]) / wide) : 1;
            double plus = steps.plus[step] + share * (steps.plus[step + 1] - steps.plus[step]);
            sum[k] += pairs * plus / steps.allPlus();
        }
        return pairs;
    }

    /** At the highest threshold that finds so many. */
    private static double addPrecision(double[] sum, Outcomes outcomes) {
        Steps steps = Steps.of(outcomes);
        double all = steps.allPlus();
        int step = 1;
        for (int k = 0; k < POINTS && all > 0; k++) {
            double wanted = all * k / (POINTS - 1);
            while (step < steps.plus.length - 1 && (steps.plus[step] < wanted || steps.plus[step] == 0)) {
                step++;
            }
            sum[k] += all * steps.plus[step] / (steps.plus[step] + steps.minus[step]);
        }
        return all;
    }
}
