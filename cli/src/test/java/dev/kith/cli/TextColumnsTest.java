package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dates, orders and texts of many values, from options to predictions of rows that nobody could have seen. */
class TextColumnsTest {
    private static final DateTimeFormatter GERMAN = DateTimeFormatter.ofPattern("dd.MM.yyyy");

    @TempDir
    private Path dir;

    private Path table;
    private Path rows;

    @BeforeEach
    void write() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder text = new StringBuilder("shop,day,size,product,price,sales\n");
        for (int i = 0; i < 400; i++) {
            LocalDate day = LocalDate.of(2022, 1, 3).plusDays(random.nextInt(700));
            int size = random.nextInt(3);
            int product = random.nextInt(80);
            double sales =
                    (day.getDayOfWeek().getValue() > 5 ? 2 : 0) + size * size + product % 4 + random.nextDouble();
            text.append("s").append(i % 4).append(',').append(i % 33 == 1 ? "" : GERMAN.format(day));
            text.append(',').append(List.of("low", "medium", "high").get(size));
            text.append(",p")
                    .append(product)
                    .append(',')
                    .append(random.nextInt(9))
                    .append(',');
            text.append(Math.rint(1000 * sales) / 1000).append('\n');
        }
        table = Files.writeString(dir.resolve("sales.csv"), text);
        rows = Files.writeString(
                dir.resolve("new.csv"),
                "product,shop,price,day,size\np3,s1,3,31.12.2031,high\nnew,s2,4,,giant\nNA,s0,,1.1.2022,low\n");
    }

    private Run fit(Object... more) {
        List<Object> args = new ArrayList<>(List.of("fit", table, "--method", "mean", "--lambda", 0.01));
        args.addAll(List.of("-o", dir.resolve("m.kith")));
        args.addAll(List.of(more));
        return kith(args.toArray());
    }

    private Run named(Object... more) {
        List<Object> args = new ArrayList<>(List.of("--task", "shop", "--target", "sales"));
        args.addAll(List.of(more));
        return fit(args.toArray());
    }

    @Test
    void aFitSaysWhatBecomesOfTexts() {
        Run fit = named("--date", "day", "--ordered", "size:low<medium<high", "--categorical", "product");
        assertThat(fit.err()).isEmpty();
        assertThat(fit.out())
                .contains("; 4 tasks, 17 features, 400 labels.")
                .contains(
                        "  day: dd.MM.yyyy -> years since 20",
                        ", season, weekday; missing -> an average one (13 of 400" + " rows), a feature says where\n")
                .contains("  size: low < medium < high\n")
                .contains("  product: 80 values, more than 50 -> the mean label of the value; a new value counts as an"
                        + " average one; --one-hot product makes a feature of each\n");
        Path model = dir.resolve("m.kith");
        assertThat(kith("show", model).out()).contains("columns   day: dd.MM.yyyy -> ", "          size: low < ");
        assertThat(kith("show", model, "--json").out())
                .contains(
                        "\"preparation\":{\"version\":2,",
                        "{\"kind\":\"date\",\"column\":\"day\"",
                        "\"kind\":\"drawn\"");
    }

    @Test
    void datesAndTextsNobodySawArePredicted() {
        named("--date", "day", "--ordered", "size:low<medium<high", "--categorical", "product", "--calibrate");
        Path model = dir.resolve("m.kith");
        Run predicted = kith("predict", model, rows, "--interval", 0.9);
        assertThat(predicted.code()).isZero();
        assertThat(predicted.out().lines()).hasSize(4);
        Run score = kith("score", model, table);
        assertThat(score.err()).isEmpty();
        Run explain = kith("explain", model, rows);
        assertThat(explain.out()).contains("product: mean label", "size>=high");
    }

    /** The moments beside a model are of the rows as it was trained on them: learning nothing more changes nothing. */
    @Test
    void anUpdateGoesOnFromTheFeaturesThatTrained() throws IOException {
        named("--date", "day", "--ordered", "size:low<medium<high", "--categorical", "product", "--keep-moments");
        Path model = dir.resolve("m.kith");
        List<String> lines = Files.readAllLines(table);
        Path one = Files.write(dir.resolve("one.csv"), lines.subList(0, 2));
        Path next = dir.resolve("n.kith");
        Run update = kith("update", model, one, "-o", next);
        assertThat(update.err()).isEmpty();
        double before = Double.parseDouble(prediction(model));
        assertThat(Double.parseDouble(prediction(next))).isCloseTo(before, org.assertj.core.api.Assertions.within(0.1));
    }

    private String prediction(Path model) {
        return kith("predict", model, rows).out().lines().toList().get(1).split(",", -1)[1];
    }

    @Test
    void autoTakesDatesOrdersAndManyValues() {
        Run fit = fit("--auto");
        assertThat(fit.err()).isEmpty();
        assertThat(fit.out())
                .contains("  date: 'day', written dd.MM.yyyy [--drop]\n")
                .contains("  ordered: 'size', low < medium < high [--categorical]\n")
                .contains("  drawn together: 'product', 80 values, more than 50 [--drop, --one-hot]\n")
                .contains("; 4 tasks, 17 features, 400 labels.");
        String inspect = kith("inspect", table).out().strip();
        assertThat(inspect.substring(inspect.lastIndexOf('\n') + 1))
                .endsWith(
                        " --task shop --target sales --categorical product --date day --ordered 'size:low<medium<high'");
    }

    @Test
    void optionsSayOtherwise() {
        assertThat(named("--one-hot", "product", "--hashed", "size:2,day").out())
                .contains(
                        "  product: 42 values; 38 rare values -> 'other'",
                        "  size: 3 values dealt to 4 places\n",
                        " dealt to 64 places; missing -> ")
                .doesNotContain("mean label");
        assertThat(fit("--auto", "--drop", "day", "--one-hot", "product").out())
                .doesNotContain("date: 'day'", "drawn together");
    }

    /** Each of these has a trainer of its own, which begins with the preparation. */
    @Test
    void trainersOfAllKindsTakeThem() {
        List<Object> texts = List.of("--date", "day", "--categorical", "product", "--ordered", "size:low<medium<high");
        for (String method : List.of("factor", "transfer", "mkl")) {
            assertThat(fits(texts, "--task", "shop", "--target", "sales", "--method", method))
                    .as(method)
                    .isZero();
        }
        assertThat(fits(
                        texts,
                        "--task",
                        "shop",
                        "--target",
                        "sales",
                        "--method",
                        "mtrl",
                        "--lambda",
                        0.1,
                        "--kernel",
                        "linear@day,size",
                        "--kernel",
                        "linear@price,product",
                        "--structures",
                        "each"))
                .isZero();
        assertThat(fits(
                        List.of("--date", "day", "--categorical", "product,shop"),
                        "--classes",
                        "size",
                        "--method",
                        "coding",
                        "--coding",
                        "simplex",
                        "--drop",
                        "sales",
                        "--lambda",
                        0.1))
                .isZero();
    }

    /** The sum of the codes that a fit and a prediction by its model end with. */
    private int fits(List<Object> texts, Object... more) {
        List<Object> args = new ArrayList<>(List.of("fit", table));
        args.addAll(texts);
        args.addAll(List.of(more));
        args.addAll(List.of("-o", dir.resolve("m.kith")));
        return kith(args.toArray()).code()
                + kith("predict", dir.resolve("m.kith"), rows).code();
    }

    @Test
    void whatCannotBeIsRefused() throws IOException {
        assertThat(named("--date", "size", "--categorical", "day,product").err())
                .contains("column 'size': \"", "is not a date or time in a way that is known: yyyy-MM-dd; ");
        assertThat(named("--date", "day,day", "--drop", "size,product").err())
                .contains("column 'day' is named twice in date");
        assertThat(named("--date", "day", "--categorical", "day").err())
                .contains("column 'day' cannot be both categorical and date");
        assertThat(named("--ordered", "size").err())
                .contains("--ordered must be COL:A<B<C, a column and its values from the lowest on, got 'size'");
        assertThat(named("--ordered", "size:low").err()).contains("--ordered must be COL:A<B<C");
        assertThat(named("--hashed", "product:40").err())
                .contains("bits of column 'product' must be a whole number from 1 to 12, got 40");
        assertThat(named("--date", "day:yyyy-MM-dd", "--drop", "size,product").err())
                .contains("column 'day': \"", "\" is not written as yyyy-MM-dd");
        Path american = Files.writeString(
                dir.resolve("us.csv"), "t,day,y\na,03/04/2024,1\na,05/06/2024,2\nb,07/08/2024,3\nb,09/10/2024,4\n");
        Run unclear = kith("compare", american, "--task", "t", "--target", "y", "--date", "day");
        assertThat(unclear.err())
                .contains("column 'day' could be dd/MM/yyyy or MM/dd/yyyy, and nothing in it tells which: say --date"
                        + " day:dd/MM/yyyy or day:MM/dd/yyyy");
        assertThat(kith("stream", table, "--task", "shop", "--target", "sales", "--date", "day")
                        .err())
                .contains("--date");
    }
}
