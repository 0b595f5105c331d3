package dev.kith.sql;

import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes a CSV file into a table of a database, all of it or nothing:
 *
 * <pre>{@code
 * TableWriter.into(Database.at("postgresql://db.example.org/shop"), "predictions").write(csv, Set.of("pupil", "task"));
 * }</pre>
 *
 * The table is created, unless rows are to be {@link #appending appended}. Everything happens in one transaction; in databases that end
 * one when a table is created (H2, MySQL, Oracle) the table is taken away again when something fails. Immutable.
 */
public final class TableWriter {
    private static final int BATCH = 1_000;

    private final Database database;
    private final TableName table;
    private final boolean append;

    private TableWriter(Database database, TableName table, boolean append) {
        this.database = database;
        this.table = table;
        this.append = append;
    }

    /**
     * Nothing is written yet.
     *
     * @param table its name, or {@code SCHEMA.NAME}; taken as it is written, capital letters included
     * @throws IllegalArgumentException if this is no name
     */
    public static TableWriter into(Database database, String table) {
        return new TableWriter(database, TableName.of(table), false);
    }

    /** The same for a table that is there, with columns of these names. */
    public TableWriter appending() {
        return new TableWriter(database, table, true);
    }

    /**
     * Says before a long computation, not after it, that there is no such table to append to, or that there is one already.
     *
     * @throws DataException if so, or if the database cannot be reached
     */
    public void check() {
        try (Connection connection = database.connect()) {
            check(connection);
        } catch (SQLException e) {
            throw database.failure(e);
        }
    }

    private void check(Connection connection) throws SQLException {
        boolean there = there(connection);
        if (there && !append) {
            throw new DataException(database.kind() + ": table '" + table
                    + "' is there already; append to it (--append), or name another one");
        }
        if (!there && append) {
            throw new DataException(
                    database.kind() + ": there is no table '" + table + "' to append to, or it may not be read");
        }
    }

    private boolean there(Connection connection) throws SQLException {
        try (Statement look = connection.createStatement()) {
            look.executeQuery("SELECT 1 FROM " + table.quoted() + " WHERE 1 = 0")
                    .close();
            return true;
        } catch (SQLException e) {
            return false;
        } finally {
            connection.rollback();
        }
    }

    /**
     * Writes all rows of a CSV file.
     *
     * @param keys columns that tell rows apart: whole numbers or texts; numbers of all others are doubles
     * @return how many rows
     * @throws DataException if the table cannot be written; then nothing was
     */
    public long write(Path csv, Set<String> keys) {
        Table rows = Tables.read(csv, Format.CSV);
        List<List<String>> values = rows.header().stream().map(rows::column).toList();
        List<ColumnKind> kinds = new ArrayList<>();
        for (int j = 0; j < values.size(); j++) {
            kinds.add(ColumnKind.of(values.get(j), keys.contains(rows.header().get(j))));
        }
        try (Connection connection = database.connect()) {
            check(connection);
            boolean created = false;
            try {
                if (!append) {
                    create(connection, rows.header(), kinds);
                    created = true;
                }
                insert(connection, rows.header(), kinds, values);
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                undo(connection, created);
                throw e;
            }
            return values.get(0).size();
        } catch (SQLException e) {
            throw database.failure(e.getNextException() == null ? e : e.getNextException());
        }
    }

    private void create(Connection connection, List<String> header, List<ColumnKind> kinds) throws SQLException {
        List<String> columns = new ArrayList<>();
        for (int j = 0; j < kinds.size(); j++) {
            columns.add(Duck.name(header.get(j)) + " " + kinds.get(j).sql());
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + table.quoted() + " (" + String.join(", ", columns) + ")");
        }
    }

    private void insert(Connection connection, List<String> header, List<ColumnKind> kinds, List<List<String>> values)
            throws SQLException {
        String sql = "INSERT INTO " + table.quoted() + " ("
                + header.stream().map(Duck::name).collect(Collectors.joining(", ")) + ") VALUES ("
                + header.stream().map(name -> "?").collect(Collectors.joining(", ")) + ")";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int rows = values.get(0).size();
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < kinds.size(); j++) {
                    kinds.get(j).setInto(statement, j + 1, values.get(j).get(i));
                }
                statement.addBatch();
                if ((i + 1) % BATCH == 0 || i + 1 == rows) {
                    statement.executeBatch();
                }
            }
        }
    }

    /** A table that outlived its transaction is taken away. */
    private void undo(Connection connection, boolean created) throws SQLException {
        connection.rollback();
        if (created && connection.getMetaData().dataDefinitionCausesTransactionCommit()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("DROP TABLE " + table.quoted());
            }
            connection.commit();
        }
    }
}
