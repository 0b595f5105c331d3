package dev.kith.sql;

import dev.kith.data.DataException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.duckdb.DuckDBDriver;

/** DuckDB without a database of its own: it looks at files and writes CSV. Nothing is fetched from anywhere. */
final class Duck {
    private static final String COPY = "COPY (%s) TO %s (FORMAT csv, HEADER true, DELIMITER ',', NULLSTR '')";

    private Duck() {}

    /**
     * Writes the rows of a query, in order.
     *
     * @param name what messages call the source
     */
    static void copy(String name, String select, Path to) {
        Properties settings = new Properties();
        settings.setProperty("autoinstall_known_extensions", "false");
        settings.setProperty("autoload_known_extensions", "false");
        settings.setProperty("preserve_insertion_order", "true");
        try (Connection duck = new DuckDBDriver().connect("jdbc:duckdb:", settings);
                Statement statement = duck.createStatement()) {
            statement.execute(COPY.formatted(select, text(to.toString())));
        } catch (SQLException e) {
            throw new DataException(name + ": " + firstLine(e), e);
        }
    }

    /** A text in SQL. */
    static String text(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    /** A name in SQL. */
    static String name(String value) {
        return '"' + value.replace("\"", "\"\"") + '"';
    }

    /** A file by its own name, whatever characters of a pattern are in it; one that is not there may be a pattern. */
    static String path(Path file) {
        String given = file.toString();
        return text(Files.exists(file) ? given.replaceAll("([*?\\[])", "[$1]") : given);
    }

    /** What went wrong, without pictures of the query, kinds of exceptions and directories. */
    static String firstLine(SQLException e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        String line = message.lines().findFirst().orElse("").strip();
        return line.replaceFirst("^(\\w+ )*Error: ", "").replaceAll("\"[^\"]*/([^\"/]*)\"", "\"$1\"");
    }
}
