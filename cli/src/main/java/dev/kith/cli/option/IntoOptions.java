package dev.kith.cli.option;

import dev.kith.cli.terminal.UsageException;
import dev.kith.data.table.PrivateFiles;
import dev.kith.sql.Database;
import dev.kith.sql.TableWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Predictions written into a table of a database. */
public final class IntoOptions {
    @Option(
            names = "--into",
            paramLabel = "TABLE",
            description =
                    "With --sql: write the predictions into this table, or SCHEMA.TABLE, of the database, which is"
                            + " created, the id columns in front; all of them or none.")
    private @Nullable String table;

    @Option(names = "--append", description = "With --into: the table is there already, with columns of these names.")
    private boolean append;

    private Optional<TableWriter> writer = Optional.empty();
    private Path rows = Path.of("");

    /** For picocli. */
    public IntoOptions() {}

    /** Whether predictions go into a table. */
    public boolean wanted() {
        return table != null;
    }

    /** Says before anything is computed when the table cannot be written. */
    public void check(Optional<Database> database, boolean output) {
        if (table == null) {
            if (append) {
                throw new UsageException("--append needs --into, the table that rows are added to");
            }
            return;
        }
        if (output) {
            throw new UsageException("--into and -o are two places for the predictions: use one");
        }
        TableWriter into = TableWriter.into(
                database.orElseThrow(() -> new UsageException("--into needs --sql, the database with the table")),
                table);
        TableWriter used = append ? into.appending() : into;
        used.check();
        writer = Optional.of(used);
        rows = PrivateFiles.named("predictions.csv");
    }

    /** Where predictions wait until all of them are there. */
    public Path file() {
        return rows;
    }

    /**
     * Writes what is in the file.
     *
     * @param keys columns that tell rows apart
     */
    public void write(Set<String> keys) {
        writer.orElseThrow().write(rows, keys);
    }

    /** What messages call the table. */
    public String name() {
        return "table " + table;
    }
}
