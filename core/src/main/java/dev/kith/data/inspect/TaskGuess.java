package dev.kith.data.inspect;

import dev.kith.data.inspect.Inspection.Kind;
import dev.kith.text.Words;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which column may say what task a row belongs to. */
final class TaskGuess {
    /** What a column must score to be taken, and to be taken without doubt. */
    private static final double LEAST = 2;

    static final double SURE = 4;

    /** Rows that make a group worth being a task rather than part of one. */
    private static final int ROWS = 5;

    private TaskGuess() {}

    /** @param target what is to be predicted, where that is known */
    static Optional<Candidate> of(List<Sampled> columns, @Nullable Sampled target) {
        List<Sampled> possible = columns.stream().filter(TaskGuess::possible).toList();
        return Candidate.best(
                possible.stream()
                        .map(column -> weigh(column, columns.indexOf(column) == 0, target)
                                .when(possible.stream().anyMatch(finer -> property(column, finer)), -2, ""))
                        .toList(),
                LEAST);
    }

    /** Whether a column is the same in all rows of a group that has a name and rows enough to be the task. */
    private static boolean property(Sampled column, Sampled group) {
        return (NameHints.group(group.name()) || NameHints.key(group.name()))
                && group.levels() > column.levels()
                && ROWS * group.levels() <= group.present()
                && Grouping.constantWithin(column.codes(), group.codes(), group.levels());
    }

    private static boolean possible(Sampled column) {
        Kind kind = column.column().kind();
        long levels = column.column().distinct();
        return (kind == Kind.CATEGORY || kind == Kind.INTEGER)
                && levels >= 2
                && !column.column().more()
                && 2 * levels <= column.scan().rows();
    }

    private static Candidate weigh(Sampled column, boolean first, @Nullable Sampled target) {
        String name = column.name();
        long levels = column.column().distinct();
        double perLevel = (double) column.scan().rows() / levels;
        boolean text = column.column().kind() == Kind.CATEGORY;
        boolean group = NameHints.group(name);
        boolean key = NameHints.key(name);
        boolean blocks = column.scan().runs() == levels && levels > 2;
        Candidate candidate = new Candidate(column)
                .when(
                        true,
                        0,
                        Words.count(levels, "value") + ", about " + Words.count(Math.round(perLevel), "row") + " each")
                .when(group, 3, "named like a group")
                .when(key && !group, 2, "named like a key")
                .when(text, 1, "")
                .when(blocks, text || group || key ? 2 : 1.5, "rows stand in blocks")
                .when(first, 0.5, "")
                .when(levels == 2, -2.5, "")
                .when(levels == 3 || levels == 4, -0.5, "")
                .when(perLevel < 3, -1, "")
                .when(NameHints.time(name), -3, "")
                .when(!text && !group && !key && !blocks, -1.5, "")
                .when(NameHints.label(name), -1.5, "");
        if (target != null && target.numeric() && target != column) {
            double share = beyondLine(target, column);
            candidate.when(
                    share >= 0.1, Math.min(2, 4 * share), "explains " + Words.percent(share) + " of " + target.name());
        }
        return candidate;
    }

    /** What the levels of a column explain of the target that a straight line in its numbers does not. */
    static double beyondLine(Sampled target, Sampled column) {
        double share = Grouping.share(target.numbers(), column.codes(), column.levels());
        if (!column.numeric()) {
            return share;
        }
        int[] rows = Ranks.both(target.numbers(), column.numbers());
        double line = Ranks.correlation(Ranks.of(target.numbers(), rows), Ranks.of(column.numbers(), rows));
        return Math.max(0, share - line * line);
    }
}
