package dev.kith.sql;

import dev.kith.data.DataException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** What a database answers, as CSV that says the same. */
final class ResultCsv {
    private ResultCsv() {}

    static void write(ResultSet rows, Path to) throws SQLException, IOException {
        ResultSetMetaData columns = rows.getMetaData();
        int count = columns.getColumnCount();
        try (BufferedWriter out = Files.newBufferedWriter(to)) {
            for (int j = 1; j <= count; j++) {
                field(out, j, columns.getColumnLabel(j));
            }
            out.write('\n');
            while (rows.next()) {
                for (int j = 1; j <= count; j++) {
                    field(out, j, text(rows, j, columns));
                }
                out.write('\n');
            }
        }
    }

    /** A field of CSV; columns count from 1. */
    static void field(BufferedWriter out, int column, String text) throws IOException {
        if (column > 1) {
            out.write(',');
        }
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        out.write(plain ? text : '"' + text.replace("\"", "\"\"") + '"');
    }

    /** Numbers with all their digits, true and false in words, dates as the database writes them, nothing for null. */
    static String text(ResultSet rows, int column, ResultSetMetaData columns) throws SQLException {
        Object value = rows.getObject(column);
        if (value instanceof byte[]) {
            throw new DataException("query: column '" + columns.getColumnLabel(column)
                    + "' holds bytes, which nothing can be learned from; leave it out of the query");
        }
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return value == null ? "" : value.toString();
        }
        String text = rows.getString(column);
        return text == null ? "" : text;
    }
}
