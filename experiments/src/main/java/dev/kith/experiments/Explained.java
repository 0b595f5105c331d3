package dev.kith.experiments;

import dev.kith.data.Dataset;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The share of the variance that predictions explain, in the four definitions in print. Tasks whose labels are all equal
 * count only where variances are added up before they are divided.
 *
 * @param overall 1 - SSE / SST around the mean of all labels: also rewards knowing the means of tasks
 * @param perTask the mean over tasks of 1 - SSE_t / SST_t, SST_t around the task's own mean
 * @param bySize the same mean, each task weighted by its number of labels
 * @param within 1 - (sum of SSE_t) / (sum of SST_t)
 */
record Explained(double overall, double perTask, double bySize, double within) {
    static final List<String> NAMES = List.of(
            "overall, 1 - SSE/SST", "mean over schools", "mean over schools by size", "within schools, 1 - SSE/SST");

    static Explained of(Dataset test, double... predictions) {
        Scores shares = Scores.of(Measure.EXPLAINED_VARIANCE, test, predictions);
        double weighted = 0;
        double count = 0;
        for (int t = 0; t < test.taskCount(); t++) {
            OptionalDouble share = shares.perTask().get(t);
            weighted += share.isPresent() ? shares.labels().get(t) * share.getAsDouble() : 0;
            count += share.isPresent() ? shares.labels().get(t) : 0;
        }
        return new Explained(
                shares.overall().orElseThrow(),
                shares.mean().orElseThrow(),
                weighted / count,
                within(test, predictions));
    }

    private static double within(Dataset test, double[] predictions) {
        double[] sum = new double[test.taskCount()];
        int[] counts = test.countPerTask();
        for (int o = 0; o < test.size(); o++) {
            sum[test.task(o)] += test.label(o);
        }
        double errors = 0;
        double total = 0;
        for (int o = 0; o < test.size(); o++) {
            errors += Math.pow(test.label(o) - predictions[o], 2);
            total += Math.pow(test.label(o) - sum[test.task(o)] / counts[test.task(o)], 2);
        }
        return 1 - errors / total;
    }

    /** In the order of {@link #NAMES}. */
    List<Double> values() {
        return List.of(overall, perTask, bySize, within);
    }
}
