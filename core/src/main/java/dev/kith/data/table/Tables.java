package dev.kith.data.table;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.Rows;
import dev.kith.data.Source;
import dev.kith.data.keep.Keep;
import dev.kith.data.layout.Reading;
import dev.kith.data.moments.OnePass;
import dev.kith.data.read.FileBytes;
import dev.kith.data.read.LibsvmRows;
import dev.kith.data.read.csv.CsvRows;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Where tables come from. */
public final class Tables {
    private Tables() {}

    /**
     * A table in a file: CSV, TSV or LIBSVM by its ending ({@link Format#of}), gzip by its first bytes, or what a {@link
     * TableProvider} reads: Parquet and JSON lines with {@code kith-sql}. Reads the header only, of other kinds all.
     *
     * @throws DataException if the file is missing, is no regular file, or has no usable header
     */
    public static Table read(Path file) {
        return read(file, Reading.AUTO);
    }

    /**
     * The same, read as is said.
     *
     * @throws DataException if the file is missing, is no regular file, or has no usable header, or if it is no text between separators and
     *     {@code reading} says how that is written
     */
    public static Table read(Path file, Reading reading) {
        String name = FileBytes.name(file);
        Optional<Path> csv = Conversions.csv(file);
        if (csv.isPresent() && reading.saysLayout()) {
            throw new DataException(
                    name + ": is no text, there is no separator, decimal mark, encoding or broken row to speak of");
        }
        return csv.map(copy -> new Table(copy, Format.CSV, reading, name))
                .orElseGet(() -> new Table(file, Format.of(name), reading, name));
    }

    /** The file itself or, where a {@link TableProvider} reads it, its private copy as CSV. */
    public static Path text(Path file) {
        return Conversions.csv(file).orElse(file);
    }

    /**
     * The rows of a table in a file that are kept, as a private copy; the file itself where every row is.
     *
     * @throws DataException if the table cannot be read, is LIBSVM, lacks a column of the condition, has a cell there that must be a number and
     *     is none, or if no row is left
     */
    public static Kept keep(Path file, Keep keep) {
        return keep(file, Reading.AUTO, keep);
    }

    /** The same for a table that is to be read in this way. */
    public static Kept keep(Path file, Reading reading, Keep keep) {
        if (keep.keepsAll()) {
            return new Kept(file, reading, 0, 0, 0);
        }
        String name = FileBytes.name(file);
        Path text = text(file);
        boolean converted = !text.equals(file);
        // the ending says how the copy is read
        Path to = PrivateFiles.named("kept rows of " + name + (converted ? ".csv" : ""));
        return new KeptRows(
                        name, text, converted ? Format.CSV : Format.of(name), converted ? Reading.AUTO : reading, keep)
                .writeTo(to);
    }

    /**
     * The rows of a table with the columns that another has for their tasks, as a private copy: what the second table says of a task, one row
     * each, stands in all rows of the task, and is blank for tasks it does not have.
     *
     * @param file the rows
     * @param reading how these are read, and who is told what was assumed of the second table
     * @param taskColumn what both tables call the column that names tasks
     * @param taskTable a table of any kind that is read as columns
     * @throws DataException if one of them cannot be read, lacks the column or is LIBSVM, both have another column of one name, or the second has a
     *     task twice, nothing beside the column of tasks, or none of the tasks of the rows
     */
    public static Joined join(Path file, Reading reading, String taskColumn, Path taskTable) {
        String name = FileBytes.name(file);
        TaskTable table = TaskTable.read(taskTable, taskColumn, reading.listener());
        Path text = text(file);
        boolean converted = !text.equals(file);
        Path to = PrivateFiles.named(Source.joined(table.name(), name) + (converted ? ".csv" : ""));
        return new JoinedRows(
                        name,
                        text,
                        converted ? Format.CSV : Format.of(name),
                        converted ? Reading.AUTO : reading,
                        taskColumn,
                        table)
                .writeTo(to);
    }

    /** A table in a file of the given kind, whatever its name. */
    public static Table read(Path file, Format format) {
        return new Table(file, format, Reading.AUTO, FileBytes.name(file));
    }

    /**
     * Rows straight from {@code in}, which may be endless; gzip is recognised.
     *
     * @param name what messages call it
     */
    public static RowStream stream(String name, InputStream in, Format format, Roles roles) {
        return stream(name, in, format, Reading.AUTO.live(true), roles);
    }

    /** The same, read as is said. */
    public static RowStream stream(String name, InputStream in, Format format, Reading reading, Roles roles) {
        return rows(name, FileBytes.unpacked(name, in), format, reading, roles, false);
    }

    /**
     * Rows of JSON lines straight from {@code in}, which may be endless; gzip is recognised. One flat object per line.
     * The members that {@code roles} name as task and target say whose row it is and its label; of the others, or of
     * those named as features, a number is a feature, a boolean is 0 or 1, a text is the feature {@code name=text} with
     * value 1, and null is 0, as is a member left out.
     *
     * @param name what messages call it
     */
    public static RowStream jsonLines(String name, InputStream in, Roles roles) {
        return new JsonRows(name, in, roles);
    }

    /**
     * The data set behind {@code in}, which is read once: rows beyond what {@code pass} allows are collapsed into moments.
     *
     * @param name what messages call it
     * @throws DataException if the roles do not fit the header, a row breaks a rule (message with name and line), or a column of collapsed rows
     *     has lost its digits
     */
    public static Dataset dataset(String name, InputStream in, Format format, Roles roles, OnePass pass) {
        return dataset(name, in, format, Reading.AUTO, roles, pass);
    }

    /** The same, read as is said. */
    public static Dataset dataset(
            String name, InputStream in, Format format, Reading reading, Roles roles, OnePass pass) {
        try (FileBytes bytes = FileBytes.of(name, in)) {
            return gather(name, bytes, format, reading, roles, pass, () -> 0, words -> {
                        throw new DataException(name + ": " + words);
                    })
                    .orElseThrow();
        }
    }

    /**
     * @param expected counts the rows beforehand; 0 where that cannot be or does not pay
     * @param lost told which column has lost its digits, when the rows cannot be had as moments
     */
    static Optional<Dataset> gather(
            String name,
            FileBytes bytes,
            Format format,
            Reading reading,
            Roles roles,
            OnePass pass,
            LongSupplier expected,
            Consumer<String> lost) {
        try (RowStream rows = rows(name, bytes.stream(), format, reading, roles, true);
                RowGathering gathering = new RowGathering(name, rows, roles, pass, expected)) {
            while (rows.next()) {
                if (!gathering.add()) {
                    lost.accept(lost(rows, gathering.read()));
                    return Optional.empty();
                }
            }
            bytes.finish();
            return gathering.dataset(bytes.sha256(), lost);
        }
    }

    /** Why the current row cannot become moments as those before it did. */
    private static String lost(RowStream rows, long before) {
        boolean complete = rows instanceof CsvRows csv && csv.complete();
        return "line " + rows.line()
                + (complete ? " has more different texts than features are made of" : " misses a feature") + " after "
                + before
                + " rows that were collapsed into moments as they passed by; name a file, which is read again as"
                + " rows" + (complete ? "" : ", or leave rows with missing features out");
    }

    /**
     * The rows behind {@code in}, which is read once, as inputs for prediction: {@link Table#rows}.
     *
     * @param name what messages call it
     * @throws DataException if a column is missing, or a row breaks a rule: message with name and line
     */
    public static Rows rows(String name, InputStream in, Format format, Reading reading, Roles roles) {
        FileBytes bytes = FileBytes.of(name, in);
        Roles needed = roles.withoutLabels();
        RowStream rows = rows(name, bytes.stream(), format, reading.skipBad(0), needed, true);
        RowBatches batches = new RowBatches(name, bytes, rows, needed, Integer.MAX_VALUE);
        try (Stream<Rows> whole = StreamSupport.stream(batches, false).onClose(batches::close)) {
            return whole.iterator().next();
        }
    }

    /** @param lenient whether features may be missing */
    static RowStream rows(String name, InputStream in, Format format, Reading reading, Roles roles, boolean lenient) {
        if (format == Format.LIBSVM) {
            if (reading.saysLayout()) {
                throw new DataException(
                        name + ": a LIBSVM file is read in one way, it has no separator, decimal mark or"
                                + " encoding to be said, and every row must be readable");
            }
            return new LibsvmRows(name, in, roles);
        }
        return new CsvRows(name, format, reading, in, roles, lenient);
    }
}
