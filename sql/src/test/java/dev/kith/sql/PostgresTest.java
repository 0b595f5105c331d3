package dev.kith.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.table.Table;
import dev.kith.export.SqlDialect;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real PostgreSQL server, started for the test where its programs are installed; skipped elsewhere. */
class PostgresTest {
    private static final String USER = "kith";
    private static Path home = Path.of("");
    private static int port;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Optional<Path> programs = programs();
        Assumptions.assumeTrue(programs.isPresent(), "PostgreSQL is not installed here");
        home = Files.createTempDirectory("kith-postgres");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path data = home.resolve("data");
        Path secret = Files.writeString(home.resolve("secret"), "word\n");
        allow();
        String initialised = run(
                programs.get().resolve("initdb").toString(),
                "-D",
                data.toString(),
                "-U",
                USER,
                "--auth=scram-sha-256",
                "--pwfile=" + secret,
                "-E",
                "UTF8",
                "--locale=C",
                "--no-sync");
        Assumptions.assumeTrue(Files.exists(data.resolve("PG_VERSION")), "no server can be made: " + initialised);
        String started = run(
                programs.get().resolve("pg_ctl").toString(),
                "-D",
                data.toString(),
                "-w",
                "-l",
                home.resolve("log").toString(),
                "-o",
                "-p " + port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories=" + home,
                "start");
        Assumptions.assumeTrue(started.contains("server started"), "no server can be started: " + started);
    }

    /** The server refuses to run as root: then it runs as postgres, who needs the directory. */
    private static boolean root() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static void allow() throws IOException, InterruptedException {
        if (root()) {
            Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
            new ProcessBuilder("chown", "-R", "postgres", home.toString())
                    .start()
                    .waitFor();
        }
    }

    private static Optional<Path> programs() throws IOException {
        Path versions = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(versions)) {
            return Optional.empty();
        }
        try (Stream<Path> found = Files.list(versions)) {
            return found.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.naturalOrder());
        }
    }

    private static String run(String... command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>();
        if (root()) {
            all.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
        }
        all.addAll(List.of(command));
        Path output = Files.createTempFile("kith-postgres", ".txt");
        Process process = new ProcessBuilder(all)
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        process.waitFor();
        String said = Files.readString(output);
        Files.delete(output);
        return said;
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        Optional<Path> programs = programs();
        if (programs.isEmpty() || home.toString().isEmpty()) {
            return;
        }
        run(
                programs.get().resolve("pg_ctl").toString(),
                "-D",
                home.resolve("data").toString(),
                "-m",
                "immediate",
                "-w",
                "stop");
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static String url() {
        return "postgresql://127.0.0.1:" + port + "/postgres";
    }

    @Test
    void theSameModelAsFromTheFile(@TempDir Path directory) throws SQLException, IOException {
        Path csv = TableSourcesTest.example(directory);
        try (Connection connection = DriverManager.getConnection("jdbc:" + url(), USER, "word")) {
            TableSourcesTest.fill(csv, connection);
        }
        Table table = Query.of(url(), "select shop, price, kind, sold, trust from sales order by id")
                .as(USER, "word".toCharArray())
                .table();
        TableSourcesTest.same(csv, table, "");
    }

    private static Database database() {
        return Database.at(url()).as(USER, "word".toCharArray());
    }

    @Test
    void tablesAreWrittenWholeOrNotAtAll() throws SQLException, IOException {
        TableWriterTest.comesBack(database());
        TableWriterTest.nothingIsLeft(database());
    }

    @Test
    void exportedModelsPredictAsTheyDoHere(@TempDir Path directory) throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection("jdbc:" + url(), USER, "word")) {
            SqlExportTest.predictsAsTheModel(connection, SqlDialect.POSTGRES, directory);
        }
    }

    @Test
    void sumsGiveTheFitOfTheRows(@TempDir Path directory) throws SQLException, IOException {
        InDatabaseTest.sameAsRows(database(), directory.resolve("rows.csv"));
    }

    @Test
    void typesAreReadAsCsvHasThem() throws SQLException {
        Table table = Query.of(
                        url(),
                        "select true as yes, date '2024-02-29' as day, 12345678901234567890.5::numeric as large,"
                                + " null::text as nothing, 0.1::float8 as tenth, 'a,\"b\"' as text")
                .as(USER, "word".toCharArray())
                .table();
        assertThat(table.header()).containsExactly("yes", "day", "large", "nothing", "tenth", "text");
        assertThat(table.column("yes")).containsExactly("true");
        assertThat(table.column("day")).containsExactly("2024-02-29");
        assertThat(table.column("large")).containsExactly("12345678901234567890.5");
        assertThat(table.column("nothing")).containsExactly("");
        assertThat(table.column("tenth")).containsExactly("0.1");
        assertThat(table.column("text")).containsExactly("a,\"b\"");
    }

    @Test
    void nothingIsWrittenAndSecretsAreNotSaid() {
        assertThatThrownBy(() -> Query.of(url(), "create table mischief (a int)")
                        .as(USER, "word".toCharArray())
                        .table())
                .isInstanceOf(DataException.class)
                .hasMessageContaining("read-only");
        assertThatThrownBy(() -> Query.of(url(), "select 1")
                        .as(USER, "wrong".toCharArray())
                        .table())
                .isInstanceOf(DataException.class)
                .hasMessageContaining("password authentication failed")
                .hasMessageNotContaining("wrong");
        assertThatThrownBy(() -> Query.of(url(), "select nosuch from pg_class")
                        .as(USER, "word".toCharArray())
                        .table())
                .isInstanceOf(DataException.class)
                .hasMessageContaining("nosuch");
    }
}
