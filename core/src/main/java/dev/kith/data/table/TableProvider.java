package dev.kith.data.table;

import dev.kith.data.DataException;
import java.nio.file.Path;

/**
 * A kind of file that Kith itself does not read, such as Parquet: turned into CSV, which it does, so that every rule about
 * columns and values is the same. Found as a service; the module {@code kith-sql} has one.
 */
public interface TableProvider {
    /** Whether files of this name, without directories, are its own. */
    boolean reads(String fileName);

    /**
     * Writes the table as CSV: a header line, a row per line in the file's order, nothing for what is missing, numbers so
     * that reading them gives the same again.
     *
     * @param to a new file
     * @throws DataException if {@code file} is missing or broken; the message names it without its directories
     */
    void writeCsv(Path file, Path to);
}
