package dev.kith.cli.option;

import dev.kith.cli.terminal.ShellWords;
import dev.kith.cli.terminal.StandardInput;
import dev.kith.cli.terminal.UsageException;
import dev.kith.data.Roles;
import dev.kith.data.inspect.Inspect;
import dev.kith.data.layout.Reading;
import dev.kith.data.table.Tables;
import dev.kith.score.Folding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How rows are held out to test and to choose settings. */
final class HoldOutOptions {
    private static final Set<Roles.Part> LABELS =
            Set.of(Roles.Part.TASK, Roles.Part.TARGET, Roles.Part.TARGETS, Roles.Part.CLASSES, Roles.Part.WEIGHT);

    @Option(
            names = "--time",
            paramLabel = "COL",
            description =
                    "Hold rows out forward in time by this column of dates or numbers: every test is of rows later than those"
                            + " learned from, for the choice of settings too. It is no feature unless --features or --date names it.")
    private @Nullable String time;

    @Option(
            names = "--gap",
            paramLabel = "X",
            description = "With --time: how long before a test nothing is learned from, in days for dates, else in the"
                    + " column's numbers. Default 0.")
    private @Nullable Double gap;

    @Option(
            names = "--horizon",
            paramLabel = "X",
            description = "With --time: how long a test is; the last --folds stretches of this length are predicted."
                    + " Default: all rows but the first of --folds + 1 stretches with about as many rows.")
    private @Nullable Double horizon;

    @Option(
            names = "--hold-out-by",
            paramLabel = "COL",
            description = "Hold whole groups of rows out together, those with the same value in this column, for the"
                    + " choice of settings too. It is no feature unless --features or --categorical names it.")
    private @Nullable String group;

    /** What was asked for, as an option. */
    Optional<String> option() {
        return Optional.ofNullable(time != null ? "--time" : group != null ? "--hold-out-by" : null);
    }

    void requireUsed(boolean used) {
        if (option().isPresent() && !used) {
            throw new UsageException(
                    option().get() + " says how rows are held out to choose settings that are auto or to"
                            + " --calibrate, and nothing is; --drop leaves the column out");
        }
    }

    /** The same roles, the column that decides left out of the features unless it has a part of its own. */
    Roles apart(Roles roles) {
        if (time == null) {
            if (gap != null || horizon != null) {
                throw new UsageException("--gap and --horizon need --time, the column that says when a row was");
            }
            return group == null ? roles : dropped(roles, "--hold-out-by", group);
        }
        if (group != null) {
            throw new UsageException("--time and --hold-out-by are two ways to hold rows out: use one");
        }
        if (gap != null && !(gap >= 0 && gap < Double.POSITIVE_INFINITY)) {
            throw new UsageException("--gap must be a finite number >= 0, got " + gap);
        }
        if (horizon != null && !(horizon > 0 && horizon < Double.POSITIVE_INFINITY)) {
            throw new UsageException("--horizon must be a finite number > 0, got " + horizon);
        }
        return dropped(roles, "--time", time);
    }

    private static Roles dropped(Roles roles, String option, String column) {
        for (Map.Entry<Roles.Part, List<String>> part : roles.parts().entrySet()) {
            if (part.getValue().contains(column)) {
                if (LABELS.contains(part.getKey())) {
                    throw new UsageException(option + " must be another column than --" + part.getKey() + ", got '"
                            + column + "' for both");
                }
                return roles;
            }
        }
        List<String> dropped = new ArrayList<>(roles.columns(Roles.Part.DROP));
        dropped.add(column);
        return roles.with(Roles.Part.DROP, dropped);
    }

    /** What a reader of the result must know where rows have dates and are held out at random. */
    Optional<String> warning(Path file, Reading reading, Set<String> labels) {
        if (option().isPresent() || file.toString().equals(StandardInput.MARK)) {
            return Optional.empty();
        }
        return Inspect.timeColumns(file, reading).stream()
                .filter(column -> !labels.contains(column))
                .findFirst()
                .map(column -> "Column '" + column
                        + "' says when a row was, and rows were held out at random: if later rows are to be"
                        + " predicted this may mislead, and --time " + ShellWords.of(List.of(column)) + " tests that.");
    }

    Folding folding(Path file, Reading reading) {
        if (option().isEmpty()) {
            return Folding.random();
        }
        if (file.toString().equals(StandardInput.MARK)) {
            throw new UsageException(option().get() + " reads its column apart from the others: name a file, not -");
        }
        if (time == null) {
            String column = Objects.requireNonNull(group);
            return Folding.together(column, Tables.read(file, reading).column(column));
        }
        return Folding.forward(
                time,
                Tables.read(file, reading).column(time),
                gap == null ? 0 : gap,
                horizon == null ? OptionalDouble.empty() : OptionalDouble.of(horizon));
    }
}
