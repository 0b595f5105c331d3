package dev.kith.trust.spread;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import java.util.stream.IntStream;

/**
 * The usual size of errors of a task:
 *
 * <pre>  scale_t^2 = (sum of the task's squared errors + count variance u_t^2) / (n_t + count)  </pre>
 *
 * with the {@link VariancePrior} of all tasks in units u_t: 1, or the deviation of the task's labels.
 */
final class ErrorScale {
    private final Dataset data;
    private final double[] predictions;
    private final boolean sameUnits;
    private final VariancePrior prior;
    private final int[] count;
    private final double[] squares;
    private final int[] labels;
    private final double[] mean;
    private final double[] spread;

    ErrorScale(Dataset data, double[] predictions, boolean sameUnits) {
        this.data = data;
        this.predictions = predictions;
        this.sameUnits = sameUnits;
        int tasks = data.taskCount();
        count = new int[tasks];
        squares = new double[tasks];
        labels = new int[tasks];
        mean = new double[tasks];
        spread = new double[tasks];
        for (int o = 0; o < data.size(); o++) {
            int t = data.task(o);
            double change = data.label(o) - mean[t];
            mean[t] += change / ++labels[t];
            spread[t] += change * (data.label(o) - mean[t]);
            if (!Double.isNaN(predictions[o])) {
                squares[t] += square(o);
                count[t]++;
            }
        }
        if (IntStream.of(count).sum() == 0) {
            throw new DataException("calibration needs a task with at least two labels, so that one can be held out");
        }
        VariancePrior found = VariancePrior.of(
                IntStream.range(0, tasks)
                        .mapToDouble(t -> squares[t] / unit(labels[t], spread[t]))
                        .toArray(),
                count);
        // Tiny, where every prediction was right: a scale must not be 0.
        prior = new VariancePrior(found.count(), Math.max(found.variance(), Double.MIN_NORMAL));
    }

    private double square(int o) {
        double error = data.label(o) - predictions[o];
        return error * error;
    }

    /** u^2: the variance of so many labels whose squared distances from their mean add up to {@code sum}. */
    private double unit(int n, double sum) {
        return sameUnits || n == 0 || !(sum > 0) ? 1 : sum / n;
    }

    private double scale(double sum, int n, double unit) {
        return Math.sqrt((sum + prior.count() * prior.variance() * unit) / (n + prior.count()));
    }

    /** How many errors the task's scale is worth: its own, and what the other tasks tell. */
    double freedom(int t) {
        return count[t] + prior.count();
    }

    /** The scale of a task. */
    double of(int t) {
        return scale(squares[t], count[t], unit(labels[t], spread[t]));
    }

    /** The scale of the observation's task as it would be had the observation not been there. */
    double without(int o) {
        int t = data.task(o);
        double from = data.label(o) - mean[t];
        double others = labels[t] > 1 ? spread[t] - from * from * labels[t] / (labels[t] - 1) : 0;
        double own = Math.max(0, squares[t] - square(o));
        return scale(own, count[t] - 1, unit(labels[t] - 1, others));
    }
}
