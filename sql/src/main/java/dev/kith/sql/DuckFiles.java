package dev.kith.sql;

import dev.kith.data.table.TableProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Parquet ({@code .parquet}, also a pattern such as {@code sales/*.parquet}) and JSON lines ({@code .jsonl}, {@code .ndjson}). */
public final class DuckFiles implements TableProvider {
    private static final List<String> JSON = List.of(".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz");

    /** For the service loader. */
    public DuckFiles() {}

    @Override
    public boolean reads(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        return name.endsWith(".parquet") || JSON.stream().anyMatch(name::endsWith);
    }

    @Override
    public void writeCsv(Path file, Path to) {
        Path last = file.getFileName();
        Duck.copy(last == null ? "" : last.toString(), "SELECT * FROM " + rows(file), to);
    }

    /** The file's rows as a table of DuckDB. */
    static String rows(Path file) {
        boolean parquet = file.toString().toLowerCase(Locale.ROOT).endsWith(".parquet");
        return parquet
                ? "read_parquet(" + Duck.path(file) + ")"
                : "read_json(" + Duck.path(file) + ", format = 'newline_delimited', sample_size = -1)";
    }
}
