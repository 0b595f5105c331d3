package dev.kith.model.decoder;

import dev.kith.constraint.ConstraintSet;
import dev.kith.data.shape.Shapes;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import java.util.Arrays;

/**
 * f(x) = argmin over c in C of sum_j score_j loss(label_j, c_task(j)): the constrained estimator for any loss. Score j of
 * the base model is the summed alpha(x) of task(j)'s observations with label_j.
 *
 * <p>Scores may be negative, so the sum need not be bounded; outside the range of a task's labels the cost is continued
 * by a square.
 *
 * @param columns 2 x S: the task of each score (ascending), and its label
 * @param usual 1 x T: mean confidence (sum of a task's scores) on the training inputs
 */
public record LossDecoder(ConstraintSet set, Loss loss, Matrix columns, Matrix usual) implements Decoder {
    /** Widths of the rounding of a kink at the label, relative to the labels' range: each minimum starts the next search. */
    private static final double[] ROUNDINGS = {0.1, 0.01, 1e-3, 1e-4, 1e-6};

    public LossDecoder {
        int tasks = set.dimension();
        Shapes.require("usual confidence", usual, 1, tasks);
        Shapes.requirePositive("usual confidence", usual);
        Shapes.require("columns", columns, 2, columns.cols());
        int last = 0;
        for (int j = 0; j < columns.cols(); j++) {
            double task = columns.get(0, j);
            if (!(task == last || (task == last + 1 && j > 0))) {
                throw new IllegalArgumentException("columns must go through the tasks in order, got task " + task);
            }
            last = (int) task;
        }
        if (columns.cols() == 0 || last != tasks - 1) {
            throw new IllegalArgumentException("columns must speak of all " + tasks + " tasks, got " + (last + 1));
        }
        columns = columns.frozen();
        usual = usual.frozen();
    }

    @Override
    public Relaxation relaxation() {
        return Relaxation.none();
    }

    @Override
    public int scores() {
        return columns.cols();
    }

    @Override
    public Output decode(double... scores) {
        Cost cost = new Cost(scores);
        double[] c = cost.start.clone();
        boolean kinks = loss.wedge() && !loss.classification();
        for (double rounding : kinks ? ROUNDINGS : new double[] {0}) {
            cost.rounding = rounding;
            c = set.minimize(cost, c, cost.weight).point();
        }
        return new Output(c, Decoders.distance(c, cost.start), cost.extrapolating);
    }

    /** The mean label of each task under its scores, within the range of its labels. */
    @Override
    public double[] undecoded(double... scores) {
        return new Cost(scores).start;
    }

    /** The cost for one input, and where its tasks would stand on their own. */
    private final class Cost implements ConstraintSet.Separable {
        private final double[] scores;
        private final int[] from = new int[set.dimension() + 1];
        private final double[] low = new double[set.dimension()];
        private final double[] high = new double[set.dimension()];
        private final double[] weight = new double[set.dimension()];
        private final double[] start = new double[set.dimension()];
        private boolean extrapolating;
        private double rounding;

        Cost(double[] scores) {
            this.scores = scores;
            Arrays.fill(low, Double.POSITIVE_INFINITY);
            Arrays.fill(high, Double.NEGATIVE_INFINITY);
            for (int j = 0; j < scores.length; j++) {
                int t = (int) columns.get(0, j);
                double label = columns.get(1, j);
                from[t + 1] = j + 1;
                low[t] = Math.min(low[t], label);
                high[t] = Math.max(high[t], label);
                weight[t] += scores[j];
                start[t] += scores[j] * label;
            }
            for (int t = 0; t < weight.length; t++) {
                extrapolating |= !(weight[t] >= EXTRAPOLATING * usual.get(0, t));
                weight[t] = Math.max(weight[t], FLOOR * usual.get(0, t));
                start[t] = Math.max(low[t], Math.min(high[t], start[t] / weight[t]));
            }
        }

        @Override
        public double value(int t, double c) {
            double inside = Math.max(low[t], Math.min(high[t], c));
            double sum = weight[t] * (c - inside) * (c - inside);
            for (int j = from[t]; j < from[t + 1]; j++) {
                sum += scores[j] * lossValue(t, columns.get(1, j), inside);
            }
            return sum;
        }

        @Override
        public double slope(int t, double c) {
            double inside = Math.max(low[t], Math.min(high[t], c));
            if (c != inside) {
                return 2 * weight[t] * (c - inside);
            }
            double sum = 0;
            for (int j = from[t]; j < from[t + 1]; j++) {
                sum += scores[j] * lossSlope(t, columns.get(1, j), c);
            }
            return sum;
        }

        private double width(int t) {
            return rounding * Math.max(high[t] - low[t], Double.MIN_NORMAL);
        }

        private double lossValue(int t, double label, double c) {
            return rounding > 0
                    ? half(label, 1) * (c - label) + half(label, -1) * Math.hypot(c - label, width(t))
                    : loss.value(label, c);
        }

        private double lossSlope(int t, double label, double c) {
            return rounding > 0
                    ? half(label, 1) + half(label, -1) * ((c - label) / Math.hypot(c - label, width(t)))
                    : loss.slope(label, c);
        }

        /** Half the sum or the difference of the two slopes that meet at a label. */
        private double half(double label, int sign) {
            return (loss.highestDual(label) + sign * loss.lowestDual(label)) / 2;
        }
    }
}
