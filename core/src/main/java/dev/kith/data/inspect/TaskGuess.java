package dev.kith.data.inspect;

import dev.kith.data.inspect.Inspection.Kind;
import dev.kith.data.inspect.words.NameHints;
import dev.kith.text.Words;
import java.util.Arrays;
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

    /** Blocks of rows, but for a few groups that come twice. */
    private static final double NEARLY = 1.05;

    /** Rows of a group that are few for a task of its own. */
    private static final int FEW = 6;

    private static final int MOST_LOOKED_AT = 8;
    private static final int FEWEST_NUMBERS = 10;

    private final List<Sampled> columns;
    private final @Nullable Sampled target;
    private final String table;

    private TaskGuess(List<Sampled> columns, @Nullable Sampled target, String table) {
        this.columns = columns;
        this.target = target;
        this.table = table;
    }

    /**
     * @param columns those that may be the task or say what tasks are like
     * @param target what is to be predicted, where that is known
     * @param table what the table is called
     */
    static Optional<Candidate> of(List<Sampled> columns, @Nullable Sampled target, String table) {
        return new TaskGuess(columns, target, table).best();
    }

    private Optional<Candidate> best() {
        List<Sampled> possible = columns.stream()
                .filter(column -> column != target && possible(column))
                .toList();
        return Candidate.best(
                possible.stream()
                        .map(column -> weigh(column)
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

    private Candidate weigh(Sampled column) {
        String name = column.name();
        long levels = column.column().distinct();
        double perLevel = (double) column.scan().rows() / levels;
        boolean text = column.column().kind() == Kind.CATEGORY || column.quoted();
        boolean group = NameHints.group(name);
        boolean key = NameHints.key(name);
        boolean blocks = column.scan().runs() <= NEARLY * levels && levels > 2;
        long properties = Layout.properties(column, columns);
        boolean codes = blocks || properties > 0 || rough(column);
        boolean last = columns.indexOf(column) == columns.size() - 1;
        Candidate candidate = new Candidate(column)
                .when(
                        true,
                        0,
                        Words.count(levels, "value") + ", about " + Words.count(Math.round(perLevel), "row") + " each")
                .when(group, 3, "named like a group")
                .when(key && !group, 2, "named like a key")
                .when(NameHints.about(name, table), 1.5, "called like the table")
                .when(text, 1, "")
                .when(blocks, text || group || key ? 2 : 1.5, "rows stand in blocks")
                .when(properties > 0 && (blocks || group || key), 1, said(properties))
                .when(followed(column), 1, "")
                .when(columns.indexOf(column) == 0, 0.5, "")
                .when(levels == 2, -2.5, "")
                .when(levels == 3 || levels == 4, -0.75, "")
                .when(perLevel >= 3 && perLevel < FEW, -0.5, "")
                .when(perLevel < 3, -2, "")
                .when(NameHints.time(name), -3, "")
                .when(!text && !codes, -1.5, "")
                .when(!group && !key && NameHints.given(name), -1.5, "")
                .when(!group && !key && last && text, -1.5, "")
                .when(NameHints.label(name), -1.5, "")
                .when(!key && !text && Layout.designed(column) && !blocks && !group, -1, "");
        return explaining(candidate);
    }

    private static String said(long properties) {
        return Words.count(properties, "other column") + (properties == 1 ? " is" : " are") + " the same within each";
    }

    /** Whether each of them is seen at several times, or under several numbers that somebody chose. */
    private boolean followed(Sampled column) {
        return columns.stream()
                .filter(c -> c.numeric() && (NameHints.time(c.name()) || Layout.designed(c)))
                .anyMatch(c -> Layout.tellsApart(column, c));
    }

    private Candidate explaining(Candidate candidate) {
        Sampled column = candidate.column();
        if (target != null && target.numeric() && target != column) {
            double share = beyondLine(target, column);
            candidate.when(
                    share >= 0.1, Math.min(2, 4 * share), "explains " + Words.percent(share) + " of " + target.name());
        }
        return candidate;
    }

    /** Whether whole numbers are codes: they explain of some other numbers what no smooth curve through them does. */
    private boolean rough(Sampled column) {
        return column.numeric()
                && column.levels() > ROWS
                && ROWS * column.levels() <= column.present()
                && columns.stream()
                        .filter(c -> c != column && c.numeric() && c.levels() >= FEWEST_NUMBERS)
                        .limit(MOST_LOOKED_AT)
                        .anyMatch(c -> beyondCurve(c, column) >= 0.04);
    }

    /** What the levels of a column explain of the target that a cubic in its numbers does not. */
    private static double beyondCurve(Sampled target, Sampled column) {
        double share = Grouping.share(target.numbers(), column.codes(), column.levels());
        int[] rows = Ranks.both(target.numbers(), column.numbers());
        double[] y = Ranks.of(target.numbers(), rows);
        double[] x = Ranks.ranks(Ranks.of(column.numbers(), rows));
        double middle = Arrays.stream(x).average().orElse(0);
        double[] line = Arrays.stream(x)
                .map(v -> (v - middle) / Math.max(1, rows.length))
                .toArray();
        LeastSquares fit = LeastSquares.of(
                y,
                line,
                Arrays.stream(line).map(v -> v * v).toArray(),
                Arrays.stream(line).map(v -> v * v * v).toArray());
        double all = Leaks.variance(y);
        return all > 0 ? share - (1 - fit.deviation() * fit.deviation() / all) : 0;
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
