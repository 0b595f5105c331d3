package dev.kith.select;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;

/**
 * The usual size of errors of a task:
 *
 * <pre>  scale_t^2 = (sum of the task's squared errors + prior s^2 u_t^2) / (n_t + prior)  </pre>
 *
 * with s^2 the mean squared error of all tasks in units u_t: 1, or the deviation of the task's labels.
 */
final class ErrorScale {
    private final Dataset data;
    private final double[] predictions;
    private final boolean sameUnits;
    private final double prior;
    private final double usual;
    private final int[] count;
    private final double[] squares;
    private final int[] labels;
    private final double[] mean;
    private final double[] spread;

    ErrorScale(Dataset data, double[] predictions, boolean sameUnits, double prior) {
        this.data = data;
        this.predictions = predictions;
        this.sameUnits = sameUnits;
        this.prior = prior;
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
        double sum = 0;
        int held = 0;
        for (int t = 0; t < tasks; t++) {
            sum += squares[t] / unit(labels[t], spread[t]);
            held += count[t];
        }
        if (held == 0) {
            throw new DataException("calibration needs a task with at least two labels, so that one can be held out");
        }
        // Tiny, where every prediction was right: a scale must not be 0.
        usual = Math.max(sum / held, Double.MIN_NORMAL);
    }

    private double square(int o) {
        double error = data.label(o) - predictions[o];
        return error * error;
    }

    /** u^2: the variance of so many labels whose squared distances from their mean add up to {@code sum}. */
    private double unit(int n, double sum) {
        return sameUnits || n == 0 || !(sum > 0) ? 1 : sum / n;
    }

    /** How many errors the task has. */
    int count(int t) {
        return count[t];
    }

    /** The scale of a task. */
    double of(int t) {
        return Math.sqrt((squares[t] + prior * usual * unit(labels[t], spread[t])) / (count[t] + prior));
    }

    /** The scale of the observation's task as it would be had the observation not been there. */
    double without(int o) {
        int t = data.task(o);
        double from = data.label(o) - mean[t];
        double others = labels[t] > 1 ? spread[t] - from * from * labels[t] / (labels[t] - 1) : 0;
        double own = Math.max(0, squares[t] - square(o));
        return Math.sqrt((own + prior * usual * unit(labels[t] - 1, others)) / (count[t] - 1 + prior));
    }
}
