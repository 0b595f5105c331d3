package dev.kith.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.keep.Keep;
import dev.kith.data.table.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conditions mean what SQLite takes them to mean, on random tables with missing cells; the oracle is SQLite 3.53.4 (sqlite-jdbc). */
class SqlConditionTest {
    private static final int ROWS = 60;
    private static final int CONDITIONS = 400;

    @TempDir
    Path directory;

    private final Random random = new Random(20);

    @Test
    void rowsKeptAreThoseThatSqliteKeeps() throws IOException, SQLException {
        int between = 0;
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            Path csv = table(connection);
            statement.execute("pragma case_sensitive_like = on");
            for (int k = 0; k < CONDITIONS; k++) {
                String condition = condition(3);
                List<String> expected = new ArrayList<>();
                try (ResultSet rows = statement.executeQuery("select i from t where " + condition)) {
                    while (rows.next()) {
                        expected.add(rows.getString(1));
                    }
                }
                if (!expected.isEmpty()) {
                    Path kept = Tables.keep(csv, Keep.all().where(condition)).file();
                    assertThat(Tables.read(kept).column("i")).as(condition).isEqualTo(expected);
                    between += expected.size() < ROWS ? 1 : 0;
                }
            }
        }
        assertThat(between).as("conditions that divide the table").isGreaterThan(CONDITIONS / 2);
    }

    private Path table(Connection connection) throws SQLException, IOException {
        StringBuilder csv = new StringBuilder("i,x,\"y z\",t\n");
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table t (i integer, x real, \"y z\" real, t text)");
        }
        try (PreparedStatement insert = connection.prepareStatement("insert into t values (?, ?, ?, ?)")) {
            for (int i = 0; i < ROWS; i++) {
                insert.setInt(1, i);
                csv.append(i);
                for (int j = 2; j < 4; j++) {
                    double number = (random.nextInt(9) - 4) / 2.0;
                    boolean missing = random.nextInt(6) == 0;
                    insert.setObject(j, missing ? null : number, Types.DOUBLE);
                    csv.append(',').append(missing ? "NA" : Double.toString(number));
                }
                String text = random.nextInt(6) == 0 ? null : word();
                insert.setString(4, text);
                csv.append(',').append(text == null ? "" : text).append('\n');
                insert.execute();
            }
        }
        return Files.writeString(directory.resolve("t.csv"), csv);
    }

    private String word() {
        return List.of("a", "b", "ab", "Ab", "ba").get(random.nextInt(5));
    }

    private String condition(int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 6)) {
            case 0, 1 ->
                number(2) + List.of(" = ", " <> ", " < ", "<=", ">", " >= ").get(random.nextInt(6)) + number(2);
            case 2 -> "t " + List.of("=", "!=", "<", ">=").get(random.nextInt(4)) + " '" + word() + "'";
            case 3 -> "t" + not() + " like '" + List.of("a%", "_b", "%", "%a").get(random.nextInt(4)) + "'";
            case 4 -> number(1) + not() + " in (" + number(0) + ", " + number(1) + ")";
            case 5 ->
                random.nextBoolean()
                        ? number(1) + not() + " between " + number(0) + " and " + number(1)
                        : List.of("x", "t", "\"y z\"").get(random.nextInt(3)) + " is" + not() + " null";
            case 6 -> "not (" + condition(depth - 1) + ")";
            case 7 -> condition(depth - 1) + " and " + condition(depth - 1);
            default -> "(" + condition(depth - 1) + " or " + condition(depth - 1) + ")";
        };
    }

    private String not() {
        return random.nextBoolean() ? " not" : "";
    }

    private String number(int depth) {
        return switch (random.nextInt(depth > 0 ? 6 : 4)) {
            case 0, 1 -> "x";
            case 2 -> "\"y z\"";
            case 3 -> Double.toString(random.nextInt(9) / 2.0);
            case 4 ->
                "(" + number(depth - 1) + " " + List.of("+", "-", "*", "/").get(random.nextInt(4)) + " "
                        + number(depth - 1) + ")";
            default -> "- " + number(depth - 1);
        };
    }
}
