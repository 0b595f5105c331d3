package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --method mixed}: what tasks have in common and how they vary, from fit to show. */
class MixedMethodTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    private Path data = Path.of("d.csv");

    /** y = 10 + u + (2 + v) x1 - x2 + noise, deviations 3 and 1 between 40 tasks, 1 within. */
    @BeforeEach
    void write() throws IOException {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder("t,y,x1,x2\n");
        for (int t = 0; t < 40; t++) {
            double own = 3 * random.nextGaussian();
            double turn = random.nextGaussian();
            for (int k = 0; k < 20; k++) {
                double x1 = random.nextGaussian();
                double x2 = random.nextGaussian();
                double y = 10 + own + (2 + turn) * x1 - x2 + random.nextGaussian();
                text.append("task" + t + "," + y + "," + x1 + "," + x2 + "\n");
            }
        }
        data = Files.writeString(dir.resolve("d.csv"), text);
    }

    private Run fit(Object... more) {
        Object[] start = {"fit", data, "--task", "t", "--target", "y", "--method", "mixed", "-o", dir.resolve("m.kith")
        };
        Object[] all = java.util.Arrays.copyOf(start, start.length + more.length);
        System.arraycopy(more, 0, all, start.length, more.length);
        return kith(all);
    }

    @Test
    void showSaysWhatIsCommonAndHowMuchLiesBetweenTasks() {
        Run run = fit();
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("a stationary point of a problem that is not convex (no gap)");
        String shown = kith("show", dir.resolve("m.kith")).out();
        assertThat(shown)
                .contains("random x1,", "no gap", "effects   common (standard error), deviation between tasks:")
                .containsPattern("intercept +\\d+\\.?\\d* \\(0\\.\\d+\\), [234]\\.")
                .containsPattern("x1 +[12]\\.\\d+ \\(0\\.\\d+\\), (0\\.|1)")
                .containsPattern("x2 +-(0\\.9|1)\\.?\\d* \\(0\\.\\d+\\)\\R")
                .containsPattern("together +correlation between tasks: intercept ~ x1 [-+]0\\.\\d\\d")
                .containsPattern("between +\\d\\d% of what the common effects leave lies between tasks");
        assertThat(kith("show", dir.resolve("m.kith"), "--json").out())
                .contains("\"effects\":{\"fixed\":[", "\"varying\":[\"intercept\",\"x1\"]", "\"gap\":null");
    }

    @Test
    void aSingularFitSaysSo() throws IOException {
        String same = Files.readString(data).replaceAll("task\\d*(\\d),", "task$1,");
        data = Files.writeString(dir.resolve("e.csv"), same.replaceAll("(?m)^task\\d(.*)$", "task1$1\ntask2$1"));
        assertThat(fit("--random", "x1").code()).isZero();
        assertThat(kith("show", dir.resolve("m.kith")).out())
                .contains("singular  what varies by task lies in 0 directions of 2", "0% of what the common effects");
    }

    @Test
    void comparesAndPredictsLikeOtherMethods() throws IOException {
        Run compared = kith(
                "compare",
                data,
                "--task",
                "t",
                "--target",
                "y",
                "--methods",
                "mixed",
                "--save",
                "mixed",
                "-o",
                dir.resolve("c.kith"));
        assertThat(compared.code()).as(compared.err()).isZero();
        assertThat(compared.out()).containsPattern("(?m)^ *mixed ");
        Path predictions = dir.resolve("p.csv");
        assertThat(kith("predict", dir.resolve("c.kith"), data, "-o", predictions)
                        .code())
                .isZero();
        assertThat(Files.readAllLines(predictions)).hasSize(801);
    }

    @Test
    void whatItDoesNotUseIsRefused() {
        assertThat(fit("--lambda", 1).err())
                .contains("--lambda is not used by method 'mixed'")
                .doesNotContain("--C");
        assertThat(fit("--weighting", "task").err()).contains("--weighting is not used by method 'mixed'");
        assertThat(fit("--kernel", "gaussian:1").err()).contains("method 'mixed' needs the linear kernel");
        assertThat(fit("--loss", "absolute").err()).contains("method 'mixed' needs the squared loss, got 'absolute'");
        assertThat(fit("--random", "x3").err()).contains("random: unknown feature 'x3'");
        assertThat(fit("--covariance", "round").err()).contains("covariance must be diagonal, full or low-rank:R");
        assertThat(fit("--keep-moments").err()).contains("--method mixed is not one");
    }

    private Path sales() throws IOException {
        Random random = new Random(5);
        double[] shops = random.doubles(20).map(u -> 2 * random.nextGaussian()).toArray();
        double[] products = random.doubles(8).map(u -> random.nextGaussian()).toArray();
        StringBuilder text = new StringBuilder("shop,product,price,sold\n");
        for (int k = 0; k < 600; k++) {
            int s = random.nextInt(20);
            int p = random.nextInt(8);
            double price = random.nextGaussian();
            double sold = 5 - price + shops[s] + products[p] + 0.5 * random.nextGaussian();
            text.append("s" + s + ",p" + p + "," + price + "," + sold + "\n");
        }
        return Files.writeString(dir.resolve("sales.csv"), text);
    }

    @Test
    void severalTaskColumnsAreCrossedGroups() throws IOException {
        Path model = dir.resolve("crossed.kith");
        Run run = kith(
                "fit",
                sales(),
                "--task",
                "shop",
                "--task",
                "product",
                "--target",
                "sold",
                "--method",
                "mixed",
                "-o",
                model);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("20 tasks, 1 feature,", "Converged");
        assertThat(kith("show", model).out())
                .contains("task-column shop, task-column-2 product", "effects   common (standard error):")
                .containsPattern("between +shop, 20 levels: [78]\\d% of what the common effects leave, variance [2-6]")
                .containsPattern("product, 8 levels: [12]?\\d% of what the common effects leave, variance [01]\\.")
                .containsPattern("within +variance 0\\.2\\d+, deviation 0\\.[45]");
        assertThat(kith("show", model, "--json").out())
                .contains("\"groupings\":[{\"name\":\"shop\",\"varying\":[\"intercept\"]", "{\"name\":\"product\"");
        Path page = dir.resolve("crossed.html");
        assertThat(kith("show", model, "--report", page).code()).isZero();
        assertThat(Files.readString(page)).contains("Between levels of product lies");
    }

    @Test
    void unknownLevelsOfEitherColumnAreTreatedAsAsked() throws IOException {
        Path model = dir.resolve("crossed.kith");
        kith(
                "fit",
                sales(),
                "--task",
                "shop",
                "--task",
                "product",
                "--target",
                "sold",
                "--method",
                "mixed",
                "-o",
                model);
        Path rows = Files.writeString(dir.resolve("new.csv"), "shop,product,price\ns1,p1,0\ns1,new,0\nnew,p1,0\n");
        Run refused = kith("predict", model, rows);
        assertThat(refused.code()).isNotZero();
        Path level = Files.writeString(dir.resolve("level.csv"), "shop,product,price\ns1,new,0\n");
        assertThat(kith("predict", model, level).err())
                .contains("column 'product': unknown task 'new'", "--unknown common predicts such rows");
        assertThat(kith("predict", model, rows, "--unknown", "common").out().lines())
                .element(2)
                .asString()
                .matches("s1,[-0-9.]+,1");
        assertThat(kith("predict", model, rows, "--unknown", "missing").out()).contains("s1,,1", "new,,1");
    }

    @Test
    void severalTaskColumnsAreForMixedModelsAlone() throws IOException {
        Path sales = sales();
        Run other = kith("fit", sales, "--task", "shop", "--task", "product", "--target", "sold", "--method", "mean");
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err())
                .contains(
                        "several --task are for --method mixed, got --method mean; name one column of tasks, or use that");
        Run compared = kith("compare", sales, "--task", "shop", "--task", "product", "--target", "sold");
        assertThat(compared.code()).isNotZero();
        assertThat(compared.err())
                .contains(
                        "methods are compared with one task column, got also 'product'; several are for a fit by method"
                                + " 'mixed'");
    }
}
