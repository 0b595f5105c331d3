package dev.kith.decode;

import dev.kith.data.Dataset;
import dev.kith.linalg.Matrix;
import dev.kith.model.ConstrainedModel;
import java.util.ArrayList;
import java.util.List;

/**
 * What a relation did to the predictions of one task.
 *
 * @param before mean squared error of what the task says on its own
 * @param after mean squared error of the decoded predictions
 */
public record Gain(String task, double before, double after) {
    /** The gain of every task with labels in {@code test}, which the model should not have been trained on. */
    public static List<Gain> of(ConstrainedModel model, Dataset test) {
        double[] before = errors(test, model.undecoded(test.inputs()));
        double[] after = errors(test, model.predict(test.inputs()));
        List<Gain> gains = new ArrayList<>();
        for (int t = 0; t < before.length; t++) {
            if (!Double.isNaN(before[t])) {
                gains.add(new Gain(test.tasks().get(t), before[t], after[t]));
            }
        }
        return gains;
    }

    /** Mean squared error of each task; NaN for one without labels. */
    static double[] errors(Dataset test, Matrix predictions) {
        double[] sum = new double[test.taskCount()];
        int[] count = test.countPerTask();
        for (int o = 0; o < test.size(); o++) {
            double error = test.label(o) - predictions.get(test.row(o), test.task(o));
            sum[test.task(o)] += error * error;
        }
        for (int t = 0; t < sum.length; t++) {
            sum[t] = count[t] == 0 ? Double.NaN : sum[t] / count[t];
        }
        return sum;
    }
}
