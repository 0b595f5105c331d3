package dev.kith.model.decoder;

import dev.kith.constraint.ConstraintSet;
import dev.kith.data.shape.Shapes;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import java.util.Collections;
import java.util.List;

/**
 * f(x) = argmin over c in C of sum_j score_j loss_task(j)(label_j, c_task(j)): the constrained estimator for any losses. Score
 * j of the base model is the summed alpha(x) of task(j)'s observations with label_j.
 *
 * <p>Scores may be negative, so the sum need not be bounded; outside the range of a task's labels the cost is continued
 * by a square.
 *
 * @param losses one per task
 * @param columns 2 x S: the task of each score (ascending), and its label
 * @param usual 1 x T: mean confidence (sum of a task's scores) on the training inputs
 */
public record LossDecoder(ConstraintSet set, List<Loss> losses, Matrix columns, Matrix usual, Relaxation relaxation)
        implements Decoder {
    public LossDecoder {
        int tasks = set.dimension();
        losses = List.copyOf(losses);
        if (losses.size() != tasks) {
            throw new IllegalArgumentException(
                    "losses must be one for each of " + tasks + " tasks, got " + losses.size());
        }
        Shapes.require("usual confidence", usual, 1, tasks);
        Shapes.requirePositive("usual confidence", usual);
        Shapes.require("columns", columns, 2, columns.cols());
        int last = 0;
        for (int j = 0; j < columns.cols(); j++) {
            double task = columns.get(0, j);
            if (!(task == last || (task == last + 1 && j > 0))) {
                throw new IllegalArgumentException("columns must go through the tasks in order, got task " + task);
            }
            last = (int) task;
        }
        if (columns.cols() == 0 || last != tasks - 1) {
            throw new IllegalArgumentException("columns must speak of all " + tasks + " tasks, got " + (last + 1));
        }
        columns = columns.frozen();
        usual = usual.frozen();
    }

    /** One loss for all tasks, outputs on the set itself. */
    public LossDecoder(ConstraintSet set, Loss loss, Matrix columns, Matrix usual) {
        this(set, Collections.nCopies(set.dimension(), loss), columns, usual, Relaxation.none());
    }

    @Override
    public int scores() {
        return columns.cols();
    }

    @Override
    public Output decode(double... scores) {
        LossCost cost = new LossCost(losses, columns, usual, scores);
        RelaxedMinimum found = RelaxedMinimum.of(set, cost, relaxation);
        return new Output(found, cost.start(), cost.extrapolating());
    }

    /** The mean label of each task under its scores, within the range of its labels. */
    @Override
    public double[] undecoded(double... scores) {
        return new LossCost(losses, columns, usual, scores).start();
    }
}
