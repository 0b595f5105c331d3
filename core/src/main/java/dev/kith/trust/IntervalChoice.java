package dev.kith.trust;

import dev.kith.data.DataException;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.uncertainty.ErrorTable;
import dev.kith.model.uncertainty.HeldOutErrors;
import dev.kith.model.uncertainty.Posterior;
import dev.kith.text.Words;
import dev.kith.trust.Predictor.IntervalSource;
import dev.kith.trust.spread.Conformal;
import java.util.Optional;
import java.util.stream.IntStream;

/** Intervals at a level, from what a model knows about its errors, and how they were found in a sentence. */
record IntervalChoice(Intervals intervals, boolean joint, double level, String words) {
    static IntervalChoice of(ModelFile.Content content, double level, boolean joint, Optional<IntervalSource> wanted) {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level must be a number > 0 and < 1, got " + level);
        }
        ModelInfo info = content.model().info();
        if (IntStream.range(0, info.tasks().size()).allMatch(info::hasClasses)) {
            throw new DataException("intervals are for numbers; this model predicts classes");
        }
        HeldOutErrors errors = content.uncertainty().errors().orElseThrow(() -> unknown(info));
        Optional<Posterior> posterior = content.uncertainty().posterior();
        boolean fallBack = posterior.isPresent() && !Conformal.possible(errors, level, joint);
        IntervalSource source = wanted.orElse(fallBack ? IntervalSource.GAUSSIAN_PROCESS : IntervalSource.CONFORMAL);
        return source == IntervalSource.GAUSSIAN_PROCESS
                ? gaussian(content.model(), posterior, level, joint)
                : joint ? jointConformal(errors, level) : conformal(content.model(), errors, level);
    }

    private static DataException unknown(ModelInfo info) {
        return new DataException("the model does not know how far its predictions miss: "
                + (info.adapted()
                        ? "it was not calibrated when tasks joined it; fit all tasks together with"
                                + " calibration (kith fit --calibrate)"
                        : "fit it again with calibration (kith fit --calibrate)"));
    }

    private static IntervalChoice gaussian(Model model, Optional<Posterior> known, double level, boolean joint) {
        Posterior posterior = known.orElseThrow(() -> new DataException("the model has no Gaussian-process view: that"
                + " is for the squared loss with a structure, and not too many weights or rows; take conformal"
                + " intervals"));
        return new IntervalChoice(
                joint ? Intervals.jointGaussian(posterior, model, level) : Intervals.gaussian(posterior, model, level),
                joint,
                level,
                start(level) + "by the Gaussian-process view"
                        + (joint ? ", of all tasks of a row together (Bonferroni)." : "."));
    }

    private static IntervalChoice jointConformal(HeldOutErrors errors, double level) {
        return new IntervalChoice(
                Intervals.jointConformal(errors, level),
                true,
                level,
                start(level) + "by conformal prediction, of all tasks of a row together, from "
                        + Words.count(errors.joint().count(), "held-out row") + ".");
    }

    private static IntervalChoice conformal(Model model, HeldOutErrors errors, double level) {
        int tasks = errors.tasks().size();
        long borrow = IntStream.range(0, tasks)
                .filter(t -> !model.info().hasClasses(t) && !Conformal.enough(errors, level, t))
                .count();
        int labels = errors.tasks().stream().mapToInt(ErrorTable::count).sum();
        return new IntervalChoice(
                Intervals.conformal(
                        errors, model.structure(), level, model.info().calibratedTasks()),
                false,
                level,
                start(level) + "by conformal prediction, from " + Words.count(labels, "held-out label")
                        + (borrow == 0 || tasks == 1
                                ? "."
                                : "; " + borrow + " of " + Words.count(tasks, "task")
                                        + " with few of them borrow from tasks like them."));
    }

    private static String start(double level) {
        return "Intervals: " + Words.number(100 * level) + "% ";
    }
}
