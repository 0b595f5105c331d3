package dev.kith.cli;

import dev.kith.cli.Method.Setup;
import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.GaussianProcess;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Trainer;
import dev.kith.model.Uncertainty;
import dev.kith.select.Calibrators;
import dev.kith.select.Conformal;
import dev.kith.select.NoiseLevel;
import dev.kith.select.OutOfFold;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** Whether a fit also finds out how far its predictions can be trusted. */
final class CalibrationOptions {
    static final int USUAL_FOLDS = 10;

    @Option(
            names = "--calibrate",
            description = "Train again without each of 10 folds (or --folds), predict what was left out, and save with"
                    + " the model how far that missed: predict then gives --interval, and probabilities for every"
                    + " loss.")
    private boolean calibrate;

    boolean wanted() {
        return calibrate;
    }

    /** What a model says of its calibration among its parameters. */
    Map<String, String> recorded(Map<String, String> others, int folds) {
        Map<String, String> recorded = new TreeMap<>(others);
        if (calibrate) {
            recorded.put(ModelInfo.CALIBRATED, folds + " folds");
        }
        return recorded;
    }

    Uncertainty uncertainty(
            Trainer<? extends Model> trainer,
            Model model,
            Setup setup,
            Dataset data,
            int folds,
            long seed,
            Terminal terminal) {
        if (!calibrate) {
            return Uncertainty.none();
        }
        double[] predictions = OutOfFold.predictions(
                trainer,
                data,
                folds,
                seed + 1, // not the folds that chose lambda
                (done, of) -> terminal.progress("calibrating: fold " + done + " of " + of + " done"));
        terminal.clear();
        boolean sameUnits = setup.training().targetScale() != TargetScale.TASK;
        Uncertainty found = new Uncertainty(
                kind(data, false).map(numbers -> Conformal.errors(data, only(data, predictions, numbers), sameUnits)),
                trainer instanceof ConvexTrainer convex
                        ? GaussianProcess.posterior(convex, data, model)
                                .map(p -> NoiseLevel.estimate(p, model, data, predictions, sameUnits))
                        : Optional.empty(),
                kind(data, true).map(classes -> Calibrators.fit(data, only(data, predictions, classes))));
        long held = DoubleStream.of(predictions).filter(z -> !Double.isNaN(z)).count();
        terminal.say("Calibrated on " + Terminal.count(held, "held-out label") + " of " + folds + " folds"
                + (found.posterior().isPresent() ? ", with the Gaussian-process view." : "."));
        return found;
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
