package dev.kith.data.table;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.FileInputs;
import dev.kith.data.Format;
import dev.kith.data.Names;
import dev.kith.data.RawInputs;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.Rows;
import dev.kith.data.Source;
import dev.kith.data.layout.Reading;
import dev.kith.data.moments.OnePass;
import dev.kith.data.read.FileBytes;
import dev.kith.data.read.Symbols;
import dev.kith.data.read.csv.CsvLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A file with rows, not yet read: a light handle. Each reading opens the file anew and streams through it once. */
public final class Table {
    private final Path file;
    private final Format format;
    private final Reading reading;
    private final String name;
    private final List<String> header;

    /** @param name what messages call it */
    Table(Path file, Format format, Reading reading, String name) {
        this.file = file;
        this.format = format;
        this.reading = reading;
        this.name = name;
        try (FileBytes bytes = open()) {
            this.header = format == Format.LIBSVM ? List.of() : lines(bytes).header();
        }
    }

    private CsvLines lines(FileBytes bytes) {
        return CsvLines.open(name(), format, reading, bytes.stream());
    }

    FileBytes open() {
        return FileBytes.open(file, reading.watch());
    }

    /** @param lenient whether features may be missing */
    RowStream rows(FileBytes bytes, Roles roles, boolean lenient) {
        return Tables.rows(name(), bytes.stream(), format, reading, roles, lenient);
    }

    /** Rows that were read before, of which all was said. */
    RowStream again(FileBytes bytes, Roles roles) {
        return Tables.rows(name(), bytes.stream(), format, reading.telling(line -> {}), roles, false);
    }

    /** The file's name without its directories, as messages call it. */
    public String name() {
        return name;
    }

    public Format format() {
        return format;
    }

    /** The names of the columns; empty for LIBSVM. */
    public List<String> header() {
        return header;
    }

    /**
     * The data set that {@code roles} make of this file. A row without any label is left out and counted in the
     * {@link Source}. Where features are missing, texts, or yes and no, the inputs are {@link RawInputs}, of which trainers make features.
     *
     * @throws DataException if the roles do not fit the header, or a row breaks a rule: message with file and line
     */
    public Dataset dataset(Roles roles) {
        return dataset(roles, false);
    }

    /** As {@link #dataset}, but only labels are kept in memory: the inputs stay where they are, as {@link FileInputs}, and must be complete. */
    public Dataset datasetOnFile(Roles roles) {
        return dataset(roles, true);
    }

    /**
     * As {@link #dataset}, in one pass and in memory that does not grow with the number of rows: those beyond what {@code pass} allows are
     * collapsed into moments, where that takes less memory. A linear fit with the squared loss is the same. Where a column lies too far from 0
     * for that, the file is read again as rows.
     */
    public Dataset dataset(Roles roles, OnePass pass) {
        if (format != Format.LIBSVM) {
            checkLabelled(roles);
        }
        if (pass.numbers() == Long.MAX_VALUE) {
            return dataset(roles);
        }
        Optional<Dataset> once;
        try (FileBytes bytes = open()) {
            once = Tables.gather(name(), bytes, format, reading, roles, pass, this::expected, column -> {});
        }
        return once.orElseGet(() -> dataset(roles));
    }

    /** Rows, where counting them beforehand pays; else 0. */
    private long expected() {
        return format == Format.LIBSVM ? 0 : Math.max(0, FileBytes.linesOfLarge(file) - 1);
    }

    private Dataset dataset(Roles roles, boolean onFile) {
        if (format != Format.LIBSVM) {
            checkLabelled(roles);
        }
        try (FileBytes bytes = open();
                RowStream rows = rows(bytes, roles, !onFile)) {
            DatasetBuilder builder = new DatasetBuilder(name(), rows, roles, onFile ? this : null);
            builder.expect(onFile ? 0 : expected());
            while (rows.next()) {
                builder.add();
            }
            bytes.finish();
            return builder.dataset(bytes.sha256());
        }
    }

    private void checkLabelled(Roles roles) {
        boolean wide = !roles.columns(Roles.Part.TARGETS).isEmpty();
        boolean classes = !roles.columns(Roles.Part.CLASSES).isEmpty();
        if (!wide && !classes && roles.columns(Roles.Part.TARGET).isEmpty()) {
            throw new DataException(name()
                    + ": no label column: long data needs a task and a target, wide data targets, classes a class");
        }
    }

    /**
     * The rows of this file as inputs for prediction, every one of them, in order. {@code roles} must name the
     * {@link Roles#features} (those of the model) or the {@link Roles#strings} column; label, weight and dropped columns
     * are not looked at and need not be there.
     *
     * @throws DataException if a column is missing, or a row breaks a rule: message with file and line
     */
    public Rows rows(Roles roles) {
        try (Stream<Rows> whole = batches(roles, Integer.MAX_VALUE)) {
            return whole.iterator().next();
        }
    }

    /**
     * As {@link #rows}, at most {@code most} rows at a time, so that memory does not grow with the file. The sources of
     * batches have no digest unless one is the whole file. To be closed.
     *
     * @throws DataException while going through, if a row breaks a rule
     */
    public Stream<Rows> batches(Roles roles, int most) {
        Roles needed = roles.withoutLabels();
        if (needed.columns(Roles.Part.FEATURE).isEmpty()
                && needed.columns(Roles.Part.STRINGS).isEmpty()
                && needed.columns(Roles.Part.TEXTS).isEmpty()) {
            throw new IllegalArgumentException("roles must name features or a string column, got " + roles);
        }
        FileBytes bytes = open();
        try {
            RowBatches batches = new RowBatches(name(), bytes, toPredict(bytes, needed), needed, most);
            return StreamSupport.stream(batches, false).onClose(batches::close);
        } catch (RuntimeException e) {
            bytes.close();
            throw e;
        }
    }

    /** Every row has its prediction: none is left out. */
    private RowStream toPredict(FileBytes bytes, Roles roles) {
        return Tables.rows(name(), bytes.stream(), format, reading.skipBad(0), roles, true);
    }

    /** The rows of this file one at a time. */
    public RowStream stream(Roles roles) {
        FileBytes bytes = open();
        try {
            return rows(bytes, roles, false);
        } catch (RuntimeException e) {
            bytes.close();
            throw e;
        }
    }

    /**
     * The values of one column, in order, as text; for columns beside the data, such as published splits. A row with another number of fields,
     * where such rows are left out, keeps its place with the value of the row before it.
     */
    public List<String> column(String column) {
        if (!header.contains(column)) {
            throw new DataException(name() + ": " + Names.unknown("column", column, header));
        }
        try (FileBytes bytes = open();
                CsvLines lines = lines(bytes)) {
            int at = lines.header().indexOf(column);
            Symbols values = new Symbols();
            List<String> texts = new ArrayList<>();
            while (lines.next()) {
                boolean known = lines.bad() == null || texts.isEmpty();
                texts.add(
                        known
                                ? values.name(values.add(lines.chars(), lines.from(at), lines.to(at)))
                                : texts.get(texts.size() - 1));
            }
            return texts;
        }
    }

    @Override
    public String toString() {
        return format + " " + name;
    }
}
