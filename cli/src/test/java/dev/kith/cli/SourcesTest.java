package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.file.ModelFile;
import dev.kith.model.LinearModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command reads the same rows, whether they come from a file, a database, a pipe, or a condition on more of them. */
class SourcesTest {
    private static final String DEAR = "price > 8";
    private static final List<String> ROLES = List.of("--task", "shop", "--target", "sold", "--id", "id");

    @TempDir
    static Path directory;

    private static Path all = Path.of("");
    private static Path dear = Path.of("");
    private static Path model = Path.of("");
    private static String url = "";

    @BeforeAll
    static void writeTables() throws IOException, SQLException {
        url = "sqlite:" + directory.resolve("shop.db");
        Random random = new Random(8);
        StringBuilder every = new StringBuilder("id,shop,price,size,sold\n");
        StringBuilder some = new StringBuilder(every);
        try (Connection connection = DriverManager.getConnection("jdbc:" + url);
                Statement statement = connection.createStatement()) {
            statement.execute("create table sales (id integer, shop text, price real, size integer, sold real)");
            try (PreparedStatement insert = connection.prepareStatement("insert into sales values (?, ?, ?, ?, ?)")) {
                for (int i = 0; i < 200; i++) {
                    String shop = "shop " + "ABCD".charAt(i % 4);
                    double price = 10 + 3 * random.nextGaussian();
                    double sold = (1 + i % 4) * price + random.nextGaussian();
                    String row = i + "," + shop + "," + price + "," + i % 3 + "," + sold + "\n";
                    every.append(row);
                    some.append(price > 8 ? row : "");
                    insert.setInt(1, i);
                    insert.setString(2, shop);
                    insert.setDouble(3, price);
                    insert.setInt(4, i % 3);
                    insert.setDouble(5, sold);
                    insert.execute();
                }
            }
        }
        all = Files.writeString(directory.resolve("all.csv"), every);
        dear = Files.writeString(directory.resolve("dear.csv"), some);
        model = directory.resolve("model.kith");
        assertThat(fit(model, dear).code()).isZero();
    }

    private static Run run(String command, List<?> more) {
        List<Object> words = new ArrayList<>(List.of(command));
        words.addAll(more);
        return kith(words.toArray());
    }

    private static List<Object> with(List<?> words, Object... more) {
        List<Object> joined = new ArrayList<>(words);
        joined.addAll(List.of(more));
        return joined;
    }

    private static Run fit(Path to, Object... source) {
        return run("fit", with(with(ROLES, source), "--method", "mean", "--lambda", "0.1", "--keep-moments", "-o", to));
    }

    private static final String QUERY = "select * from sales where " + DEAR + " order by id";

    private static void sameModel(Path found) throws IOException {
        LinearModel expected = (LinearModel) ModelFile.read(model);
        LinearModel other = (LinearModel) ModelFile.read(found);
        assertThat(other.weights()).isEqualTo(expected.weights());
        assertThat(other.intercepts()).isEqualTo(expected.intercepts());
    }

    @Test
    void aModelIsTheSameFromEverySource() throws IOException {
        Path other = directory.resolve("other.kith");
        Run asked = fit(other, "--sql", url, "--query", QUERY);
        assertThat(asked.err()).isEmpty();
        assertThat(asked.out()).contains("Read sqlite query: ");
        sameModel(other);
        Path query = Files.writeString(directory.resolve("q.sql"), QUERY + ";\n");
        assertThat(fit(other, "--sql", "jdbc:" + url, "--query", "@" + query).code())
                .isZero();
        sameModel(other);
        Run some = fit(other, "--sql", url, "--query", "select * from sales order by id", "--where", DEAR);
        assertThat(some.err()).startsWith("Kept ").contains(" of 200 rows: ");
        sameModel(other);
        Run chosen = fit(other, all, "--where", DEAR);
        long rows = Files.readAllLines(dear).size() - 1L;
        assertThat(chosen.err())
                .isEqualTo("Kept " + rows + " of 200 rows: " + rows + " meet \"price > 8\"." + System.lineSeparator());
        sameModel(other);
        piped(all, () -> {
            assertThat(fit(other, "-", "--where", DEAR).code()).isZero();
            return "";
        });
        sameModel(other);
    }

    private interface Step {
        String run() throws IOException;
    }

    private static String piped(Path file, Step step) throws IOException {
        InputStream before = System.in;
        try (InputStream in = Files.newInputStream(file)) {
            System.setIn(in);
            return step.run();
        } finally {
            System.setIn(before);
        }
    }

    /** What is said of the rows differs by the name of the table only. */
    private static void sameAnswers(String command, Object... options) throws IOException {
        List<Object> first = command.equals("inspect") || command.equals("compare") ? List.of() : List.of(model);
        String expected = answer(run(command, with(with(first, dear), options)));
        assertThat(answer(run(command, with(with(first, "--sql", url, "--query", QUERY), options))))
                .isEqualTo(expected);
        assertThat(answer(run(command, with(with(first, all, "--where", DEAR), options))))
                .isEqualTo(expected);
        assertThat(piped(dear, () -> answer(run(command, with(with(first, "-"), options)))))
                .isEqualTo(expected);
    }

    private static String answer(Run run) {
        assertThat(run.code()).as(run.err()).isZero();
        return run.out()
                .replaceAll("(kept rows of )?\\w+\\.csv|sqlite query|standard input", "TABLE")
                .replaceAll("(?s)Next:.*", "")
                .replaceAll("(?s) seconds.*?rmse:", "rmse:")
                .replaceAll("[0-9.e-]+ s\\b", "TIME")
                .replaceAll("\\s+", " ");
    }

    @Test
    void everyCommandReadsTheSameRows() throws IOException {
        sameAnswers("predict", "--id", "id");
        sameAnswers("score");
        sameAnswers("explain", "--rows", "2");
        sameAnswers("inspect", "--task", "shop", "--target", "sold");
        sameAnswers("update", "-o", directory.resolve("updated.kith"));
        sameAnswers("adapt", "--name", "shop E", "-o", directory.resolve("adapted.kith"));
        sameAnswers(
                "compare",
                with(ROLES, "--methods", "mean", "--folds", "2", "--lambda", "0.1")
                        .toArray());
    }

    @Test
    void theCommandToRunNextReadsTheSameRows() {
        Run seen = kith("inspect", all, "--where", DEAR, "--sample", "50", "--seed", "4");
        assertThat(seen.out()).contains("kith compare " + all + " --where 'price > 8' --sample 50 --seed 4 --task");
        assertThat(seen.err()).contains("50 drawn at random (seed 4).");
    }

    @Test
    void samplesFollowTheSeed() {
        Object[] words = {"predict", model, all, "--id", "id", "--sample", "20", "--seed", "5"};
        String drawn = kith(words).out();
        assertThat(drawn.lines()).hasSize(21);
        assertThat(kith(words).out()).isEqualTo(drawn);
        words[8] = "6";
        assertThat(kith(words).out()).isNotEqualTo(drawn);
    }

    /** Read from one table, written into another, read again: the numbers of the CSV. */
    @Test
    void predictionsGoIntoATableAndComeBack() {
        Run csv = kith("predict", model, all, "--id", "id");
        Object[] words = {
            "predict",
            model,
            "--sql",
            url,
            "--query",
            "select * from sales order by id",
            "--id",
            "id",
            "--into",
            "ahead"
        };
        Run written = kith(words);
        assertThat(written.err()).isEmpty();
        assertThat(written.out()).isEqualTo("Predicted 200 rows into table ahead" + System.lineSeparator());
        Run back = kith("query", url, "select * from ahead order by id");
        assertThat(back.out().lines().toList()).isEqualTo(csv.out().lines().toList());
        assertThat(kith(words).err().strip())
                .isEqualTo("kith predict: sqlite: table 'ahead' is there already; append to it (--append), or name"
                        + " another one");
        Run more = run("predict", List.of(model, all, "--sql", url, "--into", "ahead", "--id", "id", "--append"));
        assertThat(more.err()).isEmpty();
        assertThat(kith("query", url, "select count(*) as n from ahead")
                        .out()
                        .lines()
                        .toList())
                .containsExactly("n", "400");
        refused(2, "--into needs --sql, the database with the table", "predict", model, all, "--into", "x");
        refused(2, "--append needs --into, the table that rows are added to", "predict", model, all, "--append");
        refused(
                2,
                "--into and -o are two places for the predictions: use one",
                "predict",
                model,
                all,
                "--sql",
                url,
                "--into",
                "x",
                "-o",
                "x.csv");
    }

    /** Sums from the database and the rows give the same weights and the same choice of lambda, up to rounding and folds. */
    @Test
    void rowsMayStayInTheDatabase() throws IOException {
        Path other = directory.resolve("sums.kith");
        Run sums = fit(other, "--sql", url, "--query", QUERY, "--in-database");
        assertThat(sums.err()).isEmpty();
        assertThat(sums.out())
                .contains("Read sqlite query: 156 rows, all used; 4 tasks, 2 features, 156 labels; rows collapsed into")
                .contains("Converged");
        LinearModel expected = (LinearModel) ModelFile.read(model);
        LinearModel found = (LinearModel) ModelFile.read(other);
        assertThat(found.info().tasks()).isEqualTo(expected.info().tasks());
        for (int k = 0; k < expected.weights().data().length; k++) {
            assertThat(found.weights().data()[k]).isCloseTo(expected.weights().data()[k], within(1e-8));
        }
        List<Object> compare =
                with(ROLES, "--sql", url, "--query", QUERY, "--in-database", "--methods", "mean", "--loss", "squared");
        Run compared = run("compare", compare);
        assertThat(compared.code()).as(compared.err()).isZero();
        assertThat(compared.out()).contains("leaving out one of 25 blocks");
        assertThat(answer(run("compare", compare))).isEqualTo(answer(compared));
        Run printed = run("compare", with(compare, "--print-sql"));
        assertThat(printed.out()).contains("WITH kith_rows AS (" + QUERY).contains("% 25 AS kith_fold");
        assertThat(printed.out().lines().filter(line -> line.equals(";"))).hasSize(4);
    }

    @Test
    void whatSumsCannotTellNeedsTheRows() {
        List<Object> sums = with(ROLES, "--sql", url, "--query", QUERY, "--in-database");
        List<List<Object>> cases = List.of(
                List.of("--loss 'logistic'", "--method", "mean", "--loss", "logistic"),
                List.of("--calibrate", "--method", "mean", "--calibrate"),
                List.of("--missing", "--method", "mean", "--missing", "-9"),
                List.of("--auto", "--method", "mean", "--auto"),
                List.of("--sample", "--method", "mean", "--sample", "9"));
        for (List<Object> each : cases) {
            Run run = run("fit", with(sums, each.subList(1, each.size()).toArray()));
            assertThat(run.code()).as(run.err()).isEqualTo(2);
            assertThat(run.err())
                    .contains("--in-database knows sums of rows, and ")
                    .contains(" needs the rows: read them");
        }
        assertThat(run("fit", with(sums, "--method", "mean", "--categorical", "size"))
                        .err()
                        .strip())
                .isEqualTo("kith fit: --in-database: in the database, features are numbers; 'size' is a text: read the"
                        + " rows instead (leave --in-database out)");
        refused(
                2,
                "--in-database needs --sql and --query, the rows to add up",
                with(List.of("fit", all, "--in-database", "--method", "mean"), ROLES.toArray())
                        .toArray());
        refused(
                2,
                "--print-sql prints what --in-database asks: it needs --in-database",
                with(List.of("fit", all, "--print-sql", "--method", "mean"), ROLES.toArray())
                        .toArray());
    }

    private static void refused(int code, String message, Object... words) {
        Run run = kith(words);
        assertThat(run.code()).isEqualTo(code);
        assertThat(run.err().lines().findFirst().orElse("")).isEqualTo("kith " + words[0] + ": " + message);
    }

    @Test
    void whatDoesNotFitTogetherIsRefused() {
        refused(2, "name the table: DATA, or --sql URL --query SQL", "predict", model);
        refused(
                2,
                "DATA and --query are two tables: name a file, or ask a database, not both",
                "predict",
                model,
                all,
                "--sql",
                url,
                "--query",
                "select 1");
        refused(2, "--query needs --sql, the database that is asked", "inspect", "--query", "select 1");
        refused(2, "--user needs --sql, the database that is asked", "inspect", all, "--user", "ann");
        refused(2, "--sql needs --query, the rows to read (SQL, or @FILE that holds it)", "inspect", "--sql", url);
        refused(2, "--sql needs --query, the rows to read, in place of DATA", "inspect", all, "--sql", url);
        refused(2, "--seed says which rows --sample keeps: it needs --sample", "inspect", all, "--seed", "2");
        refused(2, "--sample must be a whole number >= 1, got 0", "inspect", all, "--sample", "0");
        refused(
                2,
                "--where: condition 'price > 8; drop': one condition is wanted, not several statements; take the ';'"
                        + " out",
                "inspect",
                all,
                "--where",
                "price > 8; drop");
        refused(
                3,
                "all.csv:2: column 'shop': \"shop A\" is not a number, and the condition takes it for one",
                "inspect",
                all,
                "--where",
                "shop = 8");
        refused(
                2,
                "--split-file speaks of the rows of DATA by their number, which they do not keep with --sample",
                with(
                                List.of("compare", all, "--task", "shop", "--target", "sold"),
                                "--sample",
                                "9",
                                "--split-file",
                                all,
                                "--split-column",
                                "id")
                        .toArray());
    }

    @Test
    void badQueriesAndSecretsAreOneClearLine() {
        refused(
                3,
                "sqlite: [SQLITE_ERROR] SQL error or missing database (near \"selec\": syntax error)",
                "inspect",
                "--sql",
                url,
                "--query",
                "selec 1");
        Run secret = kith("inspect", "--sql", "postgresql://ann:word@host/db", "--query", "select 1");
        assertThat(secret.code()).isEqualTo(2);
        assertThat(secret.err())
                .startsWith("kith inspect: the URL of a database must not hold a password; give it apart: in the"
                        + " environment as KITH_DB_PASSWORD (or PGPASSWORD for PostgreSQL), or with --user on a"
                        + " terminal")
                .doesNotContain("word@");
    }
}
