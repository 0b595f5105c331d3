package dev.kith.cli;

import dev.kith.cli.Method.Setup;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Uncertainty;
import dev.kith.select.Conformal;
import dev.kith.select.OutOfFold;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** Whether a fit also finds out how far its predictions can be trusted. */
final class CalibrationOptions {
    static final int USUAL_FOLDS = 10;

    private static final String RECORDED = "calibrated";

    @Option(
            names = "--calibrate",
            description = "Train again without each of 10 folds (or --folds), predict what was left out, and save with"
                    + " the model how far that missed: predict then gives --interval.")
    private boolean calibrate;

    boolean wanted() {
        return calibrate;
    }

    /** What a model says of its calibration among its parameters. */
    Map<String, String> recorded(Map<String, String> others, int folds) {
        Map<String, String> recorded = new TreeMap<>(others);
        if (calibrate) {
            recorded.put(RECORDED, folds + " folds");
        }
        return recorded;
    }

    Uncertainty uncertainty(
            Trainer<? extends Model> trainer, Setup setup, Dataset data, int folds, long seed, Terminal terminal) {
        if (!calibrate) {
            return Uncertainty.none();
        }
        if (setup.loss().classification()) {
            throw new UsageException("--calibrate is for numbers; the labels are classes");
        }
        double[] predictions = OutOfFold.predictions(
                trainer,
                data,
                folds,
                seed + 1, // not the folds that chose lambda
                (done, of) -> terminal.progress("calibrating: fold " + done + " of " + of + " done"));
        terminal.clear();
        return new Uncertainty(
                Optional.of(Conformal.errors(data, predictions, setup.options().targetScale() != TargetScale.TASK)));
    }
}
