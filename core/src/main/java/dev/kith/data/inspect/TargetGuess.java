package dev.kith.data.inspect;

import dev.kith.data.inspect.Inspection.Kind;
import dev.kith.data.inspect.words.NameHints;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which column may be what is to be predicted. */
final class TargetGuess {
    private static final double LEAST = 0.5;

    static final double SURE = 4;

    private static final String FIRST = "the first column that could be one";
    private static final String LAST = "the last column that could be one";

    /** More classes than this are no label. */
    private static final int MOST_CLASSES = 20;

    private TargetGuess() {}

    /**
     * @param task the column of tasks, where there is one: what is the same in all rows of a task is no target
     * @param table what the table is called
     * @param rowNames whether rows have names, as statisticians' tables have, where the label often stands first; in others it stands last
     */
    static Optional<Candidate> of(List<Sampled> columns, @Nullable Sampled task, String table, boolean rowNames) {
        List<Sampled> possible =
                columns.stream().filter(column -> possible(column, task)).toList();
        List<Sampled> measured = possible.stream()
                .filter(column -> NameHints.label(column.name())
                        || !(NameHints.given(column.name()) || NameHints.time(column.name())))
                .filter(column -> !Layout.designed(column))
                .toList();
        boolean sold = possible.stream().anyMatch(column -> column.numeric() && NameHints.sold(column.name()));
        boolean numbers = possible.stream().filter(column -> !column.numeric()).count() == 1;
        return Candidate.best(
                possible.stream()
                        .map(column -> weigh(column, table)
                                .when(measured.indexOf(column) == 0, rowNames ? 1.5 : 0.75, FIRST)
                                .when(measured.indexOf(column) == measured.size() - 1, rowNames ? 1 : 1.5, LAST)
                                .when(sold && NameHints.price(column.name()), -2, "")
                                .when(
                                        numbers && !column.numeric() && possible.indexOf(column) == possible.size() - 1,
                                        2,
                                        ""))
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
                && Uses.numericKey(column).isEmpty()
                && !(NameHints.calendar(column.name()) && !NameHints.label(column.name()))
                && (task == null || !Grouping.constantWithin(column.codes(), task.codes(), task.levels()));
    }

    private static Candidate weigh(Sampled column, String table) {
        String name = column.name();
        Kind kind = column.column().kind();
        boolean label = NameHints.label(name);
        boolean often = !label && NameHints.often(name);
        return new Candidate(column)
                .when(label, 3, "named like a label")
                .when(often, 1.5, "")
                .when(NameHints.labelAlone(name), 0.5, "")
                .when(NameHints.outcome(name), 1, "")
                .when(NameHints.about(name, table), 2, "called like the table")
                .when(!label && (NameHints.given(name) || NameHints.group(name)), -2, "")
                .when(!label && NameHints.time(name), -2, "")
                .when(Layout.designed(column), -2.5, "")
                .when(kind == Kind.NUMBER, 0.75, "")
                .when(kind.numeric() && column.column().distinct() > 10, 0.75, "")
                .when(kind == Kind.CATEGORY, -1, "")
                .when(column.quoted(), -1.5, "")
                .when(kind == Kind.BOOLEAN, -0.5, "")
                .when(2 * column.column().missing() > column.scan().rows(), -1, "");
    }
}
