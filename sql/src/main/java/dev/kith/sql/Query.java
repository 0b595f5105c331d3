package dev.kith.sql;

import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * Rows of a database as a table:
 *
 * <pre>{@code
 * Table sales = Query.of("postgresql://db.example.org/shop", "select shop, price, sold from sales").as("ann", password).table();
 * }</pre>
 *
 * PostgreSQL, SQLite and DuckDB are here; any other database whose driver is on the class path will do. The rows are read once,
 * in one transaction that may not write, into a private file that goes when the program ends. Immutable.
 */
public final class Query {
    private static final int FETCH = 10_000;
    private static final Pattern SECRET = Pattern.compile("(?i)[?&;](password|pwd)=|//[^/@]*:[^/@]*@");

    private final String url;
    private final String sql;
    private final Properties access;

    private Query(String url, String sql, Properties access) {
        this.url = url;
        this.sql = sql;
        this.access = access;
    }

    /**
     * A query that was not asked yet.
     *
     * @param url as JDBC has it, with or without {@code jdbc:} in front: {@code postgresql://host/db}, {@code sqlite:file.db}
     * @throws IllegalArgumentException if the URL holds a password, which it would show to everybody who sees it
     */
    public static Query of(String url, String sql) {
        if (SECRET.matcher(url).find()) {
            throw new IllegalArgumentException("the URL of a database must not hold a password; give it apart");
        }
        if (sql.isBlank()) {
            throw new IllegalArgumentException("a query must not be empty");
        }
        return new Query(url.startsWith("jdbc:") ? url : "jdbc:" + url, sql, new Properties());
    }

    /** The same, asked by a user of the database. */
    public Query as(String user, char[] password) {
        Properties named = new Properties();
        named.setProperty("user", user);
        if (password.length > 0) {
            named.setProperty("password", new String(password));
        }
        return new Query(url, sql, named);
    }

    /**
     * Asks the database.
     *
     * @throws DataException if it cannot be reached or does not understand the query
     */
    public Table table() {
        return Tables.read(spool(), Format.CSV);
    }

    /** The answer as a CSV file, which goes when the program ends. */
    public Path spool() {
        try {
            Path directory = Files.createTempDirectory("kith-query");
            directory.toFile().deleteOnExit();
            Path csv = directory.resolve("query.csv");
            csv.toFile().deleteOnExit();
            write(csv);
            return csv;
        } catch (IOException e) {
            throw new DataException("query: no room for its rows: " + e.getMessage(), e);
        }
    }

    private void write(Path csv) throws IOException {
        try (Connection connection = DriverManager.getConnection(url, access)) {
            protect(connection);
            // prepared: DuckDB says what is wrong with a query only then
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setFetchSize(FETCH);
                try (ResultSet rows = statement.executeQuery()) {
                    ResultCsv.write(rows, csv);
                }
            }
        } catch (SQLException e) {
            throw new DataException(database() + ": " + Duck.firstLine(e), e);
        }
    }

    /** Databases that stream do so inside a transaction only; those that know neither go without. */
    private static void protect(Connection connection) throws SQLException {
        try {
            connection.setReadOnly(true);
        } catch (SQLException e) {
            // SQLite decides when it connects
        }
        connection.setAutoCommit(false);
    }

    /** {@code postgresql}: what messages call it, without addresses. */
    private String database() {
        String rest = url.substring("jdbc:".length());
        int colon = rest.indexOf(':');
        return colon < 0 ? "database" : rest.substring(0, colon);
    }
}
