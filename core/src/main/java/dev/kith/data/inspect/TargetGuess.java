package dev.kith.data.inspect;

import dev.kith.data.inspect.Inspection.Kind;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which column may be what is to be predicted. */
final class TargetGuess {
    private static final double LEAST = 0.5;

    static final double SURE = 4;

    /** More classes than this are no label. */
    private static final int MOST_CLASSES = 20;

    private TargetGuess() {}

    /** @param task the column of tasks, where there is one: what is the same in all rows of a task is no target */
    static Optional<Candidate> of(List<Sampled> columns, @Nullable Sampled task) {
        List<Sampled> possible =
                columns.stream().filter(column -> possible(column, task)).toList();
        return Candidate.best(
                possible.stream()
                        .map(column -> weigh(column, possible.indexOf(column), possible.size()))
                        .toList(),
                LEAST);
    }

    /** Whether a label is one of several classes: a text, or a small whole number that is called a label. */
    static boolean severalClasses(Sampled target) {
        Kind kind = target.column().kind();
        long levels = target.column().distinct();
        boolean called = NameHints.words(target.name()).contains("label");
        return levels > 2 && (kind == Kind.CATEGORY || (kind == Kind.INTEGER && called && levels <= MOST_CLASSES));
    }

    private static boolean possible(Sampled column, @Nullable Sampled task) {
        Kind kind = column.column().kind();
        long levels = column.column().distinct();
        return column != task
                && levels >= 2
                && (kind.numeric() || kind == Kind.BOOLEAN || (kind == Kind.CATEGORY && levels <= MOST_CLASSES))
                && !NameHints.key(column.name())
                && !(NameHints.time(column.name()) && !NameHints.label(column.name()))
                && (task == null || !Grouping.constantWithin(column.codes(), task.codes(), task.levels()));
    }

    private static Candidate weigh(Sampled column, int place, int of) {
        String name = column.name();
        Kind kind = column.column().kind();
        List<String> words = NameHints.words(name);
        boolean named = NameHints.label(name);
        return new Candidate(column)
                .when(named, 3, "named like a label")
                .when(NameHints.labelAlone(name), 0.5, "")
                .when(words.contains("y") || words.contains("target") || words.contains("label"), 1, "")
                .when(place == of - 1, 1, "the last column that could be one")
                .when(place == 0, 0.5, place == of - 1 ? "" : "the first column that could be one")
                .when(kind == Kind.NUMBER, 0.75, "")
                .when(kind.numeric() && column.column().distinct() > 10, 0.75, "")
                .when(kind == Kind.CATEGORY, -1.5, "")
                .when(kind == Kind.BOOLEAN, -0.5, "")
                .when(2 * column.column().missing() > column.scan().rows(), -1, "");
    }
}
