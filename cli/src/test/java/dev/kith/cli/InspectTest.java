package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectTest {
    @TempDir
    private Path dir;

    /** Twelve shops; what a price times a quantity comes to is the target. */
    private Path shops() throws IOException {
        Random random = new Random(7);
        StringBuilder csv = new StringBuilder("order,shop,day,region,price,quantity,rebate,sales\n");
        for (int i = 0; i < 240; i++) {
            int shop = i / 20;
            double price = 1 + random.nextInt(500) / 100.0;
            int quantity = 1 + random.nextInt(40);
            csv.append(i + 1)
                    .append(",shop-")
                    .append(shop)
                    .append(",2024-01-")
                    .append(10 + i % 20)
                    .append(shop % 3 == 0 ? ",north," : ",south,")
                    .append(price)
                    .append(',')
                    .append(quantity)
                    .append(i % 40 == 7 ? ",NA," : "," + random.nextInt(10) + ",")
                    .append(Math.rint(100 * price * quantity) / 100)
                    .append('\n');
        }
        return Files.writeString(dir.resolve("shops.csv"), csv);
    }

    @Test
    void theScreenOfATable() throws IOException {
        Path file = shops();
        Run run = kith("inspect", file);
        assertThat(run.code()).isZero();
        List<String> lines = run.out().replace(dir + "/", "").lines().toList();
        assertThat(lines)
                .contains(
                        "shops.csv: 240 rows, 8 columns",
                        "  task: 'shop', 12 values, about 20 rows each, named like a group, called like",
                        "    the table, rows stand in blocks, 1 other column is the same within each",
                        "  left out: 'order', counts the rows [--keep]",
                        "  date: 'day', written yyyy-MM-dd [--drop]",
                        "  held out: forward by 'day', 20 times, each value of 'shop' once at a time",
                        "  - missing values in 'rebate' (6 cells): filled when a model is trained",
                        "  - 'price' and 'quantity' together give sales: it is price * quantity; would",
                        "  kith compare shops.csv --task shop --target sales --categorical region --date day --drop order --time day");
        // all but the command, which is to be pasted
        assertThat(lines.subList(0, lines.size() - 1)).allMatch(line -> line.length() <= 80);
    }

    /** The command that inspect ends with does what it says. */
    @Test
    void theCommandRuns() throws IOException {
        Path file = shops();
        List<String> lines =
                kith("inspect", file, "--target", "quantity").out().lines().toList();
        List<Object> words = new ArrayList<>(
                List.of((Object[]) lines.get(lines.size() - 1).strip().split(" ")));
        words.remove(0);
        words.addAll(List.of("--methods", "mean", "--folds", "2"));
        Run run = kith(words.toArray());
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
    }

    @Test
    void theSameAsPageAndJson() throws IOException {
        Path page = dir.resolve("shops.html");
        Path json = dir.resolve("shops.json");
        Run run = kith("inspect", shops(), "--report", page, "--json", json);
        assertThat(run.out()).contains("Saved " + page, "Saved " + json);
        assertThat(Files.readString(page)).contains("<h1>shops.csv: 240 rows, 8 columns</h1>");
        assertThat(Files.readString(json))
                .startsWith("{\"name\":\"shops.csv\",\"rows\":240,\"sampled\":240,")
                .contains("\"topic\":\"leak\",\"columns\":[\"price\",\"quantity\"]")
                .contains("\"rowsPerTask\":{\"tasks\":12,\"smallest\":20,\"median\":20,\"largest\":20,");
    }

    @Test
    void wrongColumnsAndFilesAreSaid() throws IOException {
        Run column = kith("inspect", shops(), "--task", "shopp");
        assertThat(column.code()).isEqualTo(3);
        assertThat(column.err()).contains("shops.csv: unknown column 'shopp'; did you mean 'shop'?");
        Run file = kith("inspect", dir.resolve("none.csv"));
        assertThat(file.code()).isEqualTo(3);
        assertThat(file.err()).contains("none.csv: no such file");
    }

    @Test
    void autoGuessesAndSaysSo() throws IOException {
        Run run = kith("fit", shops(), "--auto", "--method", "mean", "--lambda", 1, "-o", dir.resolve("m.kith"));
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines())
                .containsSubsequence(
                        "Guessed, and the option that says otherwise:",
                        "  left out: 'order', counts the rows [--keep]",
                        "  one-hot: 'region', 2 values [--drop]",
                        "Read shops.csv: 240 rows, all used; 12 tasks, 13 features, 240 labels.");
        assertThat(kith(
                                "fit",
                                shops(),
                                "--auto",
                                "--quiet",
                                "--method",
                                "mean",
                                "--lambda",
                                1,
                                "-o",
                                dir.resolve("m.kith"))
                        .out())
                .isEmpty();
    }

    @Test
    void whatIsSaidIsNotGuessed() throws IOException {
        Run run = kith(
                "compare",
                shops(),
                "--auto",
                "--task",
                "region",
                "--target",
                "price",
                "--drop",
                "rebate",
                "--keep",
                "order",
                "--categorical",
                "day",
                "--methods",
                "mean",
                "--folds",
                "2");
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .doesNotContain("'order'", "left out: 'day'", "one-hot: 'day'", "'rebate'", "task: ", "target: ")
                .contains("one-hot: 'shop', 12 values [--drop]", "; 2 tasks, 35 features, 240 labels.");
    }

    @Test
    void keepNeedsAutoAndAutoAFile() throws IOException {
        Run keep = kith("compare", shops(), "--task", "shop", "--target", "sales", "--keep", "order");
        assertThat(keep.code()).isEqualTo(2);
        assertThat(keep.err()).contains("--keep says what --auto must not leave out: it needs --auto");
        Run input = kith("compare", "-", "--auto");
        assertThat(input.code()).isEqualTo(2);
        assertThat(input.err()).contains("--auto looks at all rows before they are read: name a file, not -");
        Path texts = Files.writeString(dir.resolve("texts.csv"), "a,b\nx y z,k1\nu v w,k2\nr s t,k3\n");
        Run none = kith("compare", texts, "--auto");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("no column of texts.csv looks like a label; --target COL names it");
    }

    /** What a fit was given, where that is not the same for all tasks. */
    @Test
    void unevenTasksAreSaid() throws IOException {
        StringBuilder csv = new StringBuilder("shop,price,sales\n");
        for (int i = 0; i < 31; i++) {
            csv.append(i < 20 ? "a," : i < 30 ? "b," : "c,")
                    .append(i * 7 % 11)
                    .append(',')
                    .append(i % 5)
                    .append('\n');
        }
        Path file = Files.writeString(dir.resolve("uneven.csv"), csv);
        Run run = kith(
                "fit",
                file,
                "--task",
                "shop",
                "--target",
                "sales",
                "--method",
                "mean",
                "--lambda",
                1,
                "-o",
                dir.resolve("m.kith"));
        assertThat(run.out().lines().toList().get(1))
                .isEqualTo(
                        "Tasks have 1 to 20 labels, half of them 10 or fewer; 1 task of one label, of which nothing can"
                                + " be held out.");
        assertThat(kith(
                                "fit",
                                shops(),
                                "--task",
                                "shop",
                                "--target",
                                "sales",
                                "--drop",
                                "day,region,rebate",
                                "--method",
                                "mean",
                                "--lambda",
                                1,
                                "-o",
                                dir.resolve("m.kith"))
                        .out())
                .doesNotContain("Tasks have");
    }
}
