package dev.kith.experiments;

import dev.kith.data.Dataset;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Workspace;
import dev.kith.score.Split;
import java.util.List;
import java.util.function.ToDoubleBiFunction;

/** Chooses among trainers by their error on data left out, and trains the best on everything. */
final class HoldOut {
    private final List<Split> splits;
    private final List<Workspace> workspaces;
    private final ToDoubleBiFunction<Dataset, Matrix> error;

    /** @param error of predictions (n x T) of labels; smaller is better */
    HoldOut(List<Split> splits, ToDoubleBiFunction<Dataset, Matrix> error) {
        this.splits = splits;
        this.workspaces =
                splits.stream().map(split -> Workspace.forTrials(split.train())).toList();
        this.error = error;
    }

    /** A trainer and its mean error on what was left out. */
    record Scored(Trainer<? extends Model> trainer, double error) {}

    /** The best; of equal ones the first. */
    Scored best(List<? extends Trainer<? extends Model>> candidates) {
        Scored best = new Scored(candidates.get(0), Double.POSITIVE_INFINITY);
        for (Trainer<? extends Model> candidate : candidates) {
            double sum = 0;
            for (int k = 0; k < splits.size(); k++) {
                Dataset test = splits.get(k).test();
                Model model = candidate.train(workspaces.get(k), step -> {}).model();
                sum += error.applyAsDouble(test, model.predict(test.inputs()));
            }
            double mean = sum / splits.size();
            best = mean < best.error() ? new Scored(candidate, mean) : best;
        }
        return best;
    }

    /** Mean over labels of (label - prediction)^2. */
    static double squaredError(Dataset test, Matrix predictions) {
        double sum = 0;
        for (int o = 0; o < test.size(); o++) {
            double error = test.label(o) - predictions.get(test.row(o), test.task(o));
            sum += error * error;
        }
        return sum / test.size();
    }
}
