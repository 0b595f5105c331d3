package dev.kith.cli.option;

import dev.kith.cli.terminal.UsageException;
import dev.kith.model.Predictions.Scope;
import dev.kith.trust.Predictor;
import dev.kith.trust.Predictor.IntervalSource;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether and how predictions come with the bounds their labels should keep. */
public final class IntervalOptions {
    /** How bounds are found. */
    enum By {
        CONFORMAL(IntervalSource.CONFORMAL),
        GP(IntervalSource.GAUSSIAN_PROCESS);

        private final IntervalSource source;

        By(IntervalSource source) {
            this.source = source;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
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

    /** Says what is wrong before anything is read. */
    public void check() {
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

    /** The predictor with the intervals asked for, if any. */
    public Predictor on(Predictor predictor, Scope scope) {
        if (level == null) {
            return predictor;
        }
        if (joint && scope != Scope.ALL_TASKS) {
            throw new UsageException("--joint is for rows with all tasks: predict --all-tasks");
        }
        if (by == null) {
            return joint ? predictor.jointIntervals(level) : predictor.intervals(level);
        }
        return joint ? predictor.jointIntervals(level, by.source) : predictor.intervals(level, by.source);
    }
}
