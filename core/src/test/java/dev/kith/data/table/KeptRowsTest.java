package dev.kith.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.keep.Keep;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that are kept are the rows of the table, as they stand there. */
class KeptRowsTest {
    @TempDir
    Path directory;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private static String kept(Path file, Keep keep) throws IOException {
        return Files.readString(Tables.keep(file, keep).file());
    }

    @Test
    void bytesStayAsTheyAre() throws IOException {
        Path file = file(
                "odd.csv",
                "a, b ,\"c\"\r\n\r\n1,\"x\ny\", z\r2,\"say \"\"\r\n\"\"\",5\" pipe\n\n3,'=sum,\"4\"\n1,,\"\"");
        assertThat(kept(file, Keep.all().where("a = 1"))).isEqualTo("a, b ,\"c\"\n1,\"x\ny\", z\n1,,\"\"\n");
        assertThat(kept(file, Keep.all().where("a <> 1")))
                .isEqualTo("a, b ,\"c\"\n2,\"say \"\"\r\n\"\"\",5\" pipe\n3,'=sum,\"4\"\n");
        assertThat(kept(file, Keep.all().where("b like '%y' or a = 3")))
                .isEqualTo("a, b ,\"c\"\n1,\"x\ny\", z\n3,'=sum,\"4\"\n");
    }

    @Test
    void tabsAndGzipAreReadAsEver() throws IOException {
        Path tabs = file("t.tsv", "a\tb\n1\tx,y\n2\tz\n");
        Kept kept = Tables.keep(tabs, Keep.all().where("b = 'x,y'"));
        assertThat(Tables.read(kept.file()).column("b")).containsExactly("x,y");
        assertThat(kept).extracting(Kept::read, Kept::met, Kept::kept).containsExactly(2L, 1L, 1L);
        Path packed = directory.resolve("p.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write("a,b\n1,2\n3,4\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        }
        assertThat(kept(packed, Keep.all().where("a > 2"))).isEqualTo("a,b\n3,4\n");
        assertThat(Tables.keep(packed, Keep.all()).file()).isEqualTo(packed);
    }

    /** Random tables with quotes and line breaks: what the condition picks is what a plain loop over the cells picks. */
    @Test
    void randomTablesAreCutWhereTheyAreRead() throws IOException {
        long seed = 11;
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            StringBuilder text = new StringBuilder("n,t\n");
            int expected = 0;
            int rows = 1 + random.nextInt(40);
            for (int i = 0; i < rows; i++) {
                int n = random.nextInt(3);
                String cell = random.ints(random.nextInt(6), 0, 6)
                        .mapToObj(
                                c -> List.of("a", "\"", ",", "\n", "\r\n", " ").get(c))
                        .collect(Collectors.joining());
                text.append(n)
                        .append(",\"")
                        .append(cell.replace("\"", "\"\""))
                        .append('"')
                        .append(List.of("\n", "\r\n", "\n\n", "\r").get(random.nextInt(4)));
                expected += n == 1 ? 1 : 0;
            }
            Path file = file("r" + round + ".csv", text.toString());
            if (expected == 0) {
                continue;
            }
            Kept kept = Tables.keep(file, Keep.all().where("n = 1"));
            assertThat(Tables.read(kept.file()).column("t"))
                    .as("seed %s round %s", seed, round)
                    .hasSize(expected)
                    .isEqualTo(picked(file));
        }
    }

    private static List<String> picked(Path file) {
        List<String> numbers = Tables.read(file).column("n");
        List<String> texts = Tables.read(file).column("t");
        return IntStream.range(0, numbers.size())
                .filter(i -> numbers.get(i).equals("1"))
                .mapToObj(texts::get)
                .toList();
    }

    private Path numbered(int rows) throws IOException {
        return file(
                "n" + rows + ".csv",
                "i\n" + IntStream.range(0, rows).mapToObj(i -> i + "\n").collect(Collectors.joining()));
    }

    @Test
    void samplesAreExactDistinctInOrderAndTheSeedsOwn() throws IOException {
        Path file = numbered(5_000);
        for (int size : new int[] {1, 7, 1_025, 4_999}) {
            List<Integer> drawn = sample(file, Keep.all().sample(size, 3));
            assertThat(drawn).hasSize(size).doesNotHaveDuplicates().isSorted();
            assertThat(sample(file, Keep.all().sample(size, 3))).isEqualTo(drawn);
            assertThat(sample(file, Keep.all().sample(size, 4))).isNotEqualTo(drawn);
        }
        assertThat(sample(file, Keep.all().sample(6_000, 1))).hasSize(5_000);
        assertThat(sample(file, Keep.all().where("i >= 4990").sample(5, 1)))
                .hasSize(5)
                .allMatch(i -> i >= 4_990);
    }

    private static List<Integer> sample(Path file, Keep keep) {
        return Tables.read(Tables.keep(file, keep).file()).column("i").stream()
                .map(Integer::valueOf)
                .toList();
    }

    /** All 10 pairs of 5 rows come as often: chi-squared with 9 degrees of freedom is below its 99.9% point, 27.9. */
    @Test
    void everySubsetIsAsLikely() throws IOException {
        Path file = numbered(5);
        Map<List<Integer>, Integer> counts = new HashMap<>();
        int rounds = 2_000;
        for (int seed = 0; seed < rounds; seed++) {
            counts.merge(sample(file, Keep.all().sample(2, seed)), 1, Integer::sum);
        }
        double expected = rounds / 10.0;
        double chi = counts.values().stream()
                .mapToDouble(n -> (n - expected) * (n - expected) / expected)
                .sum();
        assertThat(counts).hasSize(10);
        assertThat(chi).isLessThan(27.9);
    }

    @Test
    void whatCannotBeKeptIsRefusedInWords() throws IOException {
        Path libsvm = file("x.svm", "1 1:2\n");
        assertThatThrownBy(() -> Tables.keep(libsvm, Keep.all().sample(1, 1)))
                .isInstanceOf(DataException.class)
                .hasMessage("x.svm: a LIBSVM file has no columns that a condition could name, and no header that a"
                        + " sample could keep; take the lines wanted before");
        Path csv = file("y.csv", "a,b\n1,x\n\n2,y\n");
        assertThatThrownBy(() -> Tables.keep(csv, Keep.all().where("a > 9")))
                .hasMessage("y.csv: none of its 2 rows meets the condition a > 9");
        assertThatThrownBy(() -> Tables.keep(csv, Keep.all().where("a = 2 and b > 9")))
                .hasMessage("y.csv:4: column 'b': \"y\" is not a number, and the condition takes it for one");
        assertThatThrownBy(() -> Keep.all().sample(0, 1)).hasMessage("a sample must have at least 1 row, got 0");
        assertThat(Arrays.asList(Keep.all().keepsAll(), Keep.all().sample(1, 1).keepsAll()))
                .containsExactly(true, false);
    }
}
