package dev.kith.score;

import dev.kith.data.Dataset;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.model.Predictions.Unknown;
import dev.kith.model.Trainer;
import java.util.Arrays;
import java.util.List;

/** What a trainer predicts for observations it was not trained on. */
public final class OutOfFold {
    private OutOfFold() {}

    /**
     * Trains without each of k folds and predicts the fold left out.
     *
     * @param listener hears of every fold that is done
     * @return one prediction for each observation; NaN for the few that cannot be held out: the only one of their task
     */
    public static double[] predictions(
            Trainer<? extends Model> trainer, Dataset data, int folds, long seed, CrossValidation.Listener listener) {
        return predictions(trainer, data, Split.folds(data, folds, seed), listener);
    }

    /** Trains on each split and predicts what it holds out; NaN for observations that none does. */
    public static double[] predictions(
            Trainer<? extends Model> trainer, Dataset data, List<Split> splits, CrossValidation.Listener listener) {
        double[] predictions = new double[data.size()];
        Arrays.fill(predictions, Double.NaN);
        for (int f = 0; f < splits.size(); f++) {
            Split split = splits.get(f);
            int[] held = split.testObservations();
            if (held.length > 0) {
                Model model = trainer.train(split.train()).model();
                double[] z = predictions(model, split.test());
                for (int k = 0; k < held.length; k++) {
                    predictions[held[k]] = z[k];
                }
            }
            listener.scored(f + 1, splits.size());
        }
        return predictions;
    }

    /** One prediction for each observation; rows that belong to one task each are not asked about the others. */
    public static double[] predictions(Model trained, Dataset heldOut) {
        Model model = trained.treating(Unknown.COMMON);
        int[] tasks = new int[heldOut.size()];
        boolean oneEach = heldOut.inputs().rows() == heldOut.size();
        for (int o = 0; o < tasks.length; o++) {
            tasks[o] = heldOut.task(o);
            oneEach &= heldOut.row(o) == o;
        }
        if (oneEach) {
            return model.predict(heldOut.inputs(), tasks);
        }
        double[] predictions = new double[tasks.length];
        Matrix all = model.predict(heldOut.inputs());
        for (int o = 0; o < tasks.length; o++) {
            predictions[o] = all.get(heldOut.row(o), tasks[o]);
        }
        return predictions;
    }
}
