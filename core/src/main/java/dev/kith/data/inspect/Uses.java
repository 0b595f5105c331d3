package dev.kith.data.inspect;

import dev.kith.data.Roles;
import dev.kith.data.date.Dates;
import dev.kith.data.inspect.Inspection.Column;
import dev.kith.data.inspect.Inspection.Guess;
import dev.kith.data.inspect.Inspection.Kind;
import dev.kith.data.inspect.Inspection.Part;
import dev.kith.data.inspect.scan.CellKind;
import dev.kith.data.inspect.words.NameHints;
import dev.kith.data.inspect.words.Scales;
import dev.kith.text.Words;
import java.util.List;
import java.util.Optional;

/** What a column without a part is good for, with readers that take numbers, yes and no, dates and texts whose values come back; cells may be missing. */
final class Uses {
    private static final int FEWEST_RISING = 30;
    private static final String KEEP = "--keep";

    private final long most;
    private final long rows;
    private final long bad;

    /**
     * @param most values of a text that becomes one feature for each; those of one with more are drawn together
     * @param bad rows that may be left out because a number in them is none
     */
    Uses(int most, long rows, long bad) {
        this.most = most;
        this.bad = bad;
        this.rows = rows;
    }

    /** Empty where the column is one of plain numbers, and needs no guess. */
    Optional<Guess> of(Sampled column) {
        Column c = column.column();
        if (c.kind() == Kind.EMPTY) {
            return Optional.of(dropped(c, Part.UNREADABLE, "no values"));
        }
        if (c.distinct() == 1 && c.missing() == 0) {
            return Optional.of(dropped(c, Part.CONSTANT, "the same value in all rows"));
        }
        return switch (c.kind()) {
            case DATE -> Optional.of(date(column));
            case TEXT -> Optional.of(dropped(c, Part.TEXT, distinct(c) + ", mostly several words"));
            case ID ->
                Optional.of(new Guess(
                        c.name(),
                        Part.ID,
                        Roles.Part.ID,
                        true,
                        "a text that differs in every row",
                        "--drop, --categorical"));
            case CATEGORY -> Optional.of(category(column));
            default -> number(column);
        };
    }

    private static Guess dropped(Column column, Part part, String reason) {
        String option = part == Part.TEXT ? "--categorical" : KEEP;
        return new Guess(column.name(), part, Roles.Part.DROP, true, reason, option);
    }

    private static String distinct(Column column) {
        return (column.more() ? "more than " : "") + Words.count(column.distinct(), "value");
    }

    /** A date is learned from, once it is known how it is written. */
    static Guess date(Sampled column) {
        Column c = column.column();
        return Dates.ambiguous(column.scan().dates())
                ? new Guess(
                        c.name(),
                        Part.DATE,
                        Roles.Part.DROP,
                        true,
                        "a date, and nothing tells whether " + c.detail(),
                        "--date " + c.name() + ":"
                                + Dates.name(Dates.untimed(column.scan().dates()))
                                        .split(" or ", -1)[0])
                : new Guess(c.name(), Part.DATE, Roles.Part.DATE, true, "written " + c.detail(), "--drop");
    }

    private Guess category(Sampled sampled) {
        Column column = sampled.column();
        boolean many = column.more() || column.distinct() > most;
        Optional<List<String>> order =
                many ? Optional.empty() : Scales.order(sampled.scan().values().keySet());
        String missing = column.missing() > 0 ? ", " + Words.count(column.missing(), "missing cell") : "";
        if (order.isPresent()) {
            return new Guess(
                    column.name(),
                    Part.CATEGORY,
                    Roles.Part.ORDERED,
                    true,
                    String.join(" < ", order.get()) + missing,
                    "--categorical");
        }
        return new Guess(
                column.name(),
                many ? Part.TEXT : Part.CATEGORY,
                Roles.Part.CATEGORICAL,
                true,
                distinct(column) + (many ? ", more than " + most : "") + missing,
                many ? "--drop, --one-hot" : "--drop");
    }

    private Optional<Guess> number(Sampled column) {
        Column c = column.column();
        Optional<String> unread = unread(column);
        if (unread.isPresent() && odd(column) > bad) {
            return Optional.of(dropped(c, Part.UNREADABLE, unread.get()));
        }
        return numericKey(column)
                .map(reason -> new Guess(c.name(), Part.ID, Roles.Part.DROP, c.distinct() == rows, reason, KEEP));
    }

    /** What readers do not take as numbers. */
    static Optional<String> unread(Sampled column) {
        long odd = odd(column);
        return odd > 0 && column.numeric()
                ? Optional.of(Words.count(odd, "cell") + (odd == 1 ? " is no number" : " are no numbers"))
                : Optional.empty();
    }

    private static long odd(Sampled column) {
        return column.scan().rows()
                - column.scan().missing()
                - column.scan().count(CellKind.INTEGER)
                - column.scan().count(CellKind.NUMBER)
                - (column.column().kind() == Kind.BOOLEAN ? column.scan().count(CellKind.BOOLEAN) : 0);
    }

    /** Why a column of whole numbers is a key rather than a quantity. */
    static Optional<String> numericKey(Sampled column) {
        Column c = column.column();
        if (c.kind() != Kind.INTEGER || c.distinct() < 3) {
            return Optional.empty();
        }
        boolean unique = c.distinct() == column.scan().rows() && !c.more();
        boolean counting = unique && column.scan().high() - column.scan().low() == c.distinct() - 1;
        if (counting && !NameHints.time(c.name())) {
            return Optional.of("counts the rows");
        }
        if (unique && rising(column) && !NameHints.label(c.name()) && !NameHints.time(c.name())) {
            return Optional.of("another number in every row, rising");
        }
        if (!NameHints.key(c.name()) && !(unique && NameHints.group(c.name()))) {
            return Optional.empty();
        }
        return Optional.of(
                unique
                        ? "named like a key and different in every row"
                        : "named like a key, " + Words.count(c.distinct(), "number"));
    }

    /** Whether each number is larger than that of the row before, over rows enough not to be an accident. */
    private static boolean rising(Sampled column) {
        double[] numbers = column.numbers();
        for (int i = 1; i < numbers.length; i++) {
            if (!(numbers[i] > numbers[i - 1])) {
                return false;
            }
        }
        return numbers.length >= FEWEST_RISING && column.scan().rows() == numbers.length;
    }
}
