package dev.kith.cli;

import dev.kith.data.DataException;
import dev.kith.model.HeldOutErrors;
import dev.kith.model.Model;
import dev.kith.model.ModelFile;
import dev.kith.model.ModelInfo;
import dev.kith.model.Posterior;
import dev.kith.select.Conformal;
import dev.kith.select.Intervals;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether and how predictions come with the bounds their labels should keep. */
final class IntervalOptions {
    /** How bounds are found. */
    enum By {
        CONFORMAL,
        GP
    }

    @Option(
            names = "--interval",
            paramLabel = "LEVEL",
            description = "Also give bounds that labels of new rows keep with this probability, for example 0.9; for"
                    + " models fitted with --calibrate.")
    private @Nullable Double level;

    @Option(
            names = "--interval-by",
            paramLabel = "conformal|gp",
            description = "With --interval: from the errors on held-out labels, whatever their distribution, or by the"
                    + " Gaussian-process view of squared-loss fits, wider where a task knows less. Default: conformal"
                    + " where there are held-out labels enough, else gp.")
    private @Nullable By by;

    @Option(
            names = "--joint",
            description = "With --interval: bounds that the labels of all tasks of a row keep together.")
    private boolean joint;

    /** Intervals and how they were found, in a sentence. */
    record Bounds(Intervals intervals, String words) {}

    /** Says what is wrong before anything is read. */
    void check() {
        if (level != null && !(level > 0 && level < 1)) {
            throw new UsageException("--interval must be a number > 0 and < 1, got " + level);
        }
        if (joint && level == null) {
            throw new UsageException("--joint is for --interval: give that too");
        }
        if (by != null && level == null) {
            throw new UsageException("--interval-by is for --interval: give that too");
        }
    }

    /** The intervals asked for, if any. */
    Optional<Bounds> of(ModelFile.Content content, boolean wide) {
        if (level == null) {
            return Optional.empty();
        }
        ModelInfo info = content.model().info();
        if (IntStream.range(0, info.tasks().size()).allMatch(info::hasClasses)) {
            throw new DataException("--interval is for numbers; this model predicts classes");
        }
        if (joint && !wide) {
            throw new UsageException("--joint is for rows with all tasks: predict --all-tasks");
        }
        HeldOutErrors errors = content.uncertainty()
                .errors()
                .orElseThrow(() -> new DataException("the model does not know how far its predictions miss: "
                        + (info.adapted()
                                ? "tasks joined it after its fit, which calibrates nothing; fit all tasks together"
                                        + " with --calibrate"
                                : "fit it again with --calibrate")));
        Optional<Posterior> posterior = content.uncertainty().posterior();
        boolean enough = Conformal.possible(errors, level, joint);
        if (by == By.GP || (by == null && !enough && posterior.isPresent())) {
            return Optional.of(gaussian(content.model(), posterior, level));
        }
        return Optional.of(conformal(content.model(), errors, level));
    }

    private Bounds gaussian(Model model, Optional<Posterior> known, double wanted) {
        Posterior posterior = known.orElseThrow(() -> new DataException("the model has no Gaussian-process view: that"
                + " is for the squared loss with a structure, and not too many weights or rows; use --interval-by"
                + " conformal"));
        return new Bounds(
                joint
                        ? Intervals.jointGaussian(posterior, model, wanted)
                        : Intervals.gaussian(posterior, model, wanted),
                start(wanted) + "by the Gaussian-process view"
                        + (joint ? ", of all tasks of a row together (Bonferroni)." : "."));
    }

    private Bounds conformal(Model model, HeldOutErrors errors, double wanted) {
        if (joint) {
            return new Bounds(
                    Intervals.jointConformal(errors, wanted),
                    start(wanted) + "by conformal prediction, of all tasks of a row together, from "
                            + Terminal.count(errors.joint().count(), "held-out row") + ".");
        }
        int tasks = errors.tasks().size();
        long borrow = IntStream.range(0, tasks)
                .filter(t -> !model.info().hasClasses(t) && !Conformal.enough(errors, wanted, t))
                .count();
        int labels = errors.tasks().stream().mapToInt(table -> table.count()).sum();
        return new Bounds(
                Intervals.conformal(errors, model.structure(), wanted),
                start(wanted) + "by conformal prediction, from " + Terminal.count(labels, "held-out label")
                        + (borrow == 0 || tasks == 1
                                ? "."
                                : "; " + borrow + " of " + Terminal.count(tasks, "task")
                                        + " with few of them borrow from tasks like them."));
    }

    private static String start(double level) {
        return "Intervals: " + Terminal.number(100 * level) + "% ";
    }
}
