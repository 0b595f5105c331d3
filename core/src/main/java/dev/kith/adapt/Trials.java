package dev.kith.adapt;

import dev.kith.data.Dataset;
import dev.kith.loss.Loss;
import dev.kith.score.Folding;
import dev.kith.score.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;

/**
 * What joining gains over learning alone, tried on the new rows themselves: rows are left out in turn (one at a time, or in
 * ten parts where there are many), or forward in time, and predicted from others, by the task that joined and by a ridge of the task's own
 * whose strength is chosen inside the rows it may see.
 *
 * @param way how a task that joined predicts
 * @param own the same rows as the task learned alone sees them: without the trained tasks, with an intercept of its own where
 *     tasks have one
 * @param parts what is left out, and what it is predicted from
 */
record Trials(Way way, NewRows own, Loss loss, List<Part> parts) {
    /** Up to so many rows, each is left out by itself. */
    private static final int ONE_BY_ONE = 30;

    private static final int PARTS = 10;
    private static final int INNER_PARTS = 5;
    private static final double LEVEL = 0.9;
    private static final double STRONGEST = 1e3;
    private static final double WEAKEST = 1e-4;

    /** Rows of a new task, and what is predicted for some of them when it joins with others. */
    interface Way {
        /** In units of the fit. */
        double[] labels();

        double[] predict(int[] train, int[] test);
    }

    /** Rows that are left out together, and those they are predicted from. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Part(int[] train, int[] test) {}

    /** Of a task that joins as a trained one does. */
    static Way way(NewRows rows, Joiner joiner) {
        return new Way() {
            @Override
            public double[] labels() {
                return rows.y();
            }

            @Override
            public double[] predict(int[] train, int[] test) {
                return rows.predict(joiner.join(rows.select(train)), test, train);
            }
        };
    }

    /** Of the rows of one task: in turn, or as the folding says where they are not held out at random. */
    static List<Part> parts(Folding folding, Dataset rows) {
        return folding.equals(Folding.random())
                ? inTurn(rows.size(), rows.size() <= ONE_BY_ONE ? rows.size() : PARTS)
                : folding.inner(rows, PARTS, 1).stream()
                        .map(split -> new Part(split.trainObservations(), split.testObservations()))
                        .toList();
    }

    private static List<Part> inTurn(int n, int parts) {
        return IntStream.range(0, parts)
                .mapToObj(left -> new Part(
                        IntStream.range(0, n).filter(i -> i % parts != left).toArray(),
                        IntStream.range(0, n).filter(i -> i % parts == left).toArray()))
                .toList();
    }

    /** How far the rows that can be left out are missed, the task joined without each, in units of the fit. */
    List<Double> misses() {
        double[] predicted = new double[own.size()];
        leaveOut(way, parts, predicted, (y, z) -> y - loss.prediction(z));
        return Arrays.stream(predicted)
                .filter(miss -> !Double.isNaN(miss))
                .boxed()
                .toList();
    }

    /** @param unit what a label of the fit's units is in the user's */
    NewTask.Gain gain(double unit) {
        double[] joined = new double[own.size()];
        double[] alone = new double[own.size()];
        leaveOut(way, parts, joined, loss::value);
        leaveOut(alone(own, this::alone), parts, alone, loss::value);
        int[] known = IntStream.range(0, joined.length)
                .filter(i -> !Double.isNaN(joined[i]) && !Double.isNaN(alone[i]))
                .toArray();
        boolean squared = loss.quadratic();
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
        Joined learn(NewRows rows);
    }

    private static Way alone(NewRows from, Learner learner) {
        return new Way() {
            @Override
            public double[] labels() {
                return from.y();
            }

            @Override
            public double[] predict(int[] train, int[] test) {
                return from.predict(learner.learn(from.select(train)), test, train);
            }
        };
    }

    /** What a label and its prediction come to, of the rows, each predicted by what was learned without it; NaN where nothing can be learned. */
    private void leaveOut(Way from, List<Part> out, double[] found, DoubleBinaryOperator judge) {
        Arrays.fill(found, Double.NaN);
        double[] y = from.labels();
        for (Part part : out) {
            if (!learnable(y, part.train, loss)) {
                continue;
            }
            double[] z = from.predict(part.train, part.test);
            for (int k = 0; k < part.test.length; k++) {
                found[part.test[k]] = judge.applyAsDouble(y[part.test[k]], z[k]);
            }
        }
    }

    /** Classes need one row of each, numbers one row. */
    static boolean learnable(double[] y, int[] train, Loss loss) {
        if (!loss.classification()) {
            return train.length > 0;
        }
        return IntStream.of(train).anyMatch(i -> y[i] > 0)
                && IntStream.of(train).anyMatch(i -> y[i] < 0);
    }

    /** The task learned from these rows alone, as strongly penalised as predicts rows left out of them best. */
    private Joined alone(NewRows seen) {
        double best = Double.POSITIVE_INFINITY;
        double chosen = STRONGEST;
        double[] losses = new double[seen.size()];
        for (double lambda = STRONGEST; lambda >= WEAKEST && seen.size() > 1; lambda /= 10) {
            Joiner candidate = single(lambda);
            leaveOut(
                    alone(seen, candidate::join),
                    inTurn(seen.size(), Math.min(INNER_PARTS, seen.size())),
                    losses,
                    loss::value);
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
        return new Joiner(Place.Known.alone(1, lambda), loss);
    }
}
