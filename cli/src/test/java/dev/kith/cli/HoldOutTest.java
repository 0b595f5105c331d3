package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.terminal.ExitCode;
import dev.kith.file.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows held out as the question demands: forward in time, or whole groups. */
class HoldOutTest {
    @TempDir
    private Path dir;

    private Path sales;

    @BeforeEach
    void writeSales() throws IOException {
        Random random = new Random(5);
        StringBuilder text = new StringBuilder("shop,day,week,price,sales\n");
        for (int i = 0; i < 240; i++) {
            double price = random.nextGaussian();
            double y = 3 - 2 * price + i % 4 + random.nextGaussian();
            text.append("s" + i % 4 + "," + LocalDate.of(2023, 1, 1).plusDays(i / 4) + "," + i / 28 + "," + price + ","
                    + y + "\n");
        }
        sales = Files.writeString(dir.resolve("sales.csv"), text);
    }

    private Run run(String command, Object... more) {
        Object[] all = new Object[more.length + 6];
        System.arraycopy(new Object[] {command, sales, "--task", "shop", "--target", "sales"}, 0, all, 0, 6);
        System.arraycopy(more, 0, all, 6, more.length);
        return kith(all);
    }

    @Test
    void comparesOnTheFutureAndSaysSo() throws IOException {
        Path json = dir.resolve("c.json");
        Run run = run(
                "compare",
                "--time",
                "day",
                "--gap",
                2,
                "--horizon",
                7,
                "--methods",
                "pooled,mean",
                "--folds",
                3,
                "--json",
                json);
        assertThat(run.err()).isEmpty();
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("2 features")
                .contains("Tested on later rows than those learned from, by 'day'.")
                .contains(
                        "predicted the next 7 days, 2023-02-09 to 2023-03-01 in all, leaving out 2 days before each test;"
                                + " settings were chosen forward in time too.");
        assertThat(Files.readString(json))
                .containsPattern("\"validation\" ?: ?\"3-fold cross-validation forward in time\"")
                .containsPattern("\"heldOut\" ?: ?21\\b");
    }

    @Test
    void choosesSettingsAndCalibratesForwardInTime() throws IOException {
        Path model = dir.resolve("m.kith");
        Run run = run("fit", "--time", "day", "--method", "mean", "--calibrate", "-o", model);
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("by 5-fold cross-validation forward in time")
                .contains("Calibrated on the labels that 10-fold cross-validation forward in time left out");
        assertThat(ModelFile.read(model).info().features()).containsExactly("week", "price");
    }

    @Test
    void aTimeThatIsNamedAsAFeatureStaysOne() throws IOException {
        Path model = dir.resolve("m.kith");
        Run run = run("fit", "--time", "week", "--features", "week,price", "--method", "mean", "-o", model);
        assertThat(run.err()).isEmpty();
        assertThat(ModelFile.read(model).info().features()).containsExactly("week", "price");
    }

    @Test
    void wholeGroupsAreHeldOut() throws IOException {
        Path json = dir.resolve("c.json");
        Run run = run(
                "compare",
                "--hold-out-by",
                "week",
                "--drop",
                "day",
                "--methods",
                "pooled",
                "--folds",
                3,
                "--json",
                json);
        assertThat(run.err()).isEmpty();
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("1 feature,")
                .contains("Tested on values of 'week' that nothing was learned from.")
                .contains("9 of 9 values in 3 folds");
        assertThat(Files.readString(json)).contains("3-fold cross-validation by whole 'week'");
        Run fit = run("fit", "--hold-out-by", "week", "--drop", "day", "--method", "mean", "-o", dir.resolve("m.kith"));
        assertThat(fit.out()).contains("by 5-fold cross-validation by whole 'week'");
    }

    @Test
    void randomFoldsOfDatedRowsAreWarnedOf() throws IOException {
        String warning =
                "Column 'day' says when a row was, and rows were held out at random: if later rows are to be predicted"
                        + " this may mislead, and --time day tests that.";
        Path json = dir.resolve("c.json");
        Run run = run("compare", "--drop", "day", "--methods", "pooled", "--json", json);
        assertThat(run.out().replaceAll("\\s+", " ")).contains(warning);
        assertThat(Files.readString(json)).contains(warning);
        assertThat(run("compare", "--time", "day", "--methods", "pooled").out()).doesNotContain("may mislead");
        Path dateless = Files.writeString(
                dir.resolve("none.csv"), Files.readString(sales).replaceAll("(?m)^([^,]*),[^,]*,", "$1,"));
        assertThat(kith("compare", dateless, "--task", "shop", "--target", "sales", "--methods", "pooled")
                        .out())
                .doesNotContain("may mislead");
    }

    @Test
    void mistakesAreNamed() {
        assertMistake(
                "--gap and --horizon need --time, the column that says when a row was", "--drop", "day", "--gap", 3);
        assertMistake("--gap must be a finite number >= 0, got NaN", "--time", "day", "--gap", "NaN");
        assertMistake("--horizon must be a finite number > 0, got 0.0", "--time", "day", "--horizon", 0);
        assertMistake(
                "--time must be another column than --task, got 'shop' for both", "--drop", "day", "--time", "shop");
        assertMistake(
                "--time and --hold-out-by are two ways to hold rows out: use one",
                "--time",
                "day",
                "--hold-out-by",
                "week");
        assertMistake("--hold-out-by must be another column than --task", "--drop", "day", "--hold-out-by", "shop");
        Run folds = run("compare", "--time", "week", "--drop", "day", "--folds", 20);
        assertThat(folds.code()).isEqualTo(ExitCode.DATA);
        assertThat(folds.err())
                .contains("the 9 different times in column 'week' allow no more than 7 folds, got 20: each test needs"
                        + " rows of at least 2 times before it");
        Run nothing = run("fit", "--time", "day", "--method", "mean", "--lambda", 1);
        assertThat(nothing.code()).isEqualTo(ExitCode.USAGE);
        assertThat(nothing.err()).contains("--time says how rows are held out to choose settings that are auto");
    }

    private void assertMistake(String message, Object... options) {
        Run run = run("compare", options);
        assertThat(run.err()).contains(message);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    }
}
