package dev.kith.cli;

import dev.kith.data.Dataset;
import dev.kith.linalg.Matrix;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import java.util.ArrayList;
import java.util.List;

/**
 * A tuned method, trained, and how it predicts rows it has not seen.
 *
 * @param errors for each task the share of the variation of the held-out labels that predictions miss, in percent:
 *     mean squared error over the variance
 */
record MethodTrial(Tuner.Choice choice, Fit<? extends Model> fit, List<Double> errors) {
    static MethodTrial of(Tuner.Choice choice, Dataset training, Dataset heldOut) {
        Fit<? extends Model> fit = choice.trainer().train(training);
        return new MethodTrial(choice, fit, errors(fit.model(), heldOut));
    }

    /** The mean over tasks. */
    double error() {
        return errors.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    private static List<Double> errors(Model model, Dataset heldOut) {
        Matrix z = model.predict(heldOut.inputs());
        double[] count = new double[heldOut.taskCount()];
        double[] sum = new double[count.length];
        double[] squares = new double[count.length];
        double[] missed = new double[count.length];
        for (int o = 0; o < heldOut.size(); o++) {
            int t = heldOut.task(o);
            double miss = heldOut.label(o) - z.get(heldOut.row(o), t);
            count[t]++;
            sum[t] += heldOut.label(o);
            squares[t] += heldOut.label(o) * heldOut.label(o);
            missed[t] += miss * miss;
        }
        List<Double> errors = new ArrayList<>();
        for (int t = 0; t < count.length; t++) {
            errors.add(100 * missed[t] / (squares[t] - sum[t] * sum[t] / count[t]));
        }
        return errors;
    }
}
