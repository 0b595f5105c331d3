package dev.kith.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.inspect.Inspect;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.model.LinearModel;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same table gives the same model, wherever it comes from. */
class TableSourcesTest {
    private static final Roles ROLES =
            Roles.task("shop").target("sold").categorical("kind").weight("trust");
    private static final String COLUMNS = "shop,price,kind,sold,trust";

    @TempDir
    static Path directory;

    private static Path csv = Path.of("");

    @BeforeAll
    static void writeTable() throws IOException {
        csv = example(directory);
    }

    /** A table with quotes, commas, missing labels and numbers of many digits. */
    static Path example(Path directory) throws IOException {
        Random random = new Random(4);
        StringBuilder text = new StringBuilder(COLUMNS + "\n");
        for (int i = 0; i < 300; i++) {
            double price = random.nextGaussian() * Math.pow(10, random.nextInt(7) - 3);
            String kind = List.of("tea", "\"fine, black\"", "it's").get(random.nextInt(3));
            String sold = random.nextInt(10) == 0 ? "" : Double.toString(price * (1 + i % 4) + random.nextGaussian());
            text.append("shop ")
                    .append((char) ('A' + i % 4))
                    .append(',')
                    .append(price)
                    .append(',')
                    .append(kind)
                    .append(',')
                    .append(sold)
                    .append(',')
                    .append(random.nextInt(3))
                    .append('\n');
        }
        return Files.writeString(directory.resolve("sales.csv"), text);
    }

    /** What DuckDB itself makes of the table, as another program would have written it. */
    private static Path exported(String name, String options) throws SQLException {
        Path file = directory.resolve(name);
        duck("COPY (SELECT * FROM read_csv('" + csv + "')) TO '"
                + file.toString().replace("'", "''") + "' " + options);
        return file;
    }

    private static void duck(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement each = connection.createStatement()) {
            each.execute(statement);
        }
    }

    private static LinearModel model(Table table) {
        Dataset data = table.dataset(ROLES);
        assertThat(data.inputs().rows()).isGreaterThan(200);
        return (LinearModel) new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(1), 0.01)
                .train(data)
                .model();
    }

    private static void sameAsCsv(Table table) {
        LinearModel expected = model(Tables.read(csv));
        LinearModel found = model(table);
        assertThat(found.info().tasks()).isEqualTo(expected.info().tasks());
        assertThat(found.info().features()).isEqualTo(expected.info().features());
        assertThat(found.weights()).isEqualTo(expected.weights());
        assertThat(found.intercepts()).isEqualTo(expected.intercepts());
    }

    @Test
    void gzipped() throws IOException {
        Path file = directory.resolve("sales.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            Files.copy(csv, out);
        }
        sameAsCsv(Tables.read(file));
    }

    @Test
    void parquet() throws SQLException {
        Table table = Tables.read(exported("sales.parquet", "(FORMAT parquet)"));
        assertThat(table.name()).isEqualTo("sales.parquet");
        assertThat(table.header()).containsExactly(COLUMNS.split(","));
        sameAsCsv(table);
    }

    /** Names that mean something to a shell, to SQL and to patterns of names. */
    @Test
    void filesWithStrangeNames() throws SQLException {
        sameAsCsv(Tables.read(exported("it's [1] *.parquet", "(FORMAT parquet)")));
    }

    @Test
    void jsonLines() throws SQLException {
        sameAsCsv(Tables.read(exported("sales.jsonl", "(FORMAT json)")));
    }

    @Test
    void severalFilesByAPattern() throws SQLException, IOException {
        Path parts = Files.createDirectory(directory.resolve("parts"));
        for (int part = 0; part < 3; part++) {
            duck("COPY (SELECT * FROM read_csv('" + csv + "') LIMIT 100 OFFSET " + 100 * part + ") TO '"
                    + parts.resolve("part" + part + ".parquet") + "' (FORMAT parquet)");
        }
        sameAsCsv(Tables.read(parts.resolve("*.parquet")));
    }

    @Test
    void inspectionSeesOtherKindsToo() throws SQLException {
        var seen = Inspect.file(exported("look.parquet", "(FORMAT parquet)")).run();
        assertThat(seen.columns()).hasSize(5);
        assertThat(seen.name()).isEqualTo("look.parquet");
    }

    @Test
    void aFileThatIsNotWhatItSaysIsRefusedByName() throws IOException {
        Path broken = Files.writeString(directory.resolve("broken.parquet"), "shop,price\n1,2\n");
        assertThatThrownBy(() -> Tables.read(broken))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("broken.parquet")
                .hasMessageNotContaining(directory.toString());
        assertThatThrownBy(() -> Tables.read(directory.resolve("absent.parquet")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("absent.parquet")
                .hasMessageNotContaining(directory.toString());
    }

    /** A file that is written anew is read anew. */
    @Test
    void copiesDoNotOutliveChanges() throws SQLException, IOException {
        Path file = exported("changing.parquet", "(FORMAT parquet)");
        assertThat(Tables.read(file).header()).hasSize(5);
        Files.delete(file);
        duck("COPY (SELECT 1 AS a, 2 AS b) TO '" + file + "' (FORMAT parquet)");
        assertThat(Tables.read(file).header()).containsExactly("a", "b");
    }

    @Test
    void sqlite() throws SQLException {
        String url = "sqlite:" + directory.resolve("sales.db");
        fill("jdbc:" + url);
        sameAsCsv(Query.of(url, "select * from sales order by id").table(), "id");
    }

    @Test
    void h2() throws SQLException {
        String url = "h2:" + directory.resolve("sales");
        fill("jdbc:" + url);
        sameAsCsv(
                Query.of(
                                url,
                                "select shop \"shop\", price \"price\", kind \"kind\", sold \"sold\", trust \"trust\" from sales order by id")
                        .table(),
                "");
    }

    @Test
    void duckDatabase() throws SQLException {
        String url = "duckdb:" + directory.resolve("sales.duck");
        fill("jdbc:" + url);
        sameAsCsv(Query.of(url, "select * from sales order by id").table(), "id");
    }

    private static void sameAsCsv(Table table, String dropped) {
        same(csv, table, dropped);
    }

    static void same(Path csv, Table table, String dropped) {
        LinearModel expected = model(Tables.read(csv));
        Dataset data = table.dataset(dropped.isEmpty() ? ROLES : ROLES.drop(dropped));
        LinearModel found = (LinearModel) new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(1), 0.01)
                .train(data)
                .model();
        assertThat(found.weights()).isEqualTo(expected.weights());
    }

    /** The table in a database, row by row. */
    private static void fill(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            fill(csv, connection);
        }
    }

    static void fill(Path csv, Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table sales (id integer primary key, shop varchar(20), price double precision,"
                    + " kind varchar(20), sold double precision, trust integer)");
        }
        Table table = Tables.read(csv);
        try (PreparedStatement insert = connection.prepareStatement("insert into sales values (?, ?, ?, ?, ?, ?)")) {
            List<List<String>> columns =
                    List.of(COLUMNS.split(",")).stream().map(table::column).toList();
            for (int i = 0; i < columns.get(0).size(); i++) {
                insert.setInt(1, i);
                insert.setString(2, columns.get(0).get(i));
                insert.setDouble(3, Double.parseDouble(columns.get(1).get(i)));
                insert.setString(4, columns.get(2).get(i));
                String sold = columns.get(3).get(i);
                insert.setObject(5, sold.isEmpty() ? null : Double.valueOf(sold), java.sql.Types.DOUBLE);
                insert.setInt(6, Integer.parseInt(columns.get(4).get(i)));
                insert.executeUpdate();
            }
        }
    }

    @Test
    void queriesAreRefusedInWords() {
        assertThatThrownBy(() -> Query.of("postgresql://ann:secret@host/db", "select 1"))
                .hasMessageContaining("must not hold a password")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> Query.of("postgresql://host/db?password=secret", "select 1"))
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> Query.of("postgresql://ann@host/db", "select 1"))
                .hasMessageContaining("must not name the user");
        assertThatThrownBy(() -> Query.of("duckdb:", "select * from nothing").table())
                .isInstanceOf(DataException.class)
                .hasMessageContaining("nothing");
        assertThatThrownBy(() -> Query.of("nosuch:db", "select 1").table())
                .isInstanceOf(DataException.class)
                .hasMessageContaining("nosuch");
        assertThatThrownBy(() -> Query.of("duckdb:", " ")).hasMessageContaining("empty");
    }
}
