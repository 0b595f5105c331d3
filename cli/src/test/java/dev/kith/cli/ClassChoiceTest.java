package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes inside tasks and in an order, through the command line. */
class ClassChoiceTest {
    @TempDir
    private Path folder;

    private String table;

    @BeforeEach
    void write() throws IOException {
        Random random = new Random(5);
        StringBuilder text = new StringBuilder("region,vote,age,sex\n");
        for (int i = 0; i < 150; i++) {
            double age = 20 + random.nextInt(50);
            double score = (age - 45) / 15 + random.nextGaussian();
            String vote = score < -0.7 ? "no" : score < 0.7 ? "maybe" : "yes";
            text.append("r").append(i % 3).append(',');
            text.append(i % 25 == 7 ? "NA" : vote).append(',').append(i % 20 == 3 ? "NA" : age);
            text.append(',').append(i % 2 == 0 ? "F" : "M").append('\n');
        }
        table = Files.writeString(folder.resolve("votes.csv"), text).toString();
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void aTableGoesFromInspectionToPredictions() throws IOException {
        Run inspected = Run.kith("inspect", table, "--task", "region", "--classes", "vote");
        assertThat(inspected.out()).contains("--task region --classes vote");
        Run compared = Run.kith(
                "compare",
                table,
                "--task",
                "region",
                "--classes",
                "vote",
                "--categorical",
                "sex",
                "--methods",
                "mean,pooled",
                "--folds",
                "2",
                "--lambda",
                "0.1",
                "-o",
                file("best.kith"),
                "--safe");
        assertThat(compared.code()).as(compared.err()).isZero();
        assertThat(compared.out())
                .contains("144 rows used, 6 rows without any label skipped")
                .contains("the right one of 3 classes for 144 rows")
                .contains("  r0 ")
                .doesNotContain("r0: yes");
        Path fresh = Files.writeString(folder.resolve("new.csv"), "sex,age,region\nF,30,r1\nM,NA,r2\n");
        Run predicted = Run.kith("predict", file("best.kith"), fresh.toString());
        List<String> lines = predicted.out().lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).startsWith("task,prediction,probability,").contains("maybe:probability");
        assertThat(lines.get(1)).startsWith("r1,");
        assertThat(Run.kith("show", file("best.kith")).out()).containsPattern("classes +[a-z]+, [a-z]+, [a-z]+\\n");
        assertThat(Run.kith("explain", file("best.kith"), fresh.toString(), "--rows", "1")
                        .out())
                .contains("r1: yes");
        Path stranger = Files.writeString(folder.resolve("far.csv"), "sex,age,region\nF,30,r9\n");
        assertThat(Run.kith("predict", file("best.kith"), stranger.toString()).err())
                .contains("far.csv:2: column 'region': unknown task 'r9'");
        unknownRegions(stranger);
    }

    @Test
    void ordersAreLearnedAndJudged() {
        Run fitted = Run.kith(
                "fit",
                table,
                "--classes",
                "vote",
                "--order",
                "no,maybe,yes",
                "--drop",
                "region",
                "--categorical",
                "sex",
                "--method",
                "pooled",
                "--lambda",
                "0.1",
                "-o",
                file("order.kith"));
        assertThat(fitted.code()).as(fitted.err()).isZero();
        assertThat(Run.kith("show", file("order.kith")).out()).contains("no < maybe < yes");
        Run scored = Run.kith("score", file("order.kith"), table);
        assertThat(scored.out()).contains("rank-error").contains("  vote ");
        Run predicted = Run.kith("predict", file("order.kith"), table);
        assertThat(predicted.out())
                .startsWith("prediction,probability,no:probability,maybe:probability,yes:probability\n");
        assertThat(predicted.err()).contains("of 144 labelled rows predicted right");
    }

    @Test
    void saysWhatAnOrderNeeds() {
        assertThat(Run.kith("fit", table, "--task", "region", "--target", "age", "--order", "a,b", "--method", "mean")
                        .err())
                .contains("--order is the order of the classes of --classes COL");
        assertThat(Run.kith("fit", table, "--classes", "vote", "--order", "no", "--method", "mean")
                        .err())
                .contains("--order must name two classes or more, from the lowest to the highest, got no");
        assertThat(Run.kith(
                                "fit",
                                table,
                                "--classes",
                                "vote",
                                "--order",
                                "no,yes",
                                "--drop",
                                "region",
                                "--categorical",
                                "sex",
                                "--lambda",
                                "1",
                                "--method",
                                "mean")
                        .err())
                .contains("unknown class 'maybe'; there are 'no', 'yes'");
        assertThat(Run.kith(
                                "fit",
                                table,
                                "--task",
                                "region",
                                "--classes",
                                "vote",
                                "--categorical",
                                "sex",
                                "--method",
                                "coding",
                                "--coding",
                                "simplex",
                                "--lambda",
                                "1")
                        .err())
                .contains("is for the classes of one column");
    }

    /** A region nobody asked in: by the mean of what the others answer, or not at all. */
    private void unknownRegions(Path stranger) {
        Run refused = Run.kith("predict", file("best.kith"), stranger.toString());
        assertThat(refused.err())
                .contains("--unknown common predicts such rows by the mean of what the tasks it has answer");
        Run common = Run.kith("predict", file("best.kith"), stranger.toString(), "--unknown", "common");
        assertThat(common.err())
                .contains(
                        "1 row of unknown tasks, marked 1 in column 'unknown': predicted by the mean of what the tasks");
        List<String> lines = common.out().lines().toList();
        assertThat(lines.get(0)).endsWith(":probability,unknown");
        // 30 years old: votes no in every region
        assertThat(lines.get(1)).startsWith("r9,no,0.").endsWith(",1");
        String[] cells = lines.get(1).split(",", -1);
        double sum = Double.parseDouble(cells[3]) + Double.parseDouble(cells[4]) + Double.parseDouble(cells[5]);
        assertThat(sum).isCloseTo(1, within(1e-9));
        Run missing = Run.kith("predict", file("best.kith"), stranger.toString(), "--unknown", "missing");
        assertThat(missing.out().lines().toList().get(1)).isEqualTo("r9,,,,,,1");
        assertThat(Run.kith("predict", file("best.kith"), stranger.toString(), "--unknown", "attributes")
                        .err())
                .contains("of a choice among classes say common");
    }
}
