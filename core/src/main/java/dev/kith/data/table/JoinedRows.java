package dev.kith.data.table;

import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.Names;
import dev.kith.data.layout.Reading;
import dev.kith.data.read.FileBytes;
import dev.kith.data.read.Formulas;
import dev.kith.data.read.csv.CsvLines;
import dev.kith.data.read.csv.Dialect;
import dev.kith.data.read.csv.RawRecords;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes the rows of a table, letter for letter as they stand there, with the cells of their tasks behind them. */
final class JoinedRows {
    private final String name;
    private final Path file;
    private final Format format;
    private final Reading reading;
    private final String taskColumn;
    private final TaskTable table;
    private final Set<String> tasks = new LinkedHashSet<>();

    /** @param file a table that Kith reads itself */
    JoinedRows(String name, Path file, Format format, Reading reading, String taskColumn, TaskTable table) {
        if (format == Format.LIBSVM) {
            throw new DataException(
                    name + ": a LIBSVM file has no column of tasks, by which " + table.name() + " could be joined");
        }
        this.name = name;
        this.file = file;
        this.format = format;
        this.reading = reading;
        this.taskColumn = taskColumn;
        this.table = table;
    }

    Joined writeTo(Path to) {
        char separator;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to), 1 << 16);
                FileBytes raw = FileBytes.open(file);
                FileBytes bytes = FileBytes.open(file);
                CsvLines lines = CsvLines.open(name, format, reading.telling(line -> {}), bytes.stream())) {
            separator = copy(RawRecords.open(name, format, reading, raw.stream()), lines, out);
        } catch (IOException e) {
            throw PrivateFiles.noRoom(name, e);
        }
        List<String> lacking = tasks.stream().filter(task -> !table.has(task)).toList();
        if (!tasks.isEmpty() && lacking.size() == tasks.size()) {
            throw new DataException(table.name() + ": has none of the tasks of " + name + ": column '" + taskColumn
                    + "' has " + Names.some(table.tasks()) + " here and " + Names.some(tasks) + " there");
        }
        return new Joined(to, reading.copied(separator), table.columns(), tasks.size(), lacking);
    }

    private char copy(RawRecords records, CsvLines lines, OutputStream out) throws IOException {
        int task = taskPlace(lines);
        Dialect dialect = lines.dialect();
        char separator = records.separator();
        records.next();
        records.writeTo(out, end(table.columns().stream().map(Formulas::guard).toList(), dialect, separator));
        while (records.next()) {
            if (!lines.next()) {
                throw new DataException(name + ": has changed since it was first read; start again");
            }
            String one = lines.bad() == null
                    ? Formulas.unguard(lines.text(task))
                    : ""; // a bad row is for the reader to judge
            if (!one.isBlank()) {
                tasks.add(one);
            }
            List<String> cells = table.of(one).stream()
                    .map(cell -> cell.number()
                            .map(number -> written(number, dialect.decimal()))
                            .orElse(cell.text()))
                    .toList();
            records.writeTo(out, end(cells, dialect, separator));
        }
        if (lines.next()) {
            throw new DataException(name + ": has changed since it was first read; start again");
        }
        return separator;
    }

    private int taskPlace(CsvLines lines) {
        List<String> header = lines.header();
        int task = header.indexOf(taskColumn);
        if (task < 0) {
            throw new DataException(name + ": " + Names.unknown("column", taskColumn, header) + "; by it "
                    + table.name() + " is joined");
        }
        List<String> both = table.columns().stream()
                .filter(header::contains)
                .map(one -> "'" + one + "'")
                .toList();
        if (!both.isEmpty()) {
            throw new DataException(table.name() + ": " + (both.size() == 1 ? "column " : "columns ")
                    + String.join(", ", both) + (both.size() == 1 ? " is" : " are") + " also in " + name
                    + ": rename or leave out one of them, beside '" + taskColumn
                    + "' the two tables must have different columns");
        }
        return task;
    }

    /** What stands behind a record, in the letters of its file; a separator that ends every line is the first. */
    private static byte[] end(List<String> cells, Dialect dialect, char separator) {
        String text = cells.stream().map(cell -> quoted(cell, separator)).collect(Collectors.joining("" + separator));
        return ((dialect.trailing() ? "" : "" + separator) + text).getBytes(StandardCharsets.UTF_8);
    }

    private static String quoted(String cell, char separator) {
        boolean plain = cell.isEmpty()
                ? separator != ' '
                : cell.indexOf(separator) < 0
                        && cell.chars().noneMatch(c -> c == '"' || c == '\n' || c == '\r')
                        && cell.equals(cell.strip());
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    /** A number as its new neighbours are written. */
    private static String written(double number, char decimal) {
        String text = number == Math.rint(number) && Math.abs(number) < 1L << 53
                ? Long.toString((long) number)
                : Double.toString(number);
        return text.replace('.', decimal);
    }
}
