package dev.kith.cli;

import dev.kith.data.DataException;
import dev.kith.model.HeldOutErrors;
import dev.kith.model.ModelFile;
import dev.kith.select.Conformal;
import dev.kith.select.Intervals;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether and how predictions come with the bounds their labels should keep. */
final class IntervalOptions {
    @Option(
            names = "--interval",
            paramLabel = "LEVEL",
            description = "Also give bounds that labels of new rows keep with this probability, for example 0.9; for"
                    + " models fitted with --calibrate.")
    private @Nullable Double level;

    @Option(
            names = "--joint",
            description = "With --interval: bounds that the labels of all tasks of a row keep together.")
    private boolean joint;

    /** Says what is wrong before anything is read. */
    void check() {
        if (level != null && !(level > 0 && level < 1)) {
            throw new UsageException("--interval must be a number > 0 and < 1, got " + level);
        }
        if (joint && level == null) {
            throw new UsageException("--joint is for --interval: give that too");
        }
    }

    /** The intervals asked for, if any. */
    Optional<Intervals> of(ModelFile.Content content, boolean wide) {
        if (level == null) {
            return Optional.empty();
        }
        if (!content.model().info().classes().isEmpty()) {
            throw new DataException("--interval is for numbers; this model predicts classes");
        }
        if (joint && !wide) {
            throw new UsageException("--joint is for rows with all tasks: predict --all-tasks");
        }
        HeldOutErrors errors = errors(content);
        return Optional.of(
                joint
                        ? Intervals.jointConformal(errors, level)
                        : Intervals.conformal(errors, content.model().structure(), level));
    }

    private static HeldOutErrors errors(ModelFile.Content content) {
        return content.uncertainty()
                .errors()
                .orElseThrow(() -> new DataException(
                        "the model does not know how far its predictions miss: fit it" + " again with --calibrate"));
    }

    /** How the intervals were found, in a sentence. */
    Optional<String> describe(ModelFile.Content content) {
        if (level == null) {
            return Optional.empty();
        }
        double wanted = level;
        HeldOutErrors errors = errors(content);
        int tasks = errors.tasks().size();
        long borrow = IntStream.range(0, tasks)
                .filter(t -> !Conformal.enough(errors, wanted, t))
                .count();
        String of = joint
                ? "of all tasks of a row together, from "
                        + Terminal.count(errors.joint().count(), "held-out row")
                : "from "
                        + Terminal.count(
                                errors.tasks().stream()
                                        .mapToInt(table -> table.count())
                                        .sum(),
                                "held-out label")
                        + (borrow == 0 || tasks == 1
                                ? ""
                                : "; " + borrow + " of " + Terminal.count(tasks, "task")
                                        + " with few of them borrow from tasks like them");
        return Optional.of("Intervals: " + Terminal.number(100 * wanted) + "% by conformal prediction, " + of + ".");
    }
}
