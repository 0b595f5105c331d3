package dev.kith.data.inspect;

import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.Names;
import dev.kith.data.Recipe;
import dev.kith.data.Roles;
import dev.kith.data.inspect.scan.ColumnScan;
import dev.kith.data.inspect.scan.TableScan;
import dev.kith.data.layout.Reading;
import dev.kith.data.read.FileBytes;
import dev.kith.data.table.Tables;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Looks at a table before anything is learned from it. One pass, as text, in bounded memory.
 *
 * <pre>{@code
 * Inspection seen = Inspect.file(Path.of("shops.csv")).run();
 * seen.findings();                                               // leaks, forgotten tasks, numbers that are names, ...
 * Dataset shops = Tables.read(Path.of("shops.csv")).dataset(seen.roles());
 * }</pre>
 *
 * Immutable; every method returns a changed copy.
 */
public final class Inspect {
    /** A text with more values is one number, the mean label of the value, and not a feature for each. */
    public static final int MOST_VALUES = Recipe.Category.MOST_VALUES;

    private final Function<Reading, TableBytes> source;
    private final Roles given;
    private final List<String> kept;
    private final Reading reading;

    private record TableBytes(String name, Format format, FileBytes bytes) {}

    private Inspect(Function<Reading, TableBytes> source, Roles given, List<String> kept, Reading reading) {
        this.source = source;
        this.given = given;
        this.kept = kept;
        this.reading = reading;
    }

    /** A file of fields between separators, gzip is recognised; or what a provider of tables reads. */
    public static Inspect file(Path file) {
        String name = FileBytes.name(file);
        return new Inspect(
                reading -> {
                    Path text = Tables.text(file);
                    Format format = text.equals(file) ? Format.of(name) : Format.CSV;
                    return new TableBytes(name, format, FileBytes.open(text, reading.watch()));
                },
                Roles.none(),
                List.of(),
                Reading.AUTO);
    }

    /** Columns that say when a row was, by the first rows of a file: those with dates, then those with years that are called so. */
    public static List<String> timeColumns(Path file) {
        return TimeColumns.of(file, Reading.AUTO);
    }

    /** The same of a file that is read as is said. */
    public static List<String> timeColumns(Path file, Reading reading) {
        return TimeColumns.of(file, reading.telling(line -> {}));
    }

    /**
     * The same of bytes that are read once.
     *
     * @param name what messages call it
     */
    public static Inspect stream(String name, InputStream in) {
        return new Inspect(
                reading -> new TableBytes(name, Format.CSV, FileBytes.of(name, in)),
                Roles.none(),
                List.of(),
                Reading.AUTO);
    }

    /** What is known already; only the rest is guessed. */
    public Inspect given(Roles roles) {
        return new Inspect(source, roles, kept, reading);
    }

    /** Columns to learn from, whatever they look like. */
    public Inspect keep(List<String> columns) {
        return new Inspect(source, given, List.copyOf(columns), reading);
    }

    /** How the table is read, where it is not to be found out. */
    public Inspect reading(Reading how) {
        return new Inspect(source, given, kept, how);
    }

    /**
     * Reads the table.
     *
     * @throws DataException if it cannot be read, has no rows, is a LIBSVM file, or lacks a column that was given
     */
    public Inspection run() {
        TableBytes table = source.apply(reading);
        try (FileBytes bytes = table.bytes()) {
            if (table.format() == Format.LIBSVM) {
                throw new DataException(table.name()
                        + ": a LIBSVM file names its tasks and labels itself, there are no columns to look at");
            }
            String task = given.taskColumn().orElse("");
            TableScan scan = TableScan.of(table.name(), bytes.stream(), table.format(), reading, task);
            check(scan);
            return new Guessing(scan, sampled(scan), given, kept, reading.skipBad()).inspection();
        }
    }

    private void check(TableScan scan) {
        List<String> names = scan.columns().stream().map(ColumnScan::name).toList();
        List<String> named = new ArrayList<>(kept);
        given.parts().forEach((part, columns) -> named.addAll(columns));
        for (String name : named) {
            if (!names.contains(name)) {
                throw new DataException(scan.name() + ": " + Names.unknown("column", name, names));
            }
        }
    }

    private static List<Sampled> sampled(TableScan scan) {
        List<Sampled> columns = new ArrayList<>();
        for (int j = 0; j < scan.columns().size(); j++) {
            ColumnScan column = Objects.requireNonNull(scan.columns().get(j));
            int place = j;
            double[] numbers = scan.sample().stream()
                    .mapToDouble(row -> column.number(row.get(place)))
                    .filter(value -> !Double.isNaN(value))
                    .toArray();
            Arrays.sort(numbers);
            columns.add(new Sampled(
                    Kinds.column(column, numbers),
                    column,
                    scan.sample(),
                    j,
                    scan.dialect().quoted().contains(j)));
        }
        return columns;
    }
}
