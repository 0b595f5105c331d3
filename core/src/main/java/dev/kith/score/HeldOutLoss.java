package dev.kith.score;

import dev.kith.data.Dataset;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.model.Model;
import java.util.List;

/**
 * Losses of predictions on observations that were not trained on, labels and predictions divided by the label scale
 * of their task, so that tasks in different units can be averaged; weights count.
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

    /** How many tasks there are. */
    int tasks() {
        return sum.length;
    }

    /** The weighted losses of a task, added up. */
    double sum(int task) {
        return sum[task];
    }

    /** The weight of a task's observations. */
    double weight(int task) {
        return weight[task];
    }
}
