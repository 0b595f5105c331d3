package dev.kith.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Collapsed;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.moments.Moments;
import dev.kith.data.table.Tables;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums from inside a database give the fit that its rows give. */
class InDatabaseTest {
    /** Of weights, relative to the largest: S has about half the digits of the rows, and the data are well-conditioned. */
    private static final double CLOSE = 1e-8;

    private static final String EVIL = "x\"2; drop table rows; --";
    private static final Roles ROLES =
            Roles.task("shop").target("sold").weight("trust").id("id");
    private static final String ALL = "select * from \"rows\"";

    @TempDir
    Path directory;

    private Database database(String kind) {
        return Database.at(kind + ":" + directory.resolve("db-" + kind));
    }

    /** Tasks of 3 to 400 rows, features far apart in size, one of them constant in a task, missing labels, weights. */
    static void fill(Database database, Path csv) throws SQLException, IOException {
        Random random = new Random(6);
        StringBuilder text = new StringBuilder("id,shop,sold,x1,\"x\"\"2; drop table rows; --\",x3,trust\n");
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table \"rows\" (\"id\" integer, \"shop\" varchar(20), \"sold\" double precision,"
                    + " \"x1\" double precision, " + Duck.name(EVIL) + " double precision, \"x3\" integer,"
                    + " \"trust\" double precision)");
            try (PreparedStatement insert =
                    connection.prepareStatement("insert into \"rows\" values (?, ?, ?, ?, ?, ?, ?)")) {
                int id = 0;
                for (int task = 0; task < 6; task++) {
                    for (int i = 0; i < List.of(400, 3, 60, 1, 30, 5).get(task); i++) {
                        double x1 = 50 + 10 * random.nextGaussian();
                        double x2 = 1e-3 * random.nextGaussian() + 1e-4 * x1;
                        int x3 = task == 2 ? 7 : random.nextInt(40);
                        double y = (1 + task) * x1 / 10 + 500 * x2 + x3 + random.nextGaussian();
                        double trust = (1 + random.nextInt(4)) / 2.0;
                        boolean missing = i > 3 && random.nextInt(10) == 0;
                        insert.setInt(1, ++id);
                        insert.setString(2, "it's " + task);
                        insert.setObject(3, missing ? null : y, Types.DOUBLE);
                        insert.setDouble(4, x1);
                        insert.setDouble(5, x2);
                        insert.setInt(6, x3);
                        insert.setDouble(7, trust);
                        insert.addBatch();
                        text.append(id + ",it's " + task + "," + (missing ? "" : y) + "," + x1 + "," + x2 + "," + x3
                                + "," + trust + "\n");
                    }
                }
                insert.executeBatch();
            }
            connection.commit();
        }
        Files.writeString(csv, text);
    }

    private static Fit<? extends dev.kith.model.Model> fit(Dataset data) {
        return new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(1), 0.01).train(data);
    }

    static void same(Dataset rows, Dataset sums) {
        Fit<? extends dev.kith.model.Model> from = fit(sums);
        assertThat(from.report().status()).isEqualTo(FitReport.Status.CONVERGED);
        LinearModel expected = (LinearModel) fit(rows).model();
        LinearModel found = (LinearModel) from.model();
        assertThat(found.info().features()).isEqualTo(expected.info().features());
        for (String task : expected.info().tasks()) {
            int t = expected.info().task(task);
            int s = found.info().task(task);
            double largest = Math.abs(expected.intercepts()[t]);
            for (int j = 0; j < expected.weights().rows(); j++) {
                double scale = 0;
                for (int each = 0; each < expected.weights().cols(); each++) {
                    scale = Math.max(scale, Math.abs(expected.weights().get(j, each)));
                }
                assertThat(found.weights().get(j, s))
                        .as("%s %s", task, j)
                        .isCloseTo(expected.weights().get(j, t), within(CLOSE * scale));
            }
            assertThat(found.intercepts()[s]).isCloseTo(expected.intercepts()[t], within(CLOSE * Math.max(1, largest)));
        }
    }

    static void sameAsRows(Database database, Path csv) throws SQLException, IOException {
        fill(database, csv);
        Dataset rows = Tables.read(csv).dataset(ROLES);
        InDatabase sums = InDatabase.of(Query.of(database, ALL + ";"), ROLES);
        Moments moments = sums.moments();
        assertThat(moments.source().name()).isEqualTo(database.kind() + " query");
        assertThat(moments.source().read()).isEqualTo(499);
        assertThat(moments.source().skipped()).isEqualTo(rows.source().skipped());
        assertThat(moments.rows()).isEqualTo(rows.size());
        same(rows, moments.dataset());
        foldsAreThoseOfTheRule(sums, rows, csv);
    }

    /** The rule as the documentation has it, in a plain loop over the rows. */
    private static void foldsAreThoseOfTheRule(InDatabase sums, Dataset rows, Path csv) {
        int k = 3;
        long seed = 9;
        Collapsed dealt = sums.folds(k, seed).moments().dataset().collapsed().orElseThrow();
        long factor = 1 + new SplittableRandom(seed).nextLong(Integer.MAX_VALUE - 1L);
        List<String> shops = Tables.read(csv).column("shop");
        // ids ascend with tasks, so rows with a label are numbered as they come
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, rows.size()).boxed().toList());
        order.sort(Comparator.<Integer, String>comparing(o -> rows.tasks().get(rows.task(o)))
                .thenComparing(o -> (o + 1L) * factor % Integer.MAX_VALUE));
        assertThat(shops).isSorted();
        for (int fold = 0; fold < k; fold++) {
            int held = fold;
            int[] train = IntStream.range(0, rows.size())
                    .filter(o -> order.indexOf(o) % k != held || rows.labelsPerTask()[rows.task(o)] == 1)
                    .toArray();
            same(rows.select(train), dealt.folds(k, seed).get(fold).train());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"duckdb", "sqlite", "h2"})
    void sumsGiveTheFitOfTheRows(String kind) throws SQLException, IOException {
        sameAsRows(database(kind), directory.resolve("rows.csv"));
    }

    /** Columns beyond what a query may have come from several queries. */
    @Test
    void manyFeaturesComeInSeveralQueries() throws SQLException, IOException {
        Database duck = database("duckdb");
        int d = 60;
        Random random = new Random(2);
        StringBuilder header = new StringBuilder("k,t,y");
        StringBuilder table = new StringBuilder("create table wide (k integer, t integer, y double");
        for (int j = 0; j < d; j++) {
            header.append(",x").append(j);
            table.append(", x").append(j).append(" double");
        }
        StringBuilder text = new StringBuilder(header).append('\n');
        try (Connection connection = duck.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(table + ")");
            for (int i = 0; i < 300; i++) {
                StringBuilder row = new StringBuilder(i + "," + i % 2);
                for (int j = 0; j <= d; j++) {
                    row.append(',').append(random.nextGaussian());
                }
                statement.execute("insert into wide values (" + row + ")");
                text.append(row).append('\n');
            }
            connection.commit();
        }
        Path csv = Files.writeString(directory.resolve("wide.csv"), text);
        Roles roles = Roles.task("t").target("y").id("k");
        InDatabase sums = InDatabase.of(Query.of(duck, "select * from wide"), roles);
        assertThat(sums.sql()).hasSize(5);
        same(Tables.read(csv).dataset(roles), sums.moments().dataset());
    }

    private void refused(String sql, Roles roles, String message) {
        assertThatThrownBy(() -> InDatabase.of(Query.of("duckdb:", sql), roles).moments())
                .isInstanceOf(DataException.class)
                .hasMessage("duckdb query: " + message);
    }

    @Test
    void whatSumsCannotTellIsRefused() {
        Roles plain = Roles.task("t").target("y");
        String rows = "from (values (1, 2.0, 1.0, 'a', date '2024-01-01', true), (1, 3.0, null, 'b', null, false),"
                + " (2, 7.0, 4.0, 'a', null, true)) v(t, y, x, kind, day, flag)";
        refused(
                "select t, y, x " + rows,
                plain,
                "column \"x\" is null in 1 row; what fills missing features is fitted to rows: leave them out in the"
                        + " query (\"x\" is not null), or read the rows instead");
        for (String column : List.of("kind", "day", "flag")) {
            refused(
                    "select t, y, " + column + " " + rows,
                    plain,
                    "column '" + column + "' does not hold numbers; categories, texts, dates, yes and no are made into"
                            + " features of rows: --drop it, or read the rows instead");
        }
        refused(
                "select t, least(y, 3.0) as y, y as z " + rows,
                plain,
                "the labels take two values, which may be classes: --loss squared says that they are numbers; for other"
                        + " losses read the rows instead");
        refused("select null::int as t, y, y as z " + rows, plain, "3 rows with a label but no task");
        refused("select t, null::double as y, t as z " + rows, plain, "no row has a label");
        refused("select t, y " + rows, plain, "there are no features, all columns have another part");
        refused(
                "select t, y, y as price " + rows,
                plain.features("prise"),
                "unknown column 'prise'; did you mean 'price'?");
        refused(
                "select t, y, -y as w, y as z " + rows,
                plain.weight("w"),
                "weights must be numbers >= 0, the least is -7.0");
        refused(
                "select t, y, 'nan'::double as z " + rows,
                plain,
                "task '1' has labels, features or weights that are not finite numbers, or too large to be added up");
        refused(
                "select range % 3 as t, sin(range) as y, cos(range) as a, cos(range) + 1e-9 * sin(7 * range) as b"
                        + " from range(3000)",
                plain,
                "sums have too few digits for these columns: some are nearly sums of others, or far from 0 beside their"
                        + " spread; read the rows instead");
        assertThatThrownBy(() -> InDatabase.of(Query.of("duckdb:", "select 1"), Roles.targets("a", "b")))
                .hasMessage("in the database, tasks and labels are columns: --task COL --target COL");
        assertThatThrownBy(() -> InDatabase.of(Query.of("duckdb:", "select 1"), plain.categorical("kind")))
                .hasMessage("in the database, features are numbers; 'kind' is a text: read the rows instead (leave"
                        + " --in-database out)");
        assertThatThrownBy(() ->
                        InDatabase.of(Query.of("duckdb:", "select 1"), plain).folds(5, 1))
                .hasMessage("rows are dealt to folds by a key: name the columns that tell rows apart (--id), or give"
                        + " lambda");
        assertThatThrownBy(
                        () -> InDatabase.of(Query.of("duckdb:", "select 1 as k, t, y, y as z " + rows), plain.id("k"))
                                .folds(2, 1)
                                .moments())
                .hasMessage(
                        "duckdb query: 1 times several rows of a task have the same k, which must tell them apart so"
                                + " that folds are the same every time");
    }

    @Test
    void textsInSqliteAreFoundCellByCell() throws SQLException {
        Database sqlite = database("sqlite");
        try (Connection connection = sqlite.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table odd (t, y, x)");
            statement.execute("insert into odd values (1, 2.5, 3), (1, 4, 'many'), (1, 7, 2)");
            connection.commit();
        }
        assertThatThrownBy(() -> InDatabase.of(
                                Query.of(sqlite, "select * from odd"),
                                Roles.task("t").target("y"))
                        .moments())
                .hasMessage(
                        "sqlite query: column \"x\" holds 1 text; categories, texts, dates, yes and no are made into"
                                + " features of rows: --drop it, or read the rows instead");
    }
}
