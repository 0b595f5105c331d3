package dev.kith.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.inspect.Inspect;
import dev.kith.data.layout.Reading;
import dev.kith.data.moments.OnePass;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** However a table is written, it is the same table; what was assumed is said; what cannot be known is refused. */
class WrittenTablesTest {
    private static final Roles ROLES = Roles.task("shop").target("price");
    private static final int ROWS = 400;

    @TempDir
    Path folder;

    /** Ways to write one table of a text and three numbers. */
    private enum Style {
        PLAIN(",", '.', "", ""),
        TABS("\t", '.', "", ""),
        SEMICOLONS(";", '.', "", ""),
        BARS("|", '.', "", ""),
        DECIMAL_COMMA(";", ',', "", ""),
        DECIMAL_COMMA_TABS("\t", ',', "", ""),
        QUOTED_DECIMAL_COMMA(",", ',', "", ""),
        THOUSANDS(",", '.', ",", ""),
        EUROPEAN_THOUSANDS(";", ',', ".", ""),
        BLANKS(";", ',', " ", ""),
        NARROW_BLANKS("\t", '.', "\u202f", ""),
        SWISS(",", '.', "'", ""),
        UNIT(",", '.', "", "12 kg"),
        PERCENT(";", ',', "", "12%"),
        DOLLARS(",", '.', ",", "$12"),
        EUROS("|", ',', ".", "EUR 12");

        private final String separator;
        private final char decimal;
        private final String groups;
        private final String unit;

        Style(String separator, char decimal, String groups, String unit) {
            this.separator = separator;
            this.decimal = decimal;
            this.groups = groups;
            this.unit = unit;
        }

        String number(BigDecimal value) {
            String[] parts = value.abs().toPlainString().split("\\.", -1);
            StringBuilder whole = new StringBuilder(parts[0]);
            for (int at = whole.length() - 3; at > 0 && !groups.isEmpty(); at -= 3) {
                whole.insert(at, groups);
            }
            String digits = whole + (parts.length > 1 ? decimal + parts[1] : "");
            String sign = value.signum() < 0 ? "-" : "";
            String cell = sign + (unit.isEmpty() ? digits : unit.replace("12", digits));
            return cell.contains(separator) ? '"' + cell + '"' : cell;
        }
    }

    private static BigDecimal[][] numbers(long seed) {
        Random random = new Random(seed);
        BigDecimal[][] numbers = new BigDecimal[ROWS][3];
        for (BigDecimal[] row : numbers) {
            row[0] = BigDecimal.valueOf(random.nextLong() % 100_000_000L, random.nextInt(3) + 1);
            row[1] = BigDecimal.valueOf(random.nextInt(10_000_000));
            row[2] = BigDecimal.valueOf(random.nextLong() % 1_000_000_000_000L, 4);
        }
        return numbers;
    }

    private static String text(Style style, BigDecimal[][] numbers) {
        String s = style.separator;
        StringBuilder text = new StringBuilder("shop" + s + "price" + s + "staff" + s + "area\n");
        for (int i = 0; i < numbers.length; i++) {
            text.append(i % 3 == 0 ? "caf\u00e9" : "bar " + i % 3);
            for (BigDecimal number : numbers[i]) {
                text.append(s).append(style.number(number));
            }
            text.append('\n');
        }
        return text.toString();
    }

    private Path file(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    private Path file(String name, String text) throws IOException {
        return file(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertSame(Dataset found, Dataset expected) {
        assertThat(found.tasks()).isEqualTo(expected.tasks());
        assertThat(found.inputs().features()).isEqualTo(expected.inputs().features());
        assertThat(found.size()).isEqualTo(expected.size());
        for (int o = 0; o < expected.size(); o++) {
            assertThat(found.label(o)).isEqualTo(expected.label(o));
            assertThat(found.task(o)).isEqualTo(expected.task(o));
            assertThat(((DenseInputs) found.inputs()).values().row(found.row(o)))
                    .isEqualTo(((DenseInputs) expected.inputs()).values().row(expected.row(o)));
        }
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    /** BigDecimal and Double.parseDouble are the oracle: the numbers are known before any text is. */
    @ParameterizedTest
    @EnumSource(Style.class)
    void aTableOfRandomNumbersReadsBackInEveryStyle(Style style) throws IOException {
        long seed = style.name().hashCode();
        BigDecimal[][] numbers = numbers(seed);
        Dataset read = Tables.read(file("shops.csv", text(style, numbers))).dataset(ROLES);
        assertThat(read.tasks()).containsExactly("caf\u00e9", "bar 1", "bar 2");
        for (int i = 0; i < ROWS; i++) {
            assertThat(read.label(i)).as("seed %d", seed).isEqualTo(numbers[i][0].doubleValue());
            assertThat(((DenseInputs) read.inputs()).values().row(i))
                    .as("seed %d", seed)
                    .containsExactly(numbers[i][1].doubleValue(), numbers[i][2].doubleValue());
        }
    }

    @ParameterizedTest
    @EnumSource(Style.class)
    void fileGzipPipeAndEncodingsGiveTheSame(Style style) throws IOException {
        String text = text(style, numbers(3));
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        Dataset expected =
                Tables.read(file("shops.csv", text(Style.PLAIN, numbers(3)))).dataset(ROLES);
        assertSame(Tables.read(file("s.txt", utf8)).dataset(ROLES), expected);
        assertSame(Tables.read(file("s.csv.gz", gzip(utf8))).dataset(ROLES), expected);
        assertSame(
                Tables.read(file("16.csv", ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE)))
                        .dataset(ROLES),
                expected);
        assertSame(
                Tables.read(file("b.csv", text.getBytes(StandardCharsets.UTF_16)))
                        .dataset(ROLES),
                expected);
        assertSame(
                Tables.read(file("8.csv", ("\uFEFF" + text).getBytes(StandardCharsets.UTF_8)))
                        .dataset(ROLES),
                expected);
        InputStream pipe = new ByteArrayInputStream(utf8) {
            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, 100));
            }
        };
        assertSame(
                Tables.dataset("-", pipe, Format.CSV, ROLES, OnePass.folds(0, 0).withNumbers(Long.MAX_VALUE)),
                expected);
        if (style != Style.NARROW_BLANKS) {
            Charset windows = Charset.forName("windows-1252");
            Reading said = Reading.AUTO.encoding(windows);
            assertSame(Tables.read(file("w.csv", text.getBytes(windows)), said).dataset(ROLES), expected);
        }
    }

    /** Rows of a stream that pauses are not waited for: the header and one row are enough to begin. */
    @Test
    @Timeout(60)
    void aStreamBeginsWithItsFirstRow() throws IOException {
        try (PipedOutputStream out = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(out)) {
            out.write("shop;price;area\n\na;1,5;2\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
            try (RowStream rows = Tables.stream("-", in, Format.CSV, ROLES)) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.label(0)).isEqualTo(1.5);
                out.write("a;2,25;3\n".getBytes(StandardCharsets.UTF_8));
                out.flush();
                assertThat(rows.next()).isTrue();
                assertThat(rows.label(0)).isEqualTo(2.25);
            }
        }
    }

    static Stream<Arguments> sameTables() {
        return Stream.of(
                Arguments.of("write.csv", "\"\",\"shop\",\"price\",\"x\"\n\"1\",\"a\",1,2\n\"2\",\"b\",3,4\n"),
                Arguments.of("write.table", "\"shop\" \"price\" \"x\"\n\"1\" \"a\" 1 2\n\"2\" \"b\" 3 4\n"),
                Arguments.of("write.table sep=tab", "shop\tprice\tx\nr1\ta\t1\t2\nr2\tb\t3\t4\n"),
                Arguments.of("trailing in rows", "shop;price;x\na;1;2;\nb;3;4;\n"),
                Arguments.of("trailing in all", "shop;price;x;\na;1;2;\nb;3;4;\n"),
                Arguments.of("comments", "# made by hand, on Monday, twice, sorted\n# x\nshop,price,x\na,1,2\nb,3,4\n"),
                Arguments.of("sep=", "sep=;\r\nshop;price;x\r\na;1;2\r\nb;3;4\r\n"),
                Arguments.of("blank lines", "\n\nshop,price,x\na,1,2\n\nb,3,4\n\n\n"),
                Arguments.of("returns only", "shop;price;x\ra;1;2\rb;3;4\r"),
                Arguments.of("separator in quotes", "shop,price,\"x\"\n\"a\",1,2\nb,3,\"4\"\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sameTables")
    void oneTableManyWays(String name, String text) throws IOException {
        Dataset expected =
                Tables.read(file("plain.csv", "shop,price,x\na,1,2\nb,3,4\n")).dataset(ROLES);
        assertSame(Tables.read(file("f.csv", text)).dataset(ROLES), expected);
        Roles auto = Inspect.file(folder.resolve("f.csv"))
                .given(ROLES)
                .keep(List.of("x"))
                .run()
                .roles();
        assertSame(Tables.read(folder.resolve("f.csv")).dataset(auto), expected);
    }

    private List<String> said(String text) throws IOException {
        List<String> lines = new ArrayList<>();
        Tables.read(file("f.csv", text), Reading.AUTO.telling(lines::add)).dataset(ROLES);
        return lines;
    }

    @Test
    void whatWasAssumedIsSaidInALine() throws IOException {
        assertThat(said("shop,price,x\na,1.5,2\n")).isEmpty();
        assertThat(said("shop;price;x\na;1,5;2\n"))
                .containsExactly(
                        "fields separated by ';' in 'f.csv' (--separator says otherwise)",
                        "decimal comma in 'f.csv' (--decimal says otherwise)");
        assertThat(said("shop,price,x,w\na,\"$1,200\",2 kg,\"1,5\"\n"))
                .containsExactly(
                        "decimal comma in 'w' of 'f.csv' (--decimal says otherwise)",
                        "a comma between thousands and the unit '$' in 'price' of 'f.csv' (--plain-numbers refuses them)",
                        "the unit 'kg' in 'x' of 'f.csv' (--plain-numbers refuses them)");
        assertThat(said("# by hand\n,shop,price,x,x,\n1,a,1,2,3,\n"))
                .containsExactly(
                        "1 line before the header left out in 'f.csv'",
                        "the first column without a name has row names and is called 'row', nothing is learned from it in 'f.csv'",
                        "of two columns called 'x' the second is called 'x 5' in 'f.csv'",
                        "a separator ends every line in 'f.csv'");
    }

    private double price(String text, Reading reading) throws IOException {
        return Tables.read(file("f.csv", text), reading).dataset(ROLES).label(0);
    }

    /** 1,234 alone: thousands between commas, tabs and bars, a decimal comma between semicolons, unless other columns tell. */
    @Test
    void whatMayBeEitherFollowsTheFile() throws IOException {
        assertThat(price("shop,price,x\na,\"1,234\",2\n", Reading.AUTO)).isEqualTo(1234);
        assertThat(price("shop\tprice\tx\na\t1,234\t2\n", Reading.AUTO)).isEqualTo(1234);
        assertThat(price("shop;price;x\na;1,234;2\n", Reading.AUTO)).isEqualTo(1.234);
        assertThat(price("shop;price;x\na;1,234;2.5\n", Reading.AUTO)).isEqualTo(1234);
        assertThat(price("shop\tprice\tx\na\t1,234\t2,5\n", Reading.AUTO)).isEqualTo(1.234);
        assertThat(price("shop;price;x\na;1.234;2\n", Reading.AUTO)).isEqualTo(1.234);
        assertThat(price("shop;price;x\na;1.234;2,5\n", Reading.AUTO)).isEqualTo(1234);
        assertThat(price("shop;price;x\na;1,234;2\n", Reading.AUTO.decimal('.')))
                .isEqualTo(1234);
        assertThat(price("shop,price,x\na,\"1,234\",2\n", Reading.AUTO.decimal(',')))
                .isEqualTo(1.234);
    }

    private void assertRefused(String text, Reading reading, String message) throws IOException {
        Path file = file("f.csv", text);
        assertThatThrownBy(() -> Tables.read(file, reading).dataset(ROLES.features("x")))
                .isInstanceOf(DataException.class)
                .hasMessage(message);
    }

    @Test
    void whatDoesNotFitIsRefusedWithItsPlace() throws IOException {
        String kilos = "shop,price,x\n" + "a,1,12 kg\n".repeat(20);
        assertRefused(
                kilos + "a,1,12 lb\n",
                Reading.AUTO,
                "f.csv:22: column 'x': \"12 lb\" is not a number with the unit 'kg' (task 'a')");
        assertRefused(
                kilos + "a,1,12\n",
                Reading.AUTO,
                "f.csv:22: column 'x': \"12\" is not a number with the unit 'kg' (task 'a')");
        assertRefused(
                kilos, Reading.AUTO.plainNumbers(true), "f.csv:2: column 'x': \"12 kg\" is not a number (task 'a')");
        assertRefused(
                "shop;price;x\na;1;2,5\na;1;2.5e3\n" + "a;1;2,5\n".repeat(20),
                Reading.AUTO,
                "f.csv:3: column 'x': \"2.5e3\" is not a number with a decimal comma (task 'a')");
        assertRefused(
                "shop;price;x\na;1;2,5\n",
                Reading.AUTO.decimal('.'),
                "f.csv:2: column 'x': \"2,5\" is not a number (task 'a')");
        assertRefused(
                "shop;price;x\na;1;1e400\n",
                Reading.AUTO,
                "f.csv:2: column 'x': \"1e400\" is not a finite number (task 'a')");
        assertRefused(
                "shop,price,x\na,1,\"1,2345\"\na,1,\"12,34,567\"\n",
                Reading.AUTO,
                "f.csv:2: column 'x': \"1,2345\" is not a number (task 'a')");
        assertRefused(
                "shop;price;x\na;1;2\n",
                Reading.AUTO.separator(','),
                "f.csv: unknown column 'shop'; there are 'shop;price;x' (task)");
        byte[] marked = "\uFEFFshop,price,x\na,1,2\n".getBytes(StandardCharsets.UTF_16LE);
        Path file = file("m.csv", marked);
        assertThatThrownBy(() -> Tables.read(file, Reading.AUTO.encoding(StandardCharsets.ISO_8859_1)))
                .hasMessage(
                        "m.csv: begins with the byte order mark of UTF-16LE, the encoding was said to be ISO-8859-1");
    }

    /** What is left out changes nothing about the rows that stay, in whatever piece of the file they are. */
    @Test
    void badRowsAreLeftOutCountedAndNamed() throws IOException {
        StringBuilder all = new StringBuilder("shop,price,x\n");
        StringBuilder good = new StringBuilder("shop,price,x\n");
        for (int i = 0; i < 60_000; i++) {
            String row = "a" + i % 5 + "," + i / 4.0 + "," + i * 7 % 11 + "\n";
            all.append(row);
            good.append(row);
            if (i % 20_000 == 7) {
                all.append("new shop,1,old\n").append("a,1\n").append("a,\"1\",2,3,4\n");
            }
        }
        Dataset expected = Tables.read(file("good.csv", good.toString())).dataset(ROLES);
        Path bad = file("bad.csv", all.toString());
        List<String> lines = new ArrayList<>();
        Reading nine = Reading.AUTO.skipBad(9).telling(lines::add);
        Dataset read = Tables.read(bad, nine).dataset(ROLES);
        assertSame(read, expected);
        assertThat(read.source().read()).isEqualTo(60_009);
        assertThat(read.source().skipped()).isEqualTo(9);
        assertThat(read.sourceRow(7)).isEqualTo(7);
        assertThat(read.sourceRow(8)).isEqualTo(11);
        assertThat(lines).hasSize(10);
        assertThat(lines.subList(0, 3))
                .containsExactly(
                        "row left out: bad.csv:10: column 'x': \"old\" is not a number; text columns ('x') are included one-hot (--categorical x) or left out (--drop x) (task 'new shop')",
                        "row left out: bad.csv:11: every row must have 3 fields as the header has, this one has 2",
                        "row left out: bad.csv:12: every row must have 3 fields as the header has, this one has more");
        assertThat(lines.get(9)).isEqualTo("9 rows of 'bad.csv' left out that cannot be read");
        assertThat(Tables.read(bad, nine).column("x")).hasSize(60_009);
        assertThatThrownBy(() -> Tables.read(bad, Reading.AUTO.skipBad(1)).dataset(ROLES))
                .hasMessage(
                        "bad.csv:11: every row must have 3 fields as the header has, this one has 2; 1 row before it"
                                + " left out, as many as may be");
        assertThatThrownBy(() -> Tables.read(bad, nine).rows(Roles.none().features("x")))
                .hasMessageStartingWith("bad.csv:10: column 'x': \"old\" is not a number");
    }

    /** A first label that is none does not make texts of the others. */
    @Test
    void aBadFirstLabelIsABadRow() throws IOException {
        String rows = IntStream.range(0, 30).mapToObj(i -> "a," + i + ",1\n").reduce("", String::concat);
        Path file = file("f.csv", "shop,price,x\na,oops,1\n" + rows);
        Dataset read = Tables.read(file, Reading.AUTO.skipBad(1)).dataset(ROLES);
        assertThat(read.size()).isEqualTo(30);
        assertThat(read.label(29)).isEqualTo(29);
    }

    @Test
    void settingsWithoutMeaningAreRefused() throws IOException {
        assertThatThrownBy(() -> Reading.AUTO.separator('a'))
                .hasMessage("a separator must be one ASCII character, no letter, digit or double quote, got 'a'");
        assertThatThrownBy(() -> Reading.AUTO.decimal(';')).hasMessage("the decimal mark must be . or , got ';'");
        assertThatThrownBy(() -> Reading.AUTO.skipBad(-1))
                .hasMessage("the number of bad rows to skip must be >= 0, got -1");
        Path svm = file("f.svm", "1 qid:a 1:2\n");
        assertThatThrownBy(() -> Tables.read(svm, Reading.AUTO.skipBad(1)).dataset(Roles.none()))
                .hasMessage("f.svm: a LIBSVM file is read in one way, it has no separator, decimal mark or"
                        + " encoding to be said, and every row must be readable");
    }
}
