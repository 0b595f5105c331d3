package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ROC and precision-recall curves: of held-out decisions, and of a saved model on rows that have labels. */
class RankingReportTest {
    @TempDir
    private Path dir;

    private Path data(String labels) throws IOException {
        Random random = new Random(3);
        StringBuilder csv = new StringBuilder("who,age,dose,y\n");
        for (int i = 0; i < 60; i++) {
            double age = random.nextGaussian();
            double dose = random.nextGaussian();
            boolean positive = age + dose + random.nextGaussian() > 0.5;
            csv.append("t" + i % 3 + "," + age + "," + dose + "," + labels.split("/", -1)[positive ? 1 : 0])
                    .append('\n');
        }
        return Files.writeString(dir.resolve("d.csv"), csv);
    }

    @Test
    void curvesOfHeldOutDecisions() throws IOException {
        Path json = dir.resolve("c.json");
        Path page = dir.resolve("c.html");
        Run run = kith(
                "compare",
                data("0/1"),
                "--task",
                "who",
                "--target",
                "y",
                "--methods",
                "mean",
                "--folds",
                3,
                "--measure",
                "auc",
                "--json",
                json,
                "--report",
                page);
        assertThat(run.err()).isEmpty();
        assertThat(Files.readString(json))
                .contains("\"ranking\":{\"roc\":{\"area\":", "\"precisionRecall\":{\"area\":");
        assertThat(Files.readString(page)).contains("How well decisions rank the classes");
    }

    @Test
    void curvesOfASavedModelOnRowsWithLabels() throws IOException {
        for (String labels : new String[] {"0/1", "healthy/ill"}) {
            Path file = data(labels);
            Path model = dir.resolve("m.kith");
            assertThat(kith(
                                    "fit",
                                    file,
                                    "--task",
                                    "who",
                                    "--target",
                                    "y",
                                    "--method",
                                    "mean",
                                    "--lambda",
                                    0.1,
                                    "-o",
                                    model)
                            .err())
                    .isEmpty();
            Path page = dir.resolve("p.html");
            Run run = kith("predict", model, file, "--report", page, "-o", dir.resolve("p.csv"));
            assertThat(run.code()).isZero();
            assertThat(run.err())
                    .contains("Decisions for 60 labels of d.csv: AUC ", "average precision", "Saved " + page);
            assertThat(Files.readString(page)).contains("\"precisionRecall\":{\"area\":");
        }
    }

    @Test
    void modelsOfNumbersHaveNone() throws IOException {
        Path numbers = Files.writeString(dir.resolve("n.csv"), "a,b,y\n1,2,1.5\n2,1,3\n0,1,2\n3,3,1\n4,1,2\n");
        Path model = dir.resolve("n.kith");
        assertThat(kith("fit", numbers, "--target", "y", "--method", "stl", "--lambda", 1, "-o", model)
                        .err())
                .isEmpty();
        assertThat(kith("predict", model, numbers, "--report", dir.resolve("p.html"))
                        .err())
                .contains("curves are of models of classes, this one predicts numbers");
    }
}
