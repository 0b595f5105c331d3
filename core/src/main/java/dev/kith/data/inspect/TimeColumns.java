package dev.kith.data.inspect;

import dev.kith.data.Format;
import dev.kith.data.date.Dates;
import dev.kith.data.inspect.scan.Cell;
import dev.kith.data.inspect.scan.CellKind;
import dev.kith.data.layout.Reading;
import dev.kith.data.read.FileBytes;
import dev.kith.data.read.NumberForm;
import dev.kith.data.read.csv.CsvLines;
import dev.kith.data.table.Tables;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which columns of a file say when a row was, as far as its first rows tell. */
final class TimeColumns {
    /** Rows that are looked at. */
    private static final int ROWS = 1_000;

    private static final Pattern YEAR = Pattern.compile("(.*[^a-z])?(year|yr)([^a-z].*)?");
    private static final double FIRST_YEAR = 1500;
    private static final double LAST_YEAR = 2200;

    private TimeColumns() {}

    /** Columns of dates, then columns of years that are called so. */
    static List<String> of(Path file, Reading reading) {
        String name = FileBytes.name(file);
        if (Format.of(name) == Format.LIBSVM) {
            return List.of();
        }
        Path text = Tables.text(file);
        boolean converted = !text.equals(file);
        try (FileBytes bytes = FileBytes.open(text);
                CsvLines lines = CsvLines.open(
                        name,
                        converted ? Format.CSV : Format.of(name),
                        converted ? Reading.AUTO : reading,
                        bytes.stream())) {
            return found(lines);
        }
    }

    private static List<String> found(CsvLines lines) {
        List<Seen> columns = lines.header().stream().map(Seen::new).toList();
        for (int row = 0; row < ROWS && lines.next(); row++) {
            for (int j = 0; j < columns.size(); j++) {
                columns.get(j)
                        .add(
                                new String(lines.chars(), lines.from(j), lines.to(j) - lines.from(j)),
                                lines.dialect().form(j));
            }
        }
        return Stream.concat(
                        columns.stream().filter(Seen::dates),
                        columns.stream().filter(column -> !column.dates() && column.years()))
                .map(column -> column.name)
                .toList();
    }

    /** A column so far. */
    private static final class Seen {
        private final String name;
        private final Set<String> texts = new HashSet<>();
        private int ways;
        private boolean years;

        Seen(String name) {
            this.name = name;
            this.years = YEAR.matcher(name.toLowerCase(Locale.ROOT)).matches();
        }

        void add(String text, NumberForm form) {
            Cell cell = Cell.of(text.trim(), form);
            if (cell.kind() == CellKind.MISSING || (ways == 0 && !years && !texts.isEmpty())) {
                return;
            }
            ways = texts.isEmpty() ? cell.dates() : Dates.common(ways, cell.dates());
            years &= cell.value() == Math.rint(cell.value()) && cell.value() >= FIRST_YEAR && cell.value() < LAST_YEAR;
            texts.add(text);
        }

        boolean dates() {
            return texts.size() > 1 && ways != 0 && !Dates.clock(ways);
        }

        boolean years() {
            return texts.size() > 1 && years;
        }
    }
}
