package dev.kith.data.read.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.read.Numbers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** However a file is cut into pieces, its records, their lines and what is wrong with them are those of the whole. */
class CsvLinesTest {
    private static final String[] PARTS = {
        "a",
        "1.5",
        "-2e3",
        ",",
        ",",
        ",",
        "\n",
        "\r\n",
        "\r",
        "\"",
        "\"\"",
        "\"x,y\"",
        "\"two\nlines\"",
        "\"two\r\nlines\"",
        " ",
        "\t",
        "\u00fc",
        "\"\u20ac \"",
        "x\"y"
    };

    /** Records one after the other, by the reader that decides. */
    private static List<String> expected(byte[] bytes) {
        List<String> found = new ArrayList<>();
        try {
            CsvRecordReader reader = new CsvRecordReader("f", new ByteArrayInputStream(bytes), ',', 0);
            int columns = -1;
            while (reader.next()) {
                CsvFields fields = reader.fields();
                StringBuilder text = new StringBuilder().append(fields.line()).append(':');
                for (int j = 0; j < fields.count(); j++) {
                    text.append('[')
                            .append(fields.chars(), fields.from(j), fields.to(j) - fields.from(j))
                            .append(']');
                }
                if (columns >= 0 && fields.count() != columns) {
                    String count = fields.count() > columns ? "more" : "" + fields.count();
                    found.add("f:" + fields.line() + ": every row must have " + columns
                            + " fields as the header has, this one has " + count);
                    return found;
                }
                if (columns >= 0) {
                    found.add(text.toString());
                }
                columns = fields.count();
            }
        } catch (DataException e) {
            found.add(e.getMessage());
        }
        return found;
    }

    private static List<String> read(InputStream in, int piece) {
        List<String> found = new ArrayList<>();
        try (CsvLines lines = new CsvLines("f", Dialect.plain(Format.CSV), false, in, piece)) {
            int columns = lines.header().size();
            while (lines.next()) {
                StringBuilder text = new StringBuilder().append(lines.line()).append(':');
                for (int j = 0; j < columns; j++) {
                    text.append('[').append(lines.text(j)).append(']');
                }
                found.add(text.toString());
            }
            assertThat(lines.next()).as("after the end").isFalse();
        } catch (DataException e) {
            found.add(e.getMessage());
        }
        return found;
    }

    @Test
    void piecesMakeTheWhole() {
        for (int seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "\uFEFFh,i\n" : "h,i\n");
            int parts = random.nextInt(60);
            String usual = random.nextBoolean() ? "b \u00fc,7" : "b c,7";
            for (int k = 0; k < parts; k++) {
                // Mostly whole rows, so that files are longer than their first fault.
                text.append(
                        random.nextInt(3) > 0
                                ? usual + (random.nextBoolean() ? "\n" : "\r\n")
                                : PARTS[random.nextInt(PARTS.length)]);
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            List<String> expected = expected(bytes);
            for (int piece : new int[] {1, 5, 16, 64, 1 << 16}) {
                assertThat(read(new ByteArrayInputStream(bytes), piece))
                        .as("seed %d, pieces of %d: %s", seed, piece, text)
                        .isEqualTo(expected);
            }
        }
    }

    /** Numbers are read beside the fields; a record with none where one is needed says so in its turn. */
    @Test
    void numbersComeWithTheirRecords() {
        StringBuilder text = new StringBuilder("t,x,y\n");
        for (int i = 0; i < 5000; i++) {
            text.append(i % 7 == 3 ? "\"a \"" : "a")
                    .append(',')
                    .append(i)
                    .append(',')
                    .append(i / 8.0)
                    .append('\n');
        }
        text.append("b,none,2\n");
        try (CsvLines lines = new CsvLines(
                "f",
                Dialect.plain(Format.CSV),
                false,
                new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)),
                1000)) {
            lines.expectNumbers(new int[] {2, 1});
            double[] numbers = new double[3];
            for (int i = 0; i < 5000; i++) {
                assertThat(lines.next()).isTrue();
                lines.copyNumbers(numbers);
                assertThat(numbers).containsExactly(i / 8.0, i, 0);
                assertThat(lines.line()).isEqualTo(i + 2);
            }
            assertThat(lines.next()).isTrue();
            lines.copyNumbers(numbers);
            assertThat(numbers).containsExactly(2, Double.NaN, 0);
            assertThat(lines.next()).isFalse();
        }
    }

    /** Numbers read while their ends are looked for are those that their text means, bit for bit. */
    @Test
    void numbersReadInPassingAreWhatTheirTextMeans() {
        String[] signs = {"", "", "-", "+", "--", " -", "- "};
        String[] ends = {"", "", "", "", "e3", "E-7", "e", ".", " ", "\t", "x", "e400", "0000000000000", ".5.5"};
        Random random = new Random(11);
        StringBuilder text = new StringBuilder("a,b,c\n");
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < 3 * 20_000; i++) {
            String whole = "" + (random.nextLong() >>> 1) + (random.nextLong() >>> 1);
            int point = random.nextInt(22);
            String number = whole.substring(0, point)
                    + (random.nextInt(5) > 0 ? "." : "")
                    + whole.substring(point, point + random.nextInt(point < 4 ? 9 : 15));
            String field = signs[random.nextInt(signs.length)] + number + ends[random.nextInt(ends.length)];
            fields.add(field);
            text.append(field).append(i % 3 < 2 ? "," : random.nextBoolean() ? "\n" : "\r\n");
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        try (CsvLines lines =
                new CsvLines("f", Dialect.plain(Format.CSV), false, new ByteArrayInputStream(bytes), 3000)) {
            lines.expectNumbers(new int[] {0, 2});
            double[] numbers = new double[2];
            for (int i = 0; i < fields.size(); i += 3) {
                assertThat(lines.next()).isTrue();
                lines.copyNumbers(numbers);
                for (int k = 0; k < 2; k++) {
                    char[] field = fields.get(i + 2 * k).trim().toCharArray();
                    assertThat(numbers[k])
                            .as(new String(field))
                            .isEqualTo(Double.valueOf(Numbers.parse(field, 0, field.length)));
                }
            }
            assertThat(lines.next()).isFalse();
        }
    }

    /** Rows of a stream that pauses do not wait for a piece to be full. */
    @Test
    @Timeout(60)
    void rowsThatAreThereAreReadBeforeOthersCome() throws IOException {
        try (PipedOutputStream out = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(out)) {
            out.write("x\n1\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
            try (CsvLines lines = new CsvLines("f", Dialect.plain(Format.CSV), false, in, CsvPieces.USUAL)) {
                for (int row = 1; row < 5; row++) {
                    assertThat(lines.next()).isTrue();
                    assertThat(lines.text(0)).isEqualTo("" + row);
                    out.write(((row + 1) + "\n").getBytes(StandardCharsets.UTF_8));
                    out.flush();
                }
            }
        }
    }

    @Test
    void aRecordOfManyMegabytesLeavesTheRestToBeReadOneByOne() {
        String large = "z".repeat(9 << 20);
        String text = "a,b\n1,2\n" + large + ",3\n\"q\n\",4\n5,6\n7\n";
        List<String> found = read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), CsvPieces.USUAL);
        assertThat(found)
                .containsExactly(
                        "2:[1][2]",
                        "3:[" + large + "][3]",
                        "4:[q\n][4]",
                        "6:[5][6]",
                        "f:7: every row must have 2 fields as the header has, this one has 1");
    }
}
