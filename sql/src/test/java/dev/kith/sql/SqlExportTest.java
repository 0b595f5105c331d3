package dev.kith.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Columns;
import dev.kith.data.DenseInputs;
import dev.kith.data.Rows;
import dev.kith.data.Source;
import dev.kith.data.transform.Transform;
import dev.kith.export.ExportCases;
import dev.kith.export.PreparedCase;
import dev.kith.export.SqlDialect;
import dev.kith.export.SqlExport;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Prediction;
import dev.kith.model.Predictions;
import dev.kith.model.Predictions.Scope;
import dev.kith.model.Predictions.Unknown;
import dev.kith.trust.Predictor;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a database makes of an exported model is what the model predicts: DuckDB and SQLite here, PostgreSQL where it is installed. */
class SqlExportTest {
    /** Rounding of sums in another order. */
    private static final double ROUNDING = 1e-12;

    private static final String ROWS = "my \"rows\"";
    private static final String TASK = "the \"shop\"; --";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void inDuckDb() throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            predictsAsTheModel(connection, SqlDialect.DUCKDB, folder);
        }
    }

    @Test
    void inSqlite() throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            predictsAsTheModel(connection, SqlDialect.SQLITE, folder);
        }
    }

    /** Every kind of model that SQL can hold. */
    static void predictsAsTheModel(Connection connection, SqlDialect dialect, Path folder)
            throws SQLException, IOException {
        for (ModelFile.Content content : models()) {
            byTask(connection, dialect, content);
            everyTask(connection, dialect, content);
        }
        for (boolean logarithms : List.of(false, true)) {
            prepared(connection, dialect, folder, logarithms);
        }
    }

    private static List<ModelFile.Content> models() {
        ExportCases cases = new ExportCases(3);
        Columns columns = Columns.ofLong(TASK, "sales");
        List<ModelFile.Content> all = new ArrayList<>();
        for (String loss : List.of("squared", "logistic", "hinge", "poisson")) {
            all.add(ExportCases.plain(cases.linear(hostile(cases.info(loss, 4, 5, columns)))));
        }
        for (Transform transform : Transform.values()) {
            all.add(ExportCases.plain(
                    cases.linear(ExportCases.transformed(hostile(cases.info("squared", 4, 4, columns)), transform))));
        }
        all.add(ExportCases.calibrated(cases.linear(hostile(cases.info("hinge", 4, 5, columns)))));
        ModelInfo info = hostile(cases.info("squared", 4, 2, columns));
        all.add(ExportCases.plain(cases.linear(ExportCases.mixed(
                info, Map.of(info.tasks().get(0), "poisson", info.tasks().get(1), "squared")))));
        all.add(ExportCases.plain(cases.linear(cases.info("squared", 400, 3, columns))));
        return all;
    }

    /** With features whose names want to be more than names. */
    private static ModelInfo hostile(ModelInfo info) {
        return info.with(info.schema()
                .withFeatures(List.of("x\"; DROP TABLE \"kith_model", "it's", "back\\slash `tick`", "w1")));
    }

    private static void byTask(Connection connection, SqlDialect dialect, ModelFile.Content content)
            throws SQLException {
        Model model = content.model();
        Matrix x = new ExportCases(8).rows(12, model);
        List<String> known = new ArrayList<>(model.info().tasks());
        known.add("nobody");
        List<String> tasks = IntStream.range(0, x.rows())
                .mapToObj(i -> known.get(i % known.size()))
                .toList();
        fill(connection, model, x, tasks);
        for (Unknown unknown : List.of(Unknown.MISSING, Unknown.COMMON)) {
            if (model.commonModel(unknown).isPresent() || unknown == Unknown.MISSING) {
                run(connection, SqlExport.of(dialect, ROWS).with(unknown).statements(content));
                Predictions expected = Predictor.of(content).unknown(unknown).predict(rows(model, x, tasks));
                assertSame(connection, "SELECT * FROM kith_predictions ORDER BY id", expected);
            }
        }
        run(connection, List.of("DROP VIEW kith_predictions", "DROP TABLE kith_model", "DROP TABLE " + name(ROWS)));
    }

    private static void everyTask(Connection connection, SqlDialect dialect, ModelFile.Content content)
            throws SQLException {
        Model model = content.model();
        Matrix x = new ExportCases(9).rows(5, model);
        fill(connection, model, x, Collections.nCopies(x.rows(), "any"));
        run(connection, SqlExport.of(dialect, ROWS).with(Scope.ALL_TASKS).statements(content));
        Predictions expected = Predictor.of(content).scope(Scope.ALL_TASKS).predict(rows(model, x, List.of()));
        assertSame(
                connection,
                "SELECT p.* FROM kith_predictions p JOIN kith_model m ON m.task = p.kith_task ORDER BY p.id, m.id",
                expected);
        run(connection, List.of("DROP VIEW kith_predictions", "DROP TABLE kith_model", "DROP TABLE " + name(ROWS)));
    }

    private static void prepared(Connection connection, SqlDialect dialect, Path folder, boolean logarithms)
            throws SQLException, IOException {
        PreparedCase table = new PreparedCase(true);
        Model model = table.model(folder, logarithms);
        List<String> columns = table.names();
        create(connection, columns.stream().map(c -> name(c) + type(c)).toList());
        List<@Nullable Object[]> cells = new ArrayList<>();
        for (int i = 0; i < table.rows(); i++) {
            @Nullable Object[] row = new Object[columns.size() + 1];
            row[0] = i;
            for (int j = 0; j < columns.size(); j++) {
                String text = table.texts(columns.get(j)).get(i);
                row[j + 1] = text.isEmpty() ? null : columns.get(j).equals("price") ? Double.valueOf(text) : text;
            }
            cells.add(row);
        }
        insert(connection, cells, dialect == SqlDialect.SQLITE ? -1 : columns.indexOf("day") + 1);
        ModelFile.Content content = ExportCases.plain(model);
        run(connection, SqlExport.of(dialect, ROWS).with(Unknown.COMMON).statements(content));
        Predictions expected = Predictor.of(content).unknown(Unknown.COMMON).predict(table.rows(folder, model));
        assertSame(connection, "SELECT * FROM kith_predictions ORDER BY id", expected);
        run(connection, List.of("DROP VIEW kith_predictions", "DROP TABLE kith_model", "DROP TABLE " + name(ROWS)));
    }

    private static String type(String column) {
        return column.equals("price") ? " DOUBLE PRECISION" : column.equals("day") ? " TIMESTAMP" : " TEXT";
    }

    private static Rows rows(Model model, Matrix x, List<String> tasks) {
        return new Rows(
                new DenseInputs(x, model.info().features()),
                tasks,
                List.of(),
                Collections.nCopies(x.rows(), List.of()),
                0,
                Source.NONE);
    }

    private static void fill(Connection connection, Model model, Matrix x, List<String> tasks) throws SQLException {
        List<String> columns = new ArrayList<>(List.of(name(TASK) + " TEXT"));
        model.info().features().forEach(feature -> columns.add(name(feature) + " DOUBLE PRECISION"));
        create(connection, columns);
        List<@Nullable Object[]> cells = new ArrayList<>();
        for (int i = 0; i < x.rows(); i++) {
            @Nullable Object[] row = new Object[2 + x.cols()];
            row[0] = i;
            row[1] = tasks.get(i);
            for (int j = 0; j < x.cols(); j++) {
                row[2 + j] = x.get(i, j);
            }
            cells.add(row);
        }
        insert(connection, cells, -1);
    }

    private static void create(Connection connection, List<String> columns) throws SQLException {
        run(
                connection,
                List.of(
                        "DROP VIEW IF EXISTS kith_predictions",
                        "DROP TABLE IF EXISTS kith_model",
                        "CREATE TABLE " + name(ROWS) + " (id INTEGER, " + String.join(", ", columns) + ")"));
    }

    /** @param time the column whose texts are times; -1 for none */
    private static void insert(Connection connection, List<@Nullable Object[]> cells, int time) throws SQLException {
        int width = cells.get(0).length;
        List<String> marks = new ArrayList<>(Collections.nCopies(width, "?"));
        if (time >= 0) {
            marks.set(time, "CAST(? AS TIMESTAMP)");
        }
        String insert = "INSERT INTO " + name(ROWS) + " VALUES (" + String.join(", ", marks) + ")";
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            for (@Nullable Object[] row : cells) {
                for (int j = 0; j < width; j++) {
                    if (row[j] == null) {
                        statement.setNull(j + 1, j == 2 ? Types.DOUBLE : Types.VARCHAR);
                    } else {
                        statement.setObject(j + 1, row[j]);
                    }
                }
                statement.execute();
            }
        }
    }

    private static String name(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    private static void run(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String one : statements) {
                if (one.startsWith("CREATE TABLE \"kith_model\"")) {
                    statement.execute("DROP VIEW IF EXISTS kith_predictions");
                    statement.execute("DROP TABLE IF EXISTS kith_model");
                }
                statement.execute(one);
            }
        }
    }

    private static void assertSame(Connection connection, String query, Predictions expected) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            for (Prediction one : expected) {
                assertThat(found.next()).isTrue();
                assertClose(found, "kith_prediction", one.value());
                if (one.category().isPresent()) {
                    assertThat(found.getString("kith_label"))
                            .isEqualTo(one.category().get());
                }
                if (one.probability().isPresent()) {
                    assertClose(found, "kith_probability", one.probability().getAsDouble());
                }
            }
            assertThat(found.next()).isFalse();
        }
    }

    private static void assertClose(ResultSet found, String column, double expected) throws SQLException {
        double actual = found.getDouble(column);
        if (Double.isNaN(expected)) {
            assertThat(found.wasNull()).as("no prediction").isTrue();
            return;
        }
        assertThat(found.wasNull())
                .as("%s of row %s", column, found.getObject("id"))
                .isFalse();
        assertThat(Math.abs(actual - expected))
                .as("%s of row %s: %s, expected %s", column, found.getObject("id"), actual, expected)
                .isLessThanOrEqualTo(ROUNDING * (1 + Math.abs(expected)));
    }

    @Test
    void namesAreQuotedAsEachDatabaseWants() {
        ExportCases cases = new ExportCases(3);
        ModelInfo info = hostile(cases.info("squared", 4, 4, Columns.ofLong(TASK, "sales")));
        ModelFile.Content content = ExportCases.plain(cases.linear(info));
        String bigQuery = SqlExport.of(SqlDialect.BIGQUERY, ROWS).script(content);
        assertThat(bigQuery)
                .contains("r.`back\\\\slash \\`tick\\``")
                .contains("'back\\\\slash'")
                .contains("'o\\'clock'")
                .contains("task STRING, intercept FLOAT64")
                .contains("m.task = CAST(r.`the \"shop\"; --` AS STRING)");
        assertThat(SqlExport.of(SqlDialect.SPARK, ROWS).script(content))
                .contains("r.`back\\slash ``tick```")
                .contains("'o\\'clock'");
    }
}
