package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.cli.terminal.ExitCode;
import dev.kith.text.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A second table says what tasks are like, also those that a model does not have. */
class TaskTableTest {
    @TempDir
    private Path dir;

    private Path rows;
    private Path unseen;
    private Path shops;
    private Path model;

    /** Sales are twice the size, three more in the north, and x; shop s3 is in no table of shops. */
    @BeforeEach
    void write() throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        StringBuilder known = new StringBuilder("shop,x,sales\n");
        StringBuilder others = new StringBuilder("shop,x,sales\n");
        StringBuilder about = new StringBuilder("size,shop,region\n");
        for (int s = 0; s < 24; s++) {
            double size = random.nextGaussian();
            boolean north = random.nextBoolean();
            if (s != 3) {
                about.append(String.format(Locale.ROOT, "%.3f,s%d,%s\n", size, s, north ? "north" : "south"));
            }
            for (int i = 0; i < 4; i++) {
                double x = random.nextGaussian();
                double sales = 2 * size + (north ? 3 : 0) + x + 0.2 * random.nextGaussian();
                (s < 20 ? known : others).append(String.format(Locale.ROOT, "s%d,%.3f,%.3f\n", s, x, sales));
            }
        }
        rows = Files.writeString(dir.resolve("rows.csv"), known);
        unseen = Files.writeString(dir.resolve("unseen.csv"), others);
        shops = Files.writeString(dir.resolve("shops.csv"), about);
        model = dir.resolve("m.kith");
    }

    private Run fit(Object... more) {
        List<Object> words = new ArrayList<>(List.of("fit", rows, "--task", "shop", "--target", "sales", "--method"));
        words.addAll(List.of("mean", "--lambda", 0.001, "-o", model));
        words.addAll(Arrays.asList(more));
        return kith(words.toArray());
    }

    private Run fitted() {
        Run run = fit("--task-table", shops, "--categorical", "region");
        assertThat(run.code()).isZero();
        return run;
    }

    @Test
    void fitJoinsTheTableSaysWhatIsMissingAndDrawsIntercepts() {
        Run run = fitted();
        assertThat(run.err())
                .isEqualTo(
                        "Joined 'size', 'region' of shops.csv by 'shop': 1 of 20 tasks is not in shops.csv, 's3': their"
                                + " attributes are missing.\n");
        assertThat(run.out())
                .contains("Read shops.csv joined to rows.csv: 80 rows, all used; 20 tasks")
                .contains(
                        "Intercepts are drawn together (--intercept-cost auto), so that what --task-table says of tasks"
                                + " has something to explain.")
                .contains("intercept-cost ");
        assertThat(kith("show", model).out()).contains("data      shops.csv joined to rows.csv: 80 rows read");
    }

    @Test
    void interceptsStayAsTheyAreAskedFor() {
        Run free = fit("--task-table", shops, "--drop", "region", "--intercept-cost", "free");
        assertThat(free.code()).isZero();
        assertThat(free.out()).doesNotContain("drawn together").contains("'size' is the same within every task");
    }

    @Test
    void unseenTasksArePredictedByTheirAttributes() {
        fitted();
        Run refused = kith("predict", model, unseen, "--task-table", shops);
        assertThat(refused.code()).isEqualTo(ExitCode.DATA);
        assertThat(refused.err())
                .endsWith(
                        "(--unknown common predicts such rows by what all tasks have in common, --unknown attributes by"
                                + " that and their 'size', 'region=north', 'region=south', --unknown missing leaves them blank)\n");

        Run by = kith("predict", model, unseen, "--task-table", shops, "--unknown", "attributes");
        Run common = kith("predict", model, unseen, "--task-table", shops, "--unknown", "common");
        assertThat(by.err())
                .endsWith(
                        "16 rows of unknown tasks, marked 1 in column 'unknown': predicted by what all tasks have in common"
                                + " and their 'size', 'region=north', 'region=south'.\n");
        assertThat(common.err())
                .endsWith("in common, 'size', 'region=north', 'region=south' at the mean over tasks.\n");
        assertThat(missed(by)).isLessThan(0.5);
        assertThat(missed(common)).isGreaterThan(1.5);
    }

    @Test
    void unseenTasksArePredictedByWhatWasLearnedTogetherWithTheOthers() {
        Run fit = kith(
                "fit",
                rows,
                "--task",
                "shop",
                "--target",
                "sales",
                "--method",
                "mtfl",
                "--lambda",
                0.01,
                "--common-cost",
                "auto",
                "--intercept-cost",
                1,
                "--task-table",
                shops,
                "--categorical",
                "region",
                "-o",
                model);
        assertThat(fit.out()).contains("common-cost 0.").contains("Converged");

        Run by = kith("predict", model, unseen, "--task-table", shops, "--unknown", "attributes");

        assertThat(missed(by)).isLessThan(0.5);
        assertThat(fit("--common-cost", 0).err()).contains("--common-cost must be a finite number > 0, got 0");
        assertThat(fit("--common-cost", 1, "--kernel", "gaussian:1").err())
                .contains("common-cost needs the linear kernel, got 'gaussian:1.0'");
    }

    /** Root mean squared error of predictions of the unseen rows. */
    private double missed(Run run) {
        try {
            List<String> truth = Files.readAllLines(unseen);
            List<String> found = run.out().lines().toList();
            double sum = 0;
            for (int i = 1; i < truth.size(); i++) {
                double error = Double.parseDouble(truth.get(i).split(",", -1)[2])
                        - Double.parseDouble(found.get(i).split(",", -1)[1]);
                sum += error * error;
            }
            return Math.sqrt(sum / (truth.size() - 1));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void unseenTasksAreExplainedByWhatIsCommon() {
        fitted();
        Run refused = kith("explain", model, unseen, "--task-table", shops);
        assertThat(refused.code()).isEqualTo(ExitCode.DATA);
        assertThat(refused.err()).contains("unknown task 's20'").contains("--unknown attributes");
        Run one = kith(
                "explain", model, unseen, "--task-table", shops, "--unknown", "attributes", "--rows", "1", "--json");
        assertThat(one.code()).isZero();
        String predicted = kith("predict", model, unseen, "--task-table", shops, "--unknown", "attributes")
                .out()
                .lines()
                .toList()
                .get(1)
                .split(",", -1)[1];
        double sum = number(one.out(), "sum");
        assertThat(sum).isCloseTo(Double.parseDouble(predicted), within(1e-9));
        double features = number(one.out(), "x")
                + number(one.out(), "size")
                + number(one.out(), "region=north")
                + number(one.out(), "region=south");
        assertThat(number(one.out(), "base") + features).isCloseTo(sum, within(1e-9));
        assertThat(number(one.out(), "own")).isZero();
        Run text = kith("explain", model, unseen, "--task-table", shops, "--unknown", "common", "--rows", "1");
        assertThat(text.out())
                .contains("Row 1, task s20: ")
                .contains("all tasks in common")
                .doesNotContain("size");
        Run missing = kith("explain", model, unseen, "--task-table", shops, "--unknown", "missing");
        assertThat(missing.code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void unseenTasksAreScoredWhereThatIsAskedFor() throws IOException {
        fitted();
        Run predicted = kith("predict", model, unseen, "--task-table", shops, "--unknown", "attributes");
        Run only = kith("score", model, unseen, "--task-table", shops, "--unknown", "attributes", "--json");
        assertThat(only.code()).isZero();
        assertThat(number(only.out(), "rmse")).isCloseTo(missed(predicted), within(1e-9));
        assertThat(number(only.out(), "labels")).isEqualTo(16);

        Path both = dir.resolve("both.csv");
        Files.writeString(
                both, Files.readString(rows) + Files.readString(unseen).substring("shop,x,sales\n".length()));
        Run left = kith("score", model, both, "--task-table", shops, "--unknown", "missing");
        assertThat(left.out())
                .isEqualTo(kith("score", model, both, "--task-table", shops).out())
                .contains("16 labels of 4 tasks that the model does not have did not count")
                .doesNotContain("Tasks the model does not know");
        Run common = kith("score", model, both, "--task-table", shops, "--unknown", "common", "--measure", "rmse");
        double rmse = missed(kith("predict", model, unseen, "--task-table", shops, "--unknown", "common"));
        assertThat(common.out().replaceAll("\\s+", " "))
                .contains("Tasks the model does not know: 16 labels of 4 tasks, rmse " + Words.number(rmse)
                        + " over all of them; predicted by what all tasks have in common, 'size', 'region=north',"
                        + " 'region=south' at the mean over tasks.");
        Run refused = kith("score", model, both, "--task-table", shops, "--unknown", "error");
        assertThat(refused.code()).isEqualTo(ExitCode.DATA);
        assertThat(refused.err()).contains("shops.csv joined to both.csv: unknown task 's20'");
    }

    private static double number(String json, String name) {
        Matcher found = Pattern.compile("\"" + Pattern.quote(name) + "\":\\s*(-?[0-9.eE+-]+)")
                .matcher(json);
        assertThat(found.find()).as(name).isTrue();
        return Double.parseDouble(found.group(1));
    }

    @Test
    void modelsFittedWithATableOfTasksAskForOne() {
        fitted();
        for (String command : List.of("predict", "score", "explain")) {
            Run run = kith(command, model, rows);
            assertThat(run.code()).isEqualTo(ExitCode.DATA);
            assertThat(run.err())
                    .isEqualTo(
                            "kith " + command + ": rows.csv: has no 'size', 'region'; the model was fitted with columns"
                                    + " from shops.csv, a table of tasks: --task-table shops.csv joins them\n");
        }
        assertThat(kith("adapt", model, unseen, "-o", dir.resolve("n.kith")).err())
                .contains("--task-table shops.csv joins them");
        assertThat(kith("score", model, rows, "--task-table", shops).code()).isZero();
        assertThat(kith("explain", model, rows, "--task-table", shops).code()).isZero();
        assertThat(kith("adapt", model, unseen, "--task-table", shops, "-o", dir.resolve("n.kith"))
                        .code())
                .isZero();
    }

    @Test
    void compareAndInspectJoinTheTableToo() {
        Run compared = kith(
                "compare",
                rows,
                "--task",
                "shop",
                "--target",
                "sales",
                "--drop",
                "region",
                "--methods",
                "mean",
                "--task-table",
                shops);
        assertThat(compared.code()).isZero();
        assertThat(compared.out())
                .contains("Read shops.csv joined to rows.csv: 80 rows, all used; 20 tasks, 2 features");
        Run seen = kith("inspect", rows, "--task", "shop", "--target", "sales", "--task-table", shops);
        assertThat(seen.out())
                .contains("The same in all rows of a task: size, region.")
                .contains("--task-table " + shops);
    }

    @Test
    void conditionsMaySpeakOfTheColumnsJoined() {
        Run run = fit("--task-table", shops, "--drop", "region", "--where", "region = 'north'");
        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("of 80 rows: ").contains("meet \"region = 'north'\"");
    }

    @Test
    void aTableOfTasksNeedsATaskColumn() {
        Run run = kith("fit", rows, "--targets", "sales", "--drop", "shop", "--method", "stl", "--task-table", shops);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--task-table needs --task, the column of both tables that names tasks");
        Run twice = kith("inspect", rows, "--task", "shop", "--target", "sales", "--task-table", rows);
        assertThat(twice.code()).isEqualTo(ExitCode.DATA);
        assertThat(twice.err())
                .isEqualTo("kith inspect: rows.csv:3: task 's0' has a row already, in line 2;"
                        + " a table of tasks has one row for each\n");
    }
}
