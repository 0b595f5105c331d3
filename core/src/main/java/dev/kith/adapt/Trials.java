package dev.kith.adapt;

import dev.kith.loss.Loss;
import dev.kith.score.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;

/**
 * What joining gains over learning alone, tried on the new rows themselves: rows are left out in turn (one at a time, or in
 * ten parts where there are many) and predicted from the others, by the task that joined and by a ridge of the task's own
 * whose strength is chosen inside the rows it may see.
 *
 * @param own the same rows as the task learned alone sees them: without the trained tasks, with an intercept of its own where
 *     tasks have one
 */
record Trials(NewRows rows, Joiner joiner, NewRows own) {
    /** Up to so many rows, each is left out by itself. */
    private static final int ONE_BY_ONE = 30;

    private static final int PARTS = 10;
    private static final int INNER_PARTS = 5;
    private static final double LEVEL = 0.9;
    private static final double STRONGEST = 1e3;
    private static final double WEAKEST = 1e-4;

    /** y - f(x) of the rows that can be left out, the task joined without each, in units of the fit. */
    List<Double> misses() {
        double[] predicted = new double[rows.size()];
        leaveOut(rows, parts(), train -> joiner.join(rows.select(train)), predicted, (y, z) -> y - z);
        return Arrays.stream(predicted)
                .filter(miss -> !Double.isNaN(miss))
                .boxed()
                .toList();
    }

    private int parts() {
        return rows.size() <= ONE_BY_ONE ? rows.size() : PARTS;
    }

    /** @param unit what a label of the fit's units is in the user's */
    NewTask.Gain gain(double unit) {
        double[] joined = new double[rows.size()];
        double[] alone = new double[rows.size()];
        int parts = parts();
        leaveOut(rows, parts, train -> joiner.join(rows.select(train)), joined);
        leaveOut(own, parts, train -> alone(own.select(train)), alone);
        int[] known = IntStream.range(0, joined.length)
                .filter(i -> !Double.isNaN(joined[i]) && !Double.isNaN(alone[i]))
                .toArray();
        boolean squared = joiner.loss().quadratic();
        double[] a = Arrays.stream(known).mapToDouble(i -> joined[i]).toArray();
        double[] b = Arrays.stream(known).mapToDouble(i -> alone[i]).toArray();
        double[] all = new double[known.length];
        Arrays.fill(all, 1);
        int[] each = IntStream.range(0, known.length).toArray();
        return new NewTask.Gain(
                error(mean(a, all), squared, unit),
                error(mean(b, all), squared, unit),
                Interval.jackknife(each, known.length, LEVEL, keep -> 1 - mean(a, keep) / mean(b, keep)),
                known.length);
    }

    private static double error(double loss, boolean squared, double unit) {
        return squared ? unit * Math.sqrt(loss) : loss;
    }

    private static double mean(double[] values, double[] keep) {
        double sum = 0;
        double count = 0;
        for (int i = 0; i < values.length; i++) {
            sum += keep[i] * values[i];
            count += keep[i];
        }
        return count > 0 ? sum / count : Double.NaN;
    }

    private interface Learner {
        Joined learn(int[] train);
    }

    /** Losses of the rows, each predicted by what was learned without it; NaN where nothing can be learned. */
    private void leaveOut(NewRows from, int parts, Learner learner, double[] losses) {
        leaveOut(from, parts, learner, losses, joiner.loss()::value);
    }

    /** What a label and its prediction come to, of the rows. */
    private void leaveOut(NewRows from, int parts, Learner learner, double[] found, DoubleBinaryOperator judge) {
        int n = from.size();
        Arrays.fill(found, Double.NaN);
        for (int part = 0; part < parts; part++) {
            int left = part;
            int[] train = IntStream.range(0, n).filter(i -> i % parts != left).toArray();
            int[] test = IntStream.range(0, n).filter(i -> i % parts == left).toArray();
            if (!learnable(from, train, joiner.loss())) {
                continue;
            }
            double[] z = from.predict(learner.learn(train), test, train);
            for (int k = 0; k < test.length; k++) {
                found[test[k]] = judge.applyAsDouble(from.y()[test[k]], z[k]);
            }
        }
    }

    /** Classes need one row of each, numbers one row. */
    static boolean learnable(NewRows rows, int[] train, Loss loss) {
        if (!loss.classification()) {
            return train.length > 0;
        }
        return IntStream.of(train).anyMatch(i -> rows.y()[i] > 0)
                && IntStream.of(train).anyMatch(i -> rows.y()[i] < 0);
    }

    /** The task learned from these rows alone, as strongly penalised as predicts rows left out of them best. */
    private Joined alone(NewRows seen) {
        double best = Double.POSITIVE_INFINITY;
        double chosen = STRONGEST;
        double[] losses = new double[seen.size()];
        for (double lambda = STRONGEST; lambda >= WEAKEST && seen.size() > 1; lambda /= 10) {
            Joiner candidate = single(lambda);
            leaveOut(seen, Math.min(INNER_PARTS, seen.size()), train -> candidate.join(seen.select(train)), losses);
            double[] known = Arrays.stream(losses).filter(x -> !Double.isNaN(x)).toArray();
            double score = known.length > 0 ? Arrays.stream(known).sum() / known.length : Double.POSITIVE_INFINITY;
            if (score < best) {
                best = score;
                chosen = lambda;
            }
        }
        return single(chosen).join(seen);
    }

    private Joiner single(double lambda) {
        return new Joiner(Place.Known.alone(1, lambda), joiner.loss());
    }
}
