package dev.kith.cli.option;

import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.TimeLeft;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.score.Folding;
import dev.kith.select.Choice;
import dev.kith.trust.Calibration;
import picocli.CommandLine.Option;

/** Whether a fit also finds out how far its predictions can be trusted. */
public final class CalibrationOptions {
    @Option(
            names = "--calibrate",
            description = "Train again without each of 10 folds (or --folds), predict what was left out, and save with"
                    + " the model how far that missed: predict then gives --interval, and probabilities for every"
                    + " loss.")
    private boolean calibrate;

    public boolean wanted() {
        return calibrate;
    }

    /** The model with what it is worth, where that is wanted. */
    public ModelFile.Content add(
            ModelFile.Content content,
            Trainer<? extends Model> trainer,
            Choice choice,
            Dataset data,
            int folds,
            Folding folding,
            Terminal terminal) {
        if (!calibrate) {
            return content;
        }
        Training training = choice.setup().training();
        Calibration calibration =
                new Calibration(folds, folding, training.seed(), training.targetScale() != TargetScale.TASK);
        terminal.progress("calibrating: training without each of " + folds + " folds...");
        long start = System.nanoTime();
        ModelFile.Content found = calibration.of(
                content,
                trainer,
                data,
                (done, of) -> terminal.progress(
                        "calibrating: fold " + done + " of " + of + " done, " + TimeLeft.text(start, done, of)));
        terminal.clear();
        terminal.say("Calibrated on the labels that " + calibration.words() + " left out"
                + (found.uncertainty().posterior().isPresent() ? ", with the Gaussian-process view." : "."));
        return found;
    }
}
