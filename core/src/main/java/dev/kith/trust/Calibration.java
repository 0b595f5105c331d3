package dev.kith.trust;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.CoregionTrainer;
import dev.kith.convex.GaussianProcess;
import dev.kith.data.Dataset;
import dev.kith.data.prepare.Preparation;
import dev.kith.file.ModelFile;
import dev.kith.model.KernelSumModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Trainer;
import dev.kith.model.transform.LearnedScale;
import dev.kith.model.transform.TransformedTrainer;
import dev.kith.model.uncertainty.HeldOutErrors;
import dev.kith.model.uncertainty.Posterior;
import dev.kith.model.uncertainty.Probabilities;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.score.CrossValidation;
import dev.kith.score.Folding;
import dev.kith.score.OutOfFold;
import dev.kith.trust.spread.Conformal;
import dev.kith.trust.spread.NoiseLevel;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds out how far a trainer's predictions can be trusted: trains again without each of k folds and keeps how far the
 * predictions of what was left out missed. Where labels were learned transformed, misses are those of transformed labels.
 *
 * @param folds k
 * @param seed of the folds; one more is added to it, so that they are not those that chose lambda
 * @param sameUnits whether labels of all tasks are in one unit, so that a task with few of them may borrow from the others
 */
public record Calibration(int folds, Folding folding, long seed, boolean sameUnits) {
    /** Folds when nothing is said. */
    public static final int USUAL_FOLDS = 10;

    /** On random folds. */
    public Calibration(int folds, long seed, boolean sameUnits) {
        this(folds, Folding.random(), seed, sameUnits);
    }

    /** What labels were left out by, in words. */
    public String words() {
        return folding.equals(Folding.random()) ? folds + " folds" : folding.name(folds);
    }

    /**
     * The same model with what was found out: intervals for tasks with numbers, probabilities for tasks with classes, and the
     * Gaussian-process view where the trainer has one.
     *
     * @param content what the trainer made of all data
     * @param data labels as the losses read them
     * @param listener hears of every fold that is done
     */
    public ModelFile.Content of(
            ModelFile.Content content,
            Trainer<? extends Model> trainer,
            Dataset data,
            CrossValidation.Listener listener) {
        Model model = content.model();
        Uncertainty found = trainer instanceof TransformedTrainer<?> transformed
                ? found(TransformedTrainer.plain(model), transformed.trainer(), transformed.learned(data), listener)
                : found(model, trainer, data, listener);
        Model noted = model.withInfo(model.info().withParameter(ModelInfo.CALIBRATED, words()));
        return new ModelFile.Content(noted, found, content.stability(), content.moments());
    }

    private Uncertainty found(
            Model model, Trainer<? extends Model> trainer, Dataset data, CrossValidation.Listener listener) {
        double[] predictions = OutOfFold.predictions(trainer, data, folding.inner(data, folds, seed + 1), listener);
        return new Uncertainty(
                errors(data, predictions, sameUnits),
                posterior(trainer, model.info().prepared(Preparation.prepared(data)), model)
                        .map(p -> NoiseLevel.estimate(p, model, data, predictions, sameUnits)),
                probabilities(data, predictions));
    }

    /**
     * The same from predictions of held-out labels that are there already, as a comparison has them; without the Gaussian-process view,
     * which a trainer gives.
     *
     * @param data labels in their own units, however they were learned
     * @param predictions one for each observation, on the scale the model learned, by models that were not trained on it; NaN for those never held
     *     out
     * @param words how labels were held out
     */
    public static ModelFile.Content of(
            Model model, Dataset data, double[] predictions, boolean sameUnits, String words) {
        data.requireRows("calibration");
        Model noted = model.withInfo(model.info().withParameter(ModelInfo.CALIBRATED, words));
        Dataset learned =
                LearnedScale.of(model).map(scale -> scale.labels(data)).orElse(data);
        return new ModelFile.Content(
                noted,
                new Uncertainty(
                        errors(learned, predictions, sameUnits),
                        Optional.empty(),
                        probabilities(learned, predictions)));
    }

    /** Whether a task has errors enough of its own for a level. */
    public static boolean enough(HeldOutErrors errors, double level, int task) {
        return Conformal.enough(errors, level, task);
    }

    private static Optional<HeldOutErrors> errors(Dataset data, double[] predictions, boolean sameUnits) {
        return kind(data, false).map(numbers -> Conformal.errors(data, only(data, predictions, numbers), sameUnits));
    }

    private static Optional<Probabilities> probabilities(Dataset data, double[] predictions) {
        return kind(data, true).map(classes -> Calibrators.fit(data, only(data, predictions, classes)));
    }

    private static Optional<Posterior> posterior(Trainer<? extends Model> trainer, Dataset data, Model model) {
        if (trainer instanceof CoregionTrainer several && model instanceof KernelSumModel sum) {
            return GaussianProcess.posterior(several, data, sum);
        }
        return trainer instanceof ConvexTrainer convex
                ? GaussianProcess.posterior(convex, data, model)
                : Optional.empty();
    }

    /** The tasks with classes, or those with numbers, if there are any. */
    private static Optional<BitSet> kind(Dataset data, boolean classes) {
        BitSet tasks = new BitSet();
        for (int t = 0; t < data.taskCount(); t++) {
            tasks.set(t, data.hasClasses(t) == classes);
        }
        return tasks.isEmpty() ? Optional.empty() : Optional.of(tasks);
    }

    /** Predictions of these tasks, NaN for those of the others. */
    private static double[] only(Dataset data, double[] predictions, BitSet tasks) {
        return IntStream.range(0, predictions.length)
                .mapToDouble(o -> tasks.get(data.task(o)) ? predictions[o] : Double.NaN)
                .toArray();
    }
}
