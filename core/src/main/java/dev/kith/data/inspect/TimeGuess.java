package dev.kith.data.inspect;

import dev.kith.data.date.Dates;
import dev.kith.data.inspect.Inspection.Kind;
import dev.kith.data.inspect.words.NameHints;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which column says when a row was, where tasks are followed through the calendar, each seen once at a time: then what comes next is the
 * question, and rows held out at random lie between rows that are known.
 */
final class TimeGuess {
    /** Times that are learned from before the first test. */
    private static final int BEFORE = 2;

    private static final int USUAL_FOLDS = 5;
    private static final int FEWEST_FOLDS = 2;

    private TimeGuess() {}

    /** @param task the column of tasks; where there is none, every row must be of its own time */
    static Optional<Inspection.Time> of(List<Sampled> columns, @Nullable Sampled task) {
        return columns.stream()
                .filter(column -> column != task && calendar(column))
                .filter(column -> column.levels() >= BEFORE + FEWEST_FOLDS)
                .filter(column -> task == null ? column.levels() == column.rows() : Layout.tellsApart(task, column))
                .min(Comparator.comparing((Sampled column) -> column.column().kind() != Kind.DATE))
                .map(column -> time(column, task));
    }

    private static Inspection.Time time(Sampled column, @Nullable Sampled task) {
        int times = column.levels();
        String reason = times + " times, "
                + (task == null ? "a row each" : "each value of '" + task.name() + "' once at a time");
        return new Inspection.Time(column.name(), reason, times, Math.min(USUAL_FOLDS, times - BEFORE), USUAL_FOLDS);
    }

    /** A date, or a number that is called a time of the calendar, or a time that counts periods. */
    private static boolean calendar(Sampled column) {
        if (column.column().missing() > 0) {
            return false;
        }
        if (column.column().kind() == Kind.DATE) {
            int ways = column.scan().dates();
            return !Dates.ambiguous(ways) && !Dates.clock(ways);
        }
        return column.numeric()
                && (NameHints.calendar(column.name())
                        || (NameHints.words(column.name()).equals(List.of("time")) && Layout.consecutive(column)));
    }
}
