package dev.kith.trust.spread;

import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.model.uncertainty.Posterior;
import java.util.stream.IntStream;

/**
 * The noise of labels, from errors on labels that were held out. Such an error is larger than the noise because its
 * prediction is uncertain, too: for one label left out by 1 / (1 - h), h the weight of a label in its own prediction.
 *
 * <p>Errors of a learned structure tell what learning it cost, which the posterior does not.
 */
public final class NoiseLevel {
    private NoiseLevel() {}

    /**
     * The posterior with its noise estimated, task by task.
     *
     * @param model what the posterior is of, trained on all of the data
     * @param predictions one for each observation, without it; NaN where it was not held out
     * @param sameUnits as for {@link Conformal#errors}
     */
    public static Posterior estimate(
            Posterior posterior, Model model, Dataset data, double[] predictions, boolean sameUnits) {
        double[] h = leverages(posterior, model, data);
        double[] adjusted = new double[predictions.length];
        for (int o = 0; o < adjusted.length; o++) {
            double error = data.label(o) - predictions[o];
            adjusted[o] = data.label(o) - error * Math.sqrt(Math.max(0, 1 - h[o]));
        }
        ErrorScale scales = new ErrorScale(data, adjusted, sameUnits);
        int[] labels = data.countPerTask();
        Matrix noise = Matrix.zeros(1, labels.length);
        Matrix freedom = Matrix.zeros(1, labels.length);
        for (int t = 0; t < labels.length; t++) {
            noise.set(0, t, Math.max(Double.MIN_NORMAL, Math.pow(scales.of(t), 2)));
            freedom.set(0, t, labels[t] > 0 ? scales.freedom(t) : 0);
        }
        return posterior.withNoise(noise, freedom);
    }

    private static double[] leverages(Posterior posterior, Model model, Dataset data) {
        double[] weight = new double[data.taskCount()];
        int[] count = data.countPerTask();
        for (int o = 0; o < data.size(); o++) {
            weight[data.task(o)] += data.weight(o) / count[data.task(o)];
        }
        Inputs inputs = data.inputs()
                .select(IntStream.range(0, data.size()).map(data::row).toArray());
        double[] h = posterior.spread(
                model, inputs, IntStream.range(0, data.size()).map(data::task).toArray());
        for (int o = 0; o < h.length; o++) {
            h[o] *= weight[data.task(o)] > 0 ? data.weight(o) / weight[data.task(o)] : 0;
        }
        return h;
    }
}
