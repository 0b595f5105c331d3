package dev.kith.score;

import dev.kith.data.Dataset;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.model.Model;
import dev.kith.model.Training.Weighting;
import java.util.List;

/**
 * Mean loss of predictions on observations that were not trained on, labels and predictions divided by the label scale
 * of their task, so that tasks in different units can be averaged. With {@link Weighting#TASK} the mean over tasks of
 * their means, with {@link Weighting#OBSERVATION} the mean over observations; weights count.
 */
final class HeldOutLoss {
    private final List<Loss> losses;
    private final Matrix labelScale;
    private final double[] sum;
    private final double[] weight;

    /**
     * @param losses one a task
     * @param labelScale 1 x T, as a {@link dev.kith.data.Standardizer} has it
     */
    HeldOutLoss(List<Loss> losses, Matrix labelScale) {
        this.losses = losses;
        this.labelScale = labelScale;
        this.sum = new double[labelScale.cols()];
        this.weight = new double[labelScale.cols()];
    }

    void add(Model model, Dataset heldOut) {
        double[] z = OutOfFold.predictions(model, heldOut);
        for (int o = 0; o < heldOut.size(); o++) {
            int t = heldOut.task(o);
            double scale = labelScale.get(0, t);
            Loss loss = losses.get(t);
            sum[t] += heldOut.weight(o) * loss.value(heldOut.label(o) / scale, loss.score(z[o]) / scale);
            weight[t] += heldOut.weight(o);
        }
    }

    double mean(Weighting weighting) {
        double total = 0;
        double count = 0;
        for (int t = 0; t < sum.length; t++) {
            if (weight[t] > 0) {
                total += weighting == Weighting.TASK ? sum[t] / weight[t] : sum[t];
                count += weighting == Weighting.TASK ? 1 : weight[t];
            }
        }
        return total / count;
    }
}
