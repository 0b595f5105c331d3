package dev.kith.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong with a file is said with its name, the line, the column, the rule and what was found. */
class TableErrorsTest {
    private static final Roles LONG = Roles.task("t").target("y");
    private static final Roles WIDE = Roles.targets("y", "z");

    @TempDir
    Path folder;

    private Dataset read(String name, byte[] bytes, Roles roles) throws IOException {
        return Tables.read(Files.write(folder.resolve(name), bytes)).dataset(roles);
    }

    private void assertRefused(String name, byte[] bytes, Roles roles, String message) {
        assertThatThrownBy(() -> read(name, bytes, roles))
                .isInstanceOf(DataException.class)
                .hasMessage(message);
    }

    static Stream<Arguments> badTables() {
        return Stream.of(
                // the file as a whole
                arguments("", LONG, "f.csv: the file is empty, a header with the names of the columns is needed"),
                arguments("\n\r\n", LONG, "f.csv: the file is empty, a header with the names of the columns is needed"),
                arguments("t,y,x\n", LONG, "f.csv: no rows"),
                arguments("t,y,x\nA,,1\nB, ,2\n", LONG, "f.csv: none of the 2 rows has a label"),
                // rows that do not fit
                arguments(
                        "t,y,x\nA,1,2\nA,1\n",
                        LONG,
                        "f.csv:3: every row must have 3 fields as the header has, this one has 2"),
                arguments(
                        "t,y,x\nA,1,2,3,4\n",
                        LONG,
                        "f.csv:2: every row must have 3 fields as the header has, this one has more"),
                arguments(
                        "t,y,x\n\"A\nB\",1,2\nA\n",
                        LONG,
                        "f.csv:4: every row must have 3 fields as the header has, this one has 1"),
                arguments("t,y,x\nA,1,2\n\"A,1,2\nA,1,2\n", LONG, "f.csv:3: a quote is opened and never closed"),
                arguments(
                        "t,y,x\n\"A\"B,1,2\n",
                        LONG,
                        "f.csv:2: a closing quote must be followed by a separator or the end of the line"),
                // features
                arguments(
                        "t,y,age\nA,1,2\nB,1,n/a\n",
                        LONG.features("age").impute(false),
                        "f.csv:3: column 'age': \"n/a\" is missing, a number is needed (task 'B')"),
                arguments(
                        "t,y,age\nA,1,\n",
                        LONG.impute(false),
                        "f.csv:2: column 'age': is blank, a number is needed (task 'A')"),
                arguments(
                        "t,y,age\nA,1,NaN\n",
                        LONG.impute(false),
                        "f.csv:2: column 'age': \"NaN\" is missing, a number is needed (task 'A')"),
                arguments(
                        "t,y,age\nA,1,-999\n",
                        LONG.impute(false).missing(List.of("-999.0")),
                        "f.csv:2: column 'age': \"-999\" is missing, a number is needed (task 'A')"),
                arguments(
                        "t,y,age\nA,1,-Infinity\n",
                        LONG,
                        "f.csv:2: column 'age': \"-Infinity\" is not a finite number (task 'A')"),
                arguments(
                        "t,y,age\nA,1,1e400\n",
                        LONG,
                        "f.csv:2: column 'age': \"1e400\" is not a finite number (task 'A')"),
                arguments(
                        "t,y,age\nA,1,0x1p3\n",
                        LONG.features("age"),
                        "f.csv:2: column 'age': \"0x1p3\" is not a number (task 'A')"),
                arguments(
                        "t,y,age\nA,1,1d\n",
                        LONG.features("age"),
                        "f.csv:2: column 'age': \"1d\" is not a number (task 'A')"),
                arguments(
                        "y,z,age\n1,2,3\n\n1,2,1f\n",
                        WIDE.features("age"),
                        "f.csv:4: column 'age': \"1f\" is not a number"),
                arguments(
                        "t,y,c,a,s\nA,1,red,3,big\n",
                        LONG,
                        "f.csv:2: column 'c': \"red\" is not a number; text columns ('c', 's') are included one-hot (--categorical c,s) or left out (--drop c,s) (task 'A')"),
                arguments(
                        "t,y,c,a,s\nA,1,2,3,4\nA,1,2,x,y\n",
                        LONG,
                        "f.csv:3: column 'a': \"x\" is not a number; text columns ('a') are included one-hot (--categorical a) or left out (--drop a) (task 'A')"),
                arguments(
                        "t,y,c,a\nA,1,31.12.2024,red\n",
                        LONG,
                        "f.csv:2: column 'c': \"31.12.2024\" is not a number; dates are learned from (--date c) or left out (--drop c) (task 'A')"),
                arguments(
                        "t,y,c\nA,1,\n",
                        LONG.categorical("c").impute(false),
                        "f.csv:2: column 'c': is blank, a category is needed (task 'A')"),
                arguments(
                        "t,y,c\nA,1,red\nB,1,green\n",
                        LONG.features("c=red", "c=blue"),
                        "f.csv:3: column 'c': \"green\" is a new category, known are 'red', 'blue' (task 'B')"),
                arguments(
                        "t,y,s\nA,1,\n",
                        LONG.strings("s"),
                        "f.csv:2: column 's': is blank, a string is needed (task 'A')"),
                // tasks, labels, weights
                arguments("t,y,x\n,1,2\n", LONG, "f.csv:2: column 't': is blank, the name of a task is needed"),
                arguments(
                        "t,y,x\nshcool,1,2\n",
                        LONG.knownTasks(List.of("school", "house")),
                        "f.csv:2: column 't': unknown task 'shcool'; did you mean 'school'?"),
                arguments(
                        "t,y,x\nA,1,2\nA,1e999,2\n",
                        LONG,
                        "f.csv:3: column 'y': \"1e999\" is not a finite number, as the labels before it are (task 'A')"),
                arguments("t,y,x\nA,inf,2\n", LONG, "f.csv:2: column 'y': \"inf\" is not a finite number (task 'A')"),
                arguments(
                        "t,y,x\nA,1,2\nA,yes,2\n",
                        LONG,
                        "f.csv:3: column 'y': \"yes\" is not a number, as the labels before it are (task 'A')"),
                arguments(
                        "t,y,x\nA,yes,2\nA,no,2\nB,maybe,1\n",
                        LONG,
                        "f.csv:4: column 'y': \"maybe\" is a third label, text labels must have two values, so far 'yes' and 'no' (task 'B')"),
                arguments(
                        "t,y,x\nA,yes,2\nA,,2\nB,yes,1\n",
                        LONG,
                        "f.csv: all labels are \"yes\", text labels must have two values"),
                arguments(
                        "y,z,x\n1,no,2\n",
                        WIDE,
                        "f.csv:2: column 'z': \"no\" is not a number, as the labels before it are"),
                arguments(
                        "t,y,x,w\nA,1,2,-1\n",
                        LONG.weight("w"),
                        "f.csv:2: column 'w': \"-1\" is not a number >= 0 (task 'A')"),
                arguments(
                        "t,y,x,w\nA,1,2,\n",
                        LONG.weight("w"),
                        "f.csv:2: column 'w': is blank, a number is needed (task 'A')"),
                // roles that do not fit
                arguments("t,yy,x\nA,1,2\n", LONG, "f.csv: unknown column 'y'; did you mean 'yy'? (target)"),
                arguments(
                        "school,score,x\nA,1,2\n",
                        Roles.task("school").target("scores"),
                        "f.csv: unknown column 'scores'; did you mean 'score'? (target)"),
                arguments(
                        "t,y,x\nA,1,2\n",
                        LONG.drop("height"),
                        "f.csv: unknown column 'height'; there are 't', 'y', 'x' (drop)"),
                arguments(
                        "t,y,x\nA,1,2\n",
                        LONG.features("x", "colour=red"),
                        "f.csv: unknown column 'colour=red'; there are 't', 'y', 'x' (features)"),
                arguments("t,y,x\nA,1,2\n", LONG.weight("y"), "f.csv: column 'y' cannot be both target and weight"),
                arguments(
                        "t,y,x\nA,1,2\n",
                        LONG.features("x").drop("x"),
                        "f.csv: column 'x' cannot be both features and drop"),
                arguments("t,y,x\nA,1,2\n", LONG.features("x", "x"), "f.csv: column 'x' is named twice in features"),
                arguments(
                        "t,y,x\nA,1,2\n",
                        Roles.targets("y").target("t"),
                        "f.csv: data is long (task, target), wide (targets) or of several classes (classes), got targets and target"),
                arguments(
                        "t,y,x\nA,1,2\n",
                        Roles.task("t"),
                        "f.csv: no label column: long data needs a task and a target, wide data targets, classes a class"),
                arguments("t,y,x\nA,1,2\n", LONG.drop("x"), "f.csv: no column is left to be a feature"),
                arguments(
                        "t,y,x\nA,1,2\n",
                        LONG.strings("x").categorical("t"),
                        "f.csv: column 't' cannot be both task and categorical"),
                arguments(
                        "t,y,x,c\nA,1,2,d\n",
                        LONG.strings("x").categorical("c"),
                        "f.csv: the input is either the string column 'x' or features, not both"),
                arguments("y,z,x\n1,2,3\n", WIDE.knownTasks(List.of("y")), "f.csv: unknown task 'z'; there are 'y'"));
    }

    @ParameterizedTest
    @MethodSource("badTables")
    void badTablesAreRefused(String text, Roles roles, String message) {
        assertRefused("f.csv", text.getBytes(StandardCharsets.UTF_8), roles, message);
    }

    static Stream<Arguments> badLibsvm() {
        return Stream.of(
                arguments("", "f.svm: no rows"),
                arguments("# only a comment\n", "f.svm: no rows"),
                arguments("qid:a 1:2\n", "f.svm: none of the 1 rows has a label"),
                arguments("1e400 qid:a 1:2\n", "f.svm:1: label: \"1e400\" is not a finite number"),
                arguments(
                        "1 qid:a 1:2\nx qid:a 1:2",
                        "f.svm:2: label: \"x\" is not a number, as the labels before it are"),
                arguments("1 qid: 1:2\n", "f.svm:1: \"qid:\" is blank, the name of a task is needed"),
                arguments(
                        "1 qid:a 1:2\n\n1 2:2\n",
                        "f.svm:3: either every row names its task (qid:TASK) or none does, the rows before do"),
                arguments(
                        "1 1:2\r\n1 qid:a 2:2\r\n",
                        "f.svm:2: either every row names its task (qid:TASK) or none does, the rows before do not"),
                arguments(
                        "1 qid:a 0:2\n",
                        "f.svm:1: \"0:2\" must be index:value with an index from 1 to 16777216 (task 'a')"),
                arguments(
                        "1 qid:a 16777217:2\n",
                        "f.svm:1: \"16777217:2\" must be index:value with an index from 1 to 16777216 (task 'a')"),
                arguments(
                        "1 qid:a 99999999999999:2\n",
                        "f.svm:1: \"99999999999999:2\" must be index:value with an index from 1 to 16777216 (task 'a')"),
                arguments(
                        "1 qid:a :2\n",
                        "f.svm:1: \":2\" must be index:value with an index from 1 to 16777216 (task 'a')"),
                arguments(
                        "1 qid:a 2\n",
                        "f.svm:1: \"2\" must be index:value with an index from 1 to 16777216 (task 'a')"),
                arguments(
                        "1 qid:a b:2\n",
                        "f.svm:1: \"b:2\" must be index:value with an index from 1 to 16777216 (task 'a')"),
                arguments(
                        "1 qid:a 2:1 2:1\n",
                        "f.svm:1: \"2:1\" has an index that does not ascend, 2 came before (task 'a')"),
                arguments(
                        "1 qid:a 2:1 1:1\n",
                        "f.svm:1: \"1:1\" has an index that does not ascend, 2 came before (task 'a')"),
                arguments("1 qid:a 2:NaN\n", "f.svm:1: \"2:NaN\" is not a finite number (task 'a')"),
                arguments("1 qid:a 2:\n", "f.svm:1: \"2:\" is blank, a number is needed (task 'a')"),
                arguments("1 qid:a 2:1:1\n", "f.svm:1: \"2:1:1\" is not a number (task 'a')"));
    }

    @ParameterizedTest
    @MethodSource("badLibsvm")
    void badLibsvmFilesAreRefused(String text, String message) {
        assertRefused("f.svm", text.getBytes(StandardCharsets.UTF_8), Roles.none(), message);
    }

    @Test
    void rolesThatMeanNothingForLibsvmAreRefused() {
        byte[] row = "1 qid:a 1:2\n".getBytes(StandardCharsets.UTF_8);
        assertRefused(
                "f.svm", row, LONG, "f.svm: a LIBSVM file has task, label and features in place, task has no meaning");
        assertRefused(
                "f.svm",
                row,
                Roles.none().features("age"),
                "f.svm: unknown feature 'age'; a LIBSVM file has x1, x2, ... up to x16777216");
        assertRefused(
                "f.svm",
                row,
                Roles.none().knownTasks(List.of("b", "c")),
                "f.svm:1: unknown task 'a'; there are 'b', 'c'");
        byte[] plain = "1 1:2\n".getBytes(StandardCharsets.UTF_8);
        assertRefused(
                "f.svm",
                plain,
                Roles.none().knownTasks(List.of("b", "c")),
                "f.svm:1: qid:TASK is needed, there are 2 tasks");
    }

    @Test
    void bytesThatAreNotTextAreRefusedWithTheirLine() {
        byte[] latin = "t,y,x\nA,1,2\nM\u00fcnchen,1,2\n".getBytes(StandardCharsets.ISO_8859_1);
        assertRefused(
                "f.csv",
                latin,
                LONG,
                "f.csv:3: not UTF-8 text (byte 0xfc); tables of older programs are often --encoding windows-1252 or ISO-8859-1");
        byte[] cut = Arrays.copyOf("t,y,x\nA,1,2\n\u00fc".getBytes(StandardCharsets.UTF_8), 13);
        assertRefused(
                "f.csv",
                cut,
                LONG,
                "f.csv:3: not UTF-8 text (byte 0xc3); tables of older programs are often --encoding windows-1252 or ISO-8859-1");
        assertRefused(
                "f.svm",
                new byte[] {'1', ' ', '1', ':', '2', '\n', (byte) 0xff},
                Roles.none(),
                "f.svm:2: not UTF-8 text (byte 0xff)");
    }

    @Tag("lengthy")
    @Test
    void linesWithoutEndAreRefusedBeforeTheyFillTheMemory() {
        assertThatThrownBy(() -> drain(Format.CSV, endless("t,y,x\nA,1,", '1')))
                .isInstanceOf(DataException.class)
                .hasMessage("-:2: a line must have at most 67108864 characters, this one has more");
        assertThatThrownBy(() -> drain(Format.LIBSVM, endless("1 qid:a 1:2\n", ' ')))
                .isInstanceOf(DataException.class)
                .hasMessage("-:2: a line must have at most 67108864 bytes, this one has more");
        assertThatThrownBy(() -> drain(Format.CSV, endless("t,y,x\n\"", '\n')))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("-:2: not a readable record: ");
    }

    private static void drain(Format format, InputStream in) {
        try (RowStream rows = Tables.stream("-", in, format, format == Format.LIBSVM ? Roles.none() : LONG)) {
            while (rows.next()) {
                assertThat(rows.line()).isPositive();
            }
        }
    }

    private static InputStream endless(String start, char then) {
        InputStream first = new ByteArrayInputStream(start.getBytes(StandardCharsets.UTF_8));
        return new InputStream() {
            @Override
            public int read() throws IOException {
                int next = first.read();
                return next < 0 ? then : next;
            }

            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                int count = first.read(to, offset, length);
                if (count <= 0) {
                    Arrays.fill(to, offset, offset + length, (byte) then);
                    return length;
                }
                return count;
            }
        };
    }

    @Test
    void filesThatCannotBeReadAreRefused() throws IOException {
        assertThatThrownBy(() -> Tables.read(folder.resolve("none.csv")))
                .isInstanceOf(DataException.class)
                .hasMessage("none.csv: no such file");
        Files.createDirectory(folder.resolve("d.svm"));
        assertThatThrownBy(() -> Tables.read(folder.resolve("d.svm")))
                .isInstanceOf(DataException.class)
                .hasMessage("d.svm: is a directory, a file is needed");
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }

    @Test
    void damagedGzipIsRefusedWhereverItIsCutOrChanged() throws IOException {
        byte[] good = gzip("t,y,x\nA,1,2\nB,3,4\n");
        assertThat(read("f.csv.gz", good, LONG).size()).isEqualTo(2);
        for (int length = 2; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            assertRefused("f.csv.gz", cut, LONG, "f.csv.gz: cannot be read: the gzip data ends too early");
        }
        // any bit after the header, but for the few that fill up the last byte of the packed data
        int accepted = 0;
        for (int bit = 80; bit < 8 * good.length; bit++) {
            byte[] changed = good.clone();
            changed[bit / 8] ^= (byte) (1 << (bit % 8));
            try {
                assertThat(read("f.csv.gz", changed, LONG).label(1)).isEqualTo(3);
                accepted++;
            } catch (DataException e) {
                assertThat(e).hasMessageContaining("f.csv.gz");
            }
        }
        assertThat(accepted).isLessThan(8);
    }

    @Test
    void membersOfOneGzipFileFollowEachOther() throws IOException {
        ByteArrayOutputStream two = new ByteArrayOutputStream();
        two.write(gzip("t,y,x\nA,1,2\n"));
        two.write(gzip("B,3,4\n"));
        assertThat(read("f.csv.gz", two.toByteArray(), LONG).size()).isEqualTo(2);
        two.write('x');
        assertRefused("f.csv.gz", two.toByteArray(), LONG, "f.csv.gz: cannot be read: the gzip data ends too early");
        two.write(new byte[] {'y', 'z'});
        assertRefused(
                "f.csv.gz",
                two.toByteArray(),
                LONG,
                "f.csv.gz: cannot be read: damaged gzip data: no header where one must be");
    }

    @Test
    void rowsToPredictMustHaveTheFeaturesOfTheModel() throws IOException {
        Table table = Tables.read(Files.writeString(folder.resolve("n.csv"), "a,c\n1,red\n"));
        assertThatThrownBy(() -> table.rows(Roles.none().features("a", "b")))
                .isInstanceOf(DataException.class)
                .hasMessage("n.csv: unknown column 'b'; there are 'a', 'c' (features)");
        assertThatThrownBy(() -> table.rows(Roles.none()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("roles must name features or a string column, got {}");
    }
}
