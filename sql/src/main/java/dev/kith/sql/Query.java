package dev.kith.sql;

import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.table.PrivateFiles;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Rows of a database as a table:
 *
 * <pre>{@code
 * Table sales = Query.of("postgresql://db.example.org/shop", "select shop, price, sold from sales").as("ann", password).table();
 * }</pre>
 *
 * The rows are read once, in one transaction that may not write, into a private file that goes when the program ends. Immutable.
 */
public final class Query {
    private static final int FETCH = 10_000;

    private final Database database;
    private final String sql;

    private Query(Database database, String sql) {
        this.database = database;
        this.sql = sql;
    }

    /**
     * A query that was not asked yet.
     *
     * @param url as {@link Database#at} takes it
     * @throws IllegalArgumentException if the URL holds a password
     */
    public static Query of(String url, String sql) {
        return of(Database.at(url), sql);
    }

    /** A query of this database. */
    public static Query of(Database database, String sql) {
        if (sql.isBlank()) {
            throw new IllegalArgumentException("a query must not be empty");
        }
        return new Query(database, sql);
    }

    /** The same, asked by a user of the database. */
    public Query as(String user, char[] password) {
        return new Query(database.as(user, password), sql);
    }

    Database database() {
        return database;
    }

    /** Without the semicolon at its end, so that it can stand within another. */
    String sql() {
        return sql.strip().replaceFirst(";\\s*$", "");
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
        Path csv = PrivateFiles.named(database.kind() + " query");
        try (Connection connection = database.connectToRead();
                // prepared: DuckDB says what is wrong with a query only then
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setFetchSize(FETCH);
            try (ResultSet rows = statement.executeQuery()) {
                ResultCsv.write(rows, csv);
            }
            return csv;
        } catch (SQLException e) {
            throw database.failure(e);
        } catch (IOException e) {
            throw new DataException("query: no room for its rows: " + e.getMessage(), e);
        }
    }
}
