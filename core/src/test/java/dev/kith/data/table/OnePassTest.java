package dev.kith.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.moments.Moments;
import dev.kith.data.moments.OnePass;
import dev.kith.data.prepare.Preparation;
import dev.kith.data.read.FileBytes;
import dev.kith.linalg.Matrix;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows read once and collapsed have the moments of the rows read whole. */
class OnePassTest {
    private static final OnePass AT_ONCE = OnePass.folds(5, 1).withNumbers(100).withThreads(2);

    @TempDir
    private Path dir;

    private Path table(int rows, String labels) throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        StringBuilder text = new StringBuilder("shop,colour,size,price,y,w\n");
        for (int i = 0; i < rows; i++) {
            String colour = i < rows / 2 ? "red" : i % 2 == 0 ? "blue" : "green";
            String label = i % 17 == 0 ? "" : labels.equals("01") ? "" + i % 2 : number(random);
            text.append("s").append(i % 3).append(',').append(colour).append(',');
            text.append(number(random))
                    .append(',')
                    .append(number(random))
                    .append(',')
                    .append(label);
            text.append(',').append(1 + i % 4).append('\n');
        }
        return Files.writeString(dir.resolve("t.csv"), text);
    }

    private static String number(SplittableRandom random) {
        return String.format(Locale.ROOT, "%.4f", random.nextDouble(-3, 9));
    }

    private static final Roles ROLES =
            Roles.task("shop").target("y").weight("w").categorical("colour");

    @Test
    void aFileReadOnceHasTheMomentsOfTheRows() throws IOException {
        Table table = Tables.read(table(2000, ""));
        Dataset rows = Preparation.prepared(table.dataset(ROLES));
        Dataset once = table.dataset(ROLES, AT_ONCE);
        Dataset expected = Moments.of(rows, 5, 1).dataset();
        assertThat(once.collapsed()).isPresent();
        assertThat(once.inputs().features()).isEqualTo(rows.inputs().features());
        assertThat(once.labelsPerTask()).isEqualTo(rows.labelsPerTask());
        assertThat(once.source()).isEqualTo(rows.source());
        assertThat(once.columns()).isEqualTo(rows.columns());
        assertThat(sums(once)).isCloseTo(sums(expected), within(1e-9 * Math.abs(sums(expected))));
        assertThat(sums(once)).isCloseTo(sums(rows), within(1e-9 * Math.abs(sums(rows))));
    }

    private static double sums(Dataset data) {
        Matrix x = ((DenseInputs) data.inputs()).values();
        double sum = 0;
        for (int o = 0; o < data.size(); o++) {
            double z = data.label(o);
            for (int j = 0; j < x.cols(); j++) {
                z += (j + 1) * x.get(data.row(o), j);
            }
            sum += data.weight(o) * (1 + data.task(o)) * z * z;
        }
        return sum;
    }

    @Test
    void aPipeGivesWhatTheFileGives() throws IOException {
        Path file = table(2000, "");
        byte[] bytes = Files.readAllBytes(file);
        Dataset pipe = Tables.dataset("pipe", new ByteArrayInputStream(bytes), Format.CSV, ROLES, AT_ONCE);
        Dataset whole = Tables.read(file).dataset(ROLES, AT_ONCE);
        assertThat(((DenseInputs) pipe.inputs()).values().data())
                .isEqualTo(((DenseInputs) whole.inputs()).values().data());
        assertThat(pipe.source().sha256()).isEqualTo(whole.source().sha256());
    }

    @Test
    void fewRowsAndLabelsThatMayBeClassesAreKept() throws IOException {
        Table few = Tables.read(table(2000, ""));
        assertThat(few.dataset(ROLES, OnePass.folds(5, 1)).collapsed()).isEmpty();
        Table classes = Tables.read(table(2000, "01"));
        assertThat(classes.dataset(ROLES, AT_ONCE).collapsed()).isEmpty();
        assertThat(classes.dataset(ROLES, AT_ONCE.withSquared(true)).collapsed())
                .isPresent();
    }

    @Test
    void manyTasksOfFewRowsAreKept() throws IOException {
        StringBuilder text = new StringBuilder("shop,x1,x2,y\n");
        for (int i = 0; i < 900; i++) {
            text.append("s")
                    .append(i / 3)
                    .append(",1,")
                    .append(i)
                    .append(',')
                    .append(i % 7)
                    .append('\n');
        }
        Path file = Files.writeString(dir.resolve("many.csv"), text);
        assertThat(Tables.read(file)
                        .dataset(Roles.task("shop").target("y"), AT_ONCE)
                        .collapsed())
                .isEmpty();
    }

    @Test
    void mistakesAreNamedAsEver() throws IOException {
        Path file = table(2000, "");
        Files.writeString(file, Files.readString(file, StandardCharsets.UTF_8) + "s1,red,oops,1,2,1\n");
        assertThatThrownBy(() -> Tables.read(file).dataset(ROLES, AT_ONCE))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("t.csv:2002: column 'size': \"oops\" is not a number");
    }

    private Path withColumn(double centre, double spread) throws IOException {
        SplittableRandom random = new SplittableRandom(6);
        StringBuilder text = new StringBuilder("shop,size,year,y\n");
        for (int i = 0; i < 600; i++) {
            text.append("s").append(i % 3).append(',').append(number(random)).append(',');
            text.append(centre + spread * random.nextDouble())
                    .append(',')
                    .append(number(random))
                    .append('\n');
        }
        return Files.writeString(dir.resolve("far.csv"), text);
    }

    @ParameterizedTest
    @CsvSource({"1e15, 8, lies around", "0, 1.7e308, has values too large to be summed"})
    void whatLosesItsDigitsIsReadAgainAsRowsFromAFileAndRefusedByNameFromAPipe(
            double centre, double spread, String words) throws IOException {
        Path file = withColumn(centre, spread);
        Roles roles = Roles.task("shop").target("y");
        Dataset rows = Tables.read(file).dataset(roles, AT_ONCE);
        assertThat(rows.collapsed()).isEmpty();
        assertThat(rows.size()).isEqualTo(600);
        ByteArrayInputStream pipe = new ByteArrayInputStream(Files.readAllBytes(file));
        assertThatThrownBy(() -> Tables.dataset("pipe", pipe, Format.CSV, roles, AT_ONCE))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("pipe: feature 'year' " + words);
    }

    /** Before, whatever was wrong had the whole file read a second time, as rows. */
    @Test
    void anythingElseThatIsWrongIsSaidAtOnce() throws IOException {
        Table table = Tables.read(withColumn(0, 1));
        Roles roles = Roles.task("shop").target("y");
        OnePass tooMany = OnePass.folds(1000, 1).withNumbers(100);
        assertThatThrownBy(() -> table.dataset(roles, tooMany))
                .isInstanceOf(DataException.class)
                .hasMessage("the data cannot be divided into 1000 folds: only 600 of its labels can be tested");
    }

    /** Tasks that keep coming with the rows leave nothing to collapse: rows are counted, once, and lie where they stay. */
    @ParameterizedTest
    @CsvSource({"5, 1", "500, 0"})
    void rowsOfTasksThatKeepComingAreCounted(int perTask, int times) throws IOException {
        StringBuilder text = new StringBuilder("shop,x,y\n");
        for (int i = 0; i < 2_000; i++) {
            text.append("s")
                    .append(i / perTask)
                    .append(',')
                    .append(i)
                    .append(',')
                    .append(i % 7)
                    .append('\n');
        }
        Path file = Files.writeString(dir.resolve("many.csv"), text);
        Roles roles = Roles.task("shop").target("y");
        AtomicInteger counted = new AtomicInteger();
        Dataset found;
        try (FileBytes bytes = FileBytes.open(file)) {
            found = Tables.gather(
                            "many.csv",
                            bytes,
                            Format.CSV,
                            dev.kith.data.layout.Reading.AUTO,
                            roles,
                            AT_ONCE,
                            () -> 1900 + counted.incrementAndGet(),
                            c -> {})
                    .orElseThrow();
        }
        assertThat(counted).hasValue(times);
        assertThat(found.collapsed().isEmpty()).isEqualTo(times == 1);
        if (times == 1) {
            Dataset rows = Tables.read(file).dataset(roles);
            assertThat(found.inputs()).isEqualTo(rows.inputs());
            assertThat(found.tasks()).isEqualTo(rows.tasks());
            assertThat(sums(found)).isEqualTo(sums(rows));
        }
    }
}
