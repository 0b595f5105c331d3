package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables written in other ways give the same fits and predictions, and what was assumed is printed. */
class WrittenTablesTest {
    @TempDir
    Path dir;

    private Path plain = Path.of("");
    private Path european = Path.of("");

    @BeforeEach
    void write() throws IOException {
        StringBuilder a = new StringBuilder("shop,sales,area,price\n");
        StringBuilder b = new StringBuilder("\"\";\"shop\";\"sales\";\"area\";\"price\"\n");
        for (int i = 0; i < 60; i++) {
            double sales = 1000 + 7.25 * (i % 9) - i;
            int area = 10 + i * 7 % 13;
            double price = 1.5 + i * 5 % 11;
            a.append(String.format(Locale.ROOT, "s%d,%.2f,%d,%.2f\n", i % 4, sales, area, price));
            b.append(String.format(
                    Locale.GERMANY, "\"%d\";\"s%d\";%,.2f;%d m2;%.2f\n", i + 1, i % 4, sales, area, price));
        }
        plain = Files.writeString(dir.resolve("plain.csv"), a);
        european = Files.writeString(dir.resolve("europe.csv"), b);
    }

    private Run fit(Path data, String model, String... more) {
        List<Object> args = new ArrayList<>(List.of("fit", data, "--task", "shop", "--target", "sales"));
        args.addAll(List.of("--method", "mean", "--lambda", "1", "-o", dir.resolve(model)));
        args.addAll(List.of(more));
        return Run.kith(args.toArray());
    }

    @Test
    void aModelOfOnePredictsRowsOfTheOther() throws IOException {
        Run first = fit(plain, "a.kith");
        assertThat(first.code()).as(first.err()).isZero();
        Run second = fit(european, "b.kith");
        assertThat(second.code()).as(second.err()).isZero();
        assertThat(second.out())
                .contains(
                        "Fields separated by ';' in 'europe.csv' (--separator says otherwise).",
                        "Decimal comma in 'europe.csv' (--decimal says otherwise).",
                        "The first column without a name has row names and is called 'row', nothing is learned from it in 'europe.csv'.",
                        "A point between thousands in 'sales' of 'europe.csv' (--plain-numbers refuses them).",
                        "The unit 'm2' in 'area' of 'europe.csv' (--plain-numbers refuses them).");
        String expected = Run.kith("predict", dir.resolve("a.kith"), plain).out();
        assertThat(expected).startsWith("task,prediction\n");
        assertThat(Run.kith("predict", dir.resolve("a.kith"), european).out()).isEqualTo(expected);
        assertThat(Run.kith("predict", dir.resolve("b.kith"), plain).out()).isEqualTo(expected);
    }

    @Test
    void inspectNamesTheFormatFirstAndItsCommandWorks() {
        Run run = Run.kith("inspect", european, "--task", "shop", "--target", "sales");
        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("""
                        europe.csv: 60 rows, 5 columns
                          fields separated by ';' in 'europe.csv' (--separator says otherwise)
                          the first column without a name has row names""");
        assertThat(run.out()).contains("--task shop --target sales --id row");
    }

    @Test
    void badRowsAreNamedAndCounted() throws IOException {
        Path bad = Files.writeString(dir.resolve("bad.csv"), Files.readString(plain) + "s1,none,2,3\ns1,1\n");
        Run refused = fit(bad, "m.kith", "--skip-bad", "1");
        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err())
                .contains("bad.csv:63: every row must have 4 fields as the header has, this one has 2; 1 row before it"
                        + " left out, as many as may be");
        Run run = fit(bad, "m.kith", "--skip-bad", "2");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains(
                        "Row left out: bad.csv:62: column 'sales': \"none\" is not a number, as the labels before it are (task 's1').",
                        "2 rows of 'bad.csv' left out that cannot be read.",
                        "62 rows, 60 rows used, 2 rows without any label or unreadable skipped");
    }

    @Test
    void encodingsAreNamed() throws IOException {
        String text = Files.readString(plain).replace("s1", "caf\u00e9");
        Path old = Files.write(dir.resolve("old.csv"), text.getBytes(Charset.forName("windows-1252")));
        Run refused = fit(old, "m.kith");
        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err()).contains("old.csv:3: not UTF-8 text (byte 0xe9); tables of older programs are often");
        assertThat(fit(old, "m.kith", "--encoding", "windows-1252").code()).isZero();
        Files.write(dir.resolve("new.csv"), text.getBytes(StandardCharsets.UTF_8));
        assertThat(Run.kith("predict", dir.resolve("m.kith"), dir.resolve("new.csv"))
                        .code())
                .isZero();
        Run unknown = fit(old, "m.kith", "--encoding", "klingon");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err())
                .contains("--encoding must be the name of an encoding, such as UTF-8, UTF-16LE, windows-1252 or"
                        + " ISO-8859-1, got 'klingon'");
    }
}
