package dev.kith.stream;

import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.layout.ReadWatch;
import dev.kith.data.layout.Reading;
import dev.kith.data.read.FileBytes;
import dev.kith.data.table.Tables;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Where the rows of a stream come from, and how to read them: a file, or any stream of bytes, of CSV, TSV, LIBSVM or JSON
 * lines ({@link Tables#jsonLines}); gzip is recognised. Nothing is opened before a run begins.
 */
public final class RowSource {
    private final String name;
    private final Bytes bytes;
    private final Optional<Format> format;
    private final Reading reading;
    private final Roles roles;

    /** Opens the bytes. */
    private interface Bytes {
        InputStream open(ReadWatch watch) throws IOException;
    }

    private RowSource(String name, Bytes bytes, Optional<Format> format, Reading reading, Roles roles) {
        this.name = name;
        this.bytes = bytes;
        this.format = format;
        this.reading = reading;
        this.roles = roles;
    }

    private static RowSource of(Path file, Optional<Format> format, Roles roles) {
        return new RowSource(nameOf(file), watch -> FileBytes.stream(file, watch), format, Reading.AUTO, roles);
    }

    private static String nameOf(Path file) {
        Path last = file.getFileName();
        return last == null ? file.toString() : last.toString();
    }

    /** A file, of the kind its ending says: {@code .jsonl} and {@code .ndjson} are JSON lines, else {@link Format#of}. */
    public static RowSource file(Path file, Roles roles) {
        String name = nameOf(file);
        String plain = name.toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
        boolean json = plain.endsWith(".jsonl") || plain.endsWith(".ndjson");
        return of(file, json ? Optional.empty() : Optional.of(Format.of(name)), roles);
    }

    /** A file of the given kind, whatever its name. */
    public static RowSource file(Path file, Format format, Roles roles) {
        return of(file, Optional.of(format), roles);
    }

    /** A file of JSON lines, whatever its name. */
    public static RowSource jsonLines(Path file, Roles roles) {
        return of(file, Optional.empty(), roles);
    }

    /**
     * Bytes that may be endless, for one run; the run closes them.
     *
     * @param name what messages call them
     */
    public static RowSource of(String name, InputStream in, Format format, Roles roles) {
        return new RowSource(name, watch -> in, Optional.of(format), Reading.AUTO.live(true), roles);
    }

    /**
     * JSON lines that may be endless, for one run; the run closes them.
     *
     * @param name what messages call them
     */
    public static RowSource jsonLines(String name, InputStream in, Roles roles) {
        return new RowSource(name, watch -> in, Optional.empty(), Reading.AUTO.live(true), roles);
    }

    /**
     * The same rows, read as is said.
     *
     * @throws IllegalArgumentException if they are JSON lines, which are read in one way
     */
    public RowSource reading(Reading how) {
        if (format.isEmpty() && how.saysLayout()) {
            throw new IllegalArgumentException(
                    name
                            + ": JSON lines are read in one way, there is no separator, decimal mark, encoding or broken row to speak of");
        }
        return new RowSource(name, bytes, format, how.live(reading.live()), roles);
    }

    /** What messages call the source: a file's name without its directories. */
    public String name() {
        return name;
    }

    /** Whether rows list their non-zeros, so that a model should expect sparse rows. */
    boolean sparse() {
        return format.filter(Format.LIBSVM::equals).isPresent();
    }

    Roles roles() {
        return roles;
    }

    RowStream open() throws IOException {
        InputStream in = bytes.open(reading.watch());
        try {
            return format.isPresent()
                    ? Tables.stream(name, in, format.get(), reading, roles)
                    : Tables.jsonLines(name, in, roles);
        } catch (RuntimeException e) {
            in.close();
            throw e;
        }
    }
}
