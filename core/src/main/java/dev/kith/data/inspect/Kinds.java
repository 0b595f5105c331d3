package dev.kith.data.inspect;

import dev.kith.data.date.Dates;
import dev.kith.data.inspect.Inspection.Column;
import dev.kith.data.inspect.Inspection.Kind;
import dev.kith.data.inspect.scan.CellKind;
import dev.kith.data.inspect.scan.ColumnScan;
import dev.kith.text.Words;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What a column is, from what its cells look like. */
final class Kinds {
    /** A column is one of numbers if so many of its values are; the rest are then mistakes. */
    static final double MOSTLY = 0.9;

    private static final int EXAMPLES = 4;
    private static final int LONGEST_KEY = 40;

    private Kinds() {}

    /** @param numbers the numbers of the column in a sample of rows, sorted, for quartiles */
    static Column column(ColumnScan scan, double[] numbers) {
        Kind kind = kind(scan);
        boolean numeric = kind.numeric();
        return new Column(
                scan.name(),
                kind,
                detail(scan, kind),
                scan.missing(),
                List.copyOf(scan.spelled().keySet()),
                scan.distinct(),
                scan.more(),
                numeric ? number(scan.low()) : extreme(scan, kind, false),
                numeric ? number(scan.high()) : extreme(scan, kind, true),
                numeric && numbers.length > 0
                        ? List.of(quantile(numbers, 0.25), quantile(numbers, 0.5), quantile(numbers, 0.75))
                        : List.of(),
                examples(scan));
    }

    static Kind kind(ColumnScan scan) {
        long present = scan.rows() - scan.missing();
        if (present == 0) {
            return Kind.EMPTY;
        }
        if (scan.dates() != 0 && (scan.count(CellKind.INTEGER) == 0 || scan.distinct() > 1)) {
            return Kind.DATE;
        }
        if (scan.count(CellKind.BOOLEAN) == present && scan.distinct() <= 2) {
            return Kind.BOOLEAN;
        }
        if (numbers(scan, present)) {
            boolean zeroOne = scan.distinct() == 2 && scan.low() == 0 && scan.high() == 1;
            return scan.count(CellKind.INTEGER) < present ? Kind.NUMBER : zeroOne ? Kind.BOOLEAN : Kind.INTEGER;
        }
        return text(scan, present);
    }

    private static boolean numbers(ColumnScan scan, long present) {
        long numeric = 0;
        for (CellKind kind : CellKind.values()) {
            numeric += kind.numeric() ? scan.count(kind) : 0;
        }
        return numeric >= MOSTLY * present;
    }

    private static Kind text(ColumnScan scan, long present) {
        boolean unique = scan.distinct() == present || scan.more();
        boolean words = scan.longest() > LONGEST_KEY || scan.blanks() > scan.distinct() / 2;
        if (unique && present > 2) {
            return words ? Kind.TEXT : Kind.ID;
        }
        return words && scan.distinct() > present / 2 ? Kind.TEXT : Kind.CATEGORY;
    }

    private static String detail(ColumnScan scan, Kind kind) {
        if (kind == Kind.DATE) {
            return Dates.name(scan.dates());
        }
        return kind.numeric() ? scan.form().unit() : "";
    }

    private static String extreme(ColumnScan scan, Kind kind, boolean last) {
        Comparator<String> order = kind == Kind.DATE
                ? Comparator.comparing(text -> Dates.sortable(scan.dates(), text))
                : Comparator.naturalOrder();
        return scan.values().keySet().stream()
                .min(last ? order.reversed() : order)
                .map(Words::shortened)
                .orElse("");
    }

    /** A number with all its digits, unless they are many. */
    static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e9
                ? Long.toString((long) value)
                : Math.abs(value) >= 1e-3 && Math.abs(value) < 1e6
                        ? String.valueOf(Double.parseDouble(String.format(java.util.Locale.ROOT, "%.5g", value)))
                        : Words.number(value);
    }

    private static double quantile(double[] sorted, double level) {
        return sorted[(int) Math.round(level * (sorted.length - 1))];
    }

    private static List<String> examples(ColumnScan scan) {
        return scan.values().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(EXAMPLES)
                .map(entry -> Words.shortened(entry.getKey()))
                .toList();
    }
}
