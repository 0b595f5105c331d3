package dev.kith.data.inspect;

import dev.kith.data.inspect.Inspection.Column;
import dev.kith.data.inspect.scan.CellKind;
import dev.kith.data.inspect.scan.ColumnScan;
import dev.kith.data.read.Doubles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One column of the sample: its values as codes, and as numbers where they are. */
final class Sampled {
    private final Column column;
    private final ColumnScan scan;
    private final int[] codes;
    private final double[] numbers;
    private final int levels;
    private final boolean quoted;

    /** @param quoted whether numbers are in quotes where those of other columns are not */
    Sampled(Column column, ColumnScan scan, List<List<String>> sample, int place, boolean quoted) {
        this.column = column;
        this.scan = scan;
        this.quoted = quoted;
        this.codes = new int[sample.size()];
        this.numbers = new double[sample.size()];
        Map<String, Integer> seen = new HashMap<>();
        Doubles values = new Doubles();
        for (int i = 0; i < codes.length; i++) {
            codes[i] = seen.computeIfAbsent(sample.get(i).get(place), text -> code(text, values));
            numbers[i] = codes[i] < 0 ? Double.NaN : values.get(codes[i]);
        }
        this.levels = (int) values.size();
    }

    private int code(String text, Doubles values) {
        if (scan.cell(text).kind() == CellKind.MISSING) {
            return -1;
        }
        values.add(scan.number(text));
        return (int) values.size() - 1;
    }

    String name() {
        return column.name();
    }

    Column column() {
        return column;
    }

    ColumnScan scan() {
        return scan;
    }

    /** The value in row i, numbered; -1 where it is missing. */
    int code(int i) {
        return codes[i];
    }

    int[] codes() {
        return codes;
    }

    /** The number in row i, NaN where there is none. */
    double number(int i) {
        return numbers[i];
    }

    double[] numbers() {
        return numbers;
    }

    /** Different values in the sample. */
    int levels() {
        return levels;
    }

    int rows() {
        return codes.length;
    }

    /** Rows of the sample that have a value. */
    int present() {
        int present = 0;
        for (int code : codes) {
            present += code >= 0 ? 1 : 0;
        }
        return present;
    }

    /** Whether whoever wrote the file took the numbers for names: they are in quotes, others are not. */
    boolean quoted() {
        return quoted && column.kind() == Inspection.Kind.INTEGER;
    }

    boolean numeric() {
        return column.kind().numeric();
    }
}
