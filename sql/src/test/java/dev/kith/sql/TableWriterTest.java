package dev.kith.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.table.Table;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written into a table is read from it again, and a table that fails is not there. */
class TableWriterTest {
    private static final String EVIL = "a\"b; drop table x; --";

    @TempDir
    Path directory;

    private Database database(String kind) {
        return Database.at(kind + ":" + directory.resolve("db-" + kind));
    }

    private Path csv(String text) throws IOException {
        return Files.writeString(directory.resolve("rows.csv"), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2", "duckdb"})
    void comesBackAsItWas(String kind) throws IOException {
        comesBack(database(kind));
    }

    static void comesBack(Database database) throws IOException {
        Path directory = Files.createTempDirectory("kith-writer");
        Path csv = Files.writeString(
                directory.resolve("rows.csv"),
                "key,code,ratio,task,prediction,\"a\"\"b; drop table x; --\",note\n"
                        + "9007199254740993,007,1.50,\"it's, \"\"A\"\"\",3,0.1,x\n"
                        + "-2,x,2,B,-1.7976931348623157e308,,\n"
                        + ",,,,,1e-300,\n");
        TableWriter writer = TableWriter.into(database, "Odd \"name\"; --");
        Set<String> keys = Set.of("key", "code", "ratio", "task");
        writer.check();
        assertThat(writer.write(csv, keys)).isEqualTo(3);
        Table found =
                Query.of(database, "select * from \"Odd \"\"name\"\"; --\"").table();
        assertThat(found.header()).containsExactly("key", "code", "ratio", "task", "prediction", EVIL, "note");
        assertThat(found.column("key")).containsExactly("9007199254740993", "-2", "");
        assertThat(found.column("code")).containsExactly("007", "x", "");
        assertThat(found.column("ratio")).containsExactly("1.50", "2", "");
        assertThat(found.column("task")).containsExactly("it's, \"A\"", "B", "");
        assertThat(found.column("prediction").stream().filter(t -> !t.isEmpty()).map(Double::valueOf))
                .containsExactly(3.0, -Double.MAX_VALUE);
        assertThat(found.column(EVIL).stream().filter(t -> !t.isEmpty()).map(Double::valueOf))
                .containsExactly(0.1, 1e-300);
        refusedAndAppended(database, writer, csv, keys);
    }

    private static void refusedAndAppended(Database database, TableWriter writer, Path csv, Set<String> keys) {
        String count = "select count(*) as \"n\" from \"Odd \"\"name\"\"; --\"";
        assertThatThrownBy(writer::check)
                .isInstanceOf(DataException.class)
                .hasMessage(database.kind()
                        + ": table 'Odd \"name\"; --' is there already; append to it (--append), or name another"
                        + " one");
        assertThatThrownBy(() -> writer.write(csv, keys)).hasMessageContaining("is there already");
        assertThat(Query.of(database, count).table().column("n")).containsExactly("3");
        assertThat(writer.appending().write(csv, keys)).isEqualTo(3);
        assertThat(Query.of(database, count).table().column("n")).containsExactly("6");
        assertThatThrownBy(
                        () -> TableWriter.into(database, "absent").appending().check())
                .hasMessage(database.kind() + ": there is no table 'absent' to append to, or it may not be read");
    }

    /** The last of many rows is refused by the table: none of them is there. */
    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2", "duckdb"})
    void allOrNothing(String kind) throws IOException, SQLException {
        nothingIsLeft(database(kind));
    }

    static void nothingIsLeft(Database database) throws IOException, SQLException {
        Path directory = Files.createTempDirectory("kith-writer");
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table \"few\" (\"k\" bigint check (\"k\" < 2500))");
            connection.commit();
        }
        StringBuilder rows = new StringBuilder("k\n");
        for (int i = 0; i <= 2_500; i++) {
            rows.append(i).append('\n');
        }
        Path csv = Files.writeString(directory.resolve("few.csv"), rows);
        assertThatThrownBy(() -> TableWriter.into(database, "few").appending().write(csv, Set.of("k")))
                .isInstanceOf(DataException.class)
                .message()
                .startsWith(database.kind() + ": ")
                .hasLineCount(1);
        assertThat(Query.of(database, "select count(*) as \"n\" from \"few\"")
                        .table()
                        .column("n"))
                .containsExactly("0");
    }

    private static boolean there(Database database, String table) {
        try {
            TableWriter.into(database, table).appending().check();
            return true;
        } catch (DataException e) {
            return false;
        }
    }

    /** In H2 making a table ends the transaction: what fails after that takes the table away. */
    @Test
    void aTableThatOutlivedItsTransactionIsTakenAway() throws IOException, SQLException {
        String url = "h2:" + directory.resolve("failing");
        Driver failing = failing("jdbc:" + url);
        DriverManager.registerDriver(failing);
        try {
            Path csv = csv("k,t\n1,x\n");
            assertThatThrownBy(() ->
                            TableWriter.into(Database.at("failing:h2"), "long").write(csv, Set.of("k", "t")))
                    .isInstanceOf(DataException.class)
                    .hasMessage("failing: the disk is full");
            assertThat(there(Database.at(url), "long")).isFalse();
            TableWriter.into(Database.at(url), "long").write(csv, Set.of("k", "t"));
            assertThat(there(Database.at(url), "long")).isTrue();
        } finally {
            DriverManager.deregisterDriver(failing);
        }
    }

    /** A database that is another one, but for the rows it takes. */
    private static Driver failing(String url) {
        return proxy(Driver.class, (method, arguments) -> switch (method.getName()) {
            case "acceptsURL" -> arguments[0].equals("jdbc:failing:h2");
            case "connect" -> arguments[0].equals("jdbc:failing:h2") ? failing(DriverManager.getConnection(url)) : null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static Connection failing(Connection connection) {
        return proxy(Connection.class, (method, arguments) -> {
            if (method.getName().equals("prepareStatement")) {
                throw new SQLException("the disk is full");
            }
            return method.invoke(connection, arguments);
        });
    }

    private interface Answer {
        @Nullable
        Object to(Method method, Object[] arguments) throws Exception;
    }

    private static <T> T proxy(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> 1;
                    case "toString" -> "proxy";
                    case "equals" -> self == arguments[0];
                    default -> answer.to(method, arguments);
                }));
    }

    @Test
    void namesAreTakenAsTheyAreWritten() {
        assertThat(List.of("a.b", "x").stream().map(TableName::of).map(TableName::quoted))
                .containsExactly("\"a\".\"b\"", "\"x\"");
        assertThatThrownBy(() -> TableName.of("a.")).hasMessage("a table is named as TABLE or SCHEMA.TABLE, got 'a.'");
    }
}
