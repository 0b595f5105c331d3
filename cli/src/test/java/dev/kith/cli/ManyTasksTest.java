package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With thousands of tasks nothing that is written or said grows with their square. */
class ManyTasksTest {
    private static final int TASKS = 6000;

    @TempDir
    private Path dir;

    private Path rows;

    @BeforeEach
    void table() throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        rows = dir.resolve("shops.csv");
        try (BufferedWriter out = Files.newBufferedWriter(rows)) {
            out.write("shop,a,b,y\n");
            for (int t = 0; t < TASKS; t++) {
                double slope = 1 + random.nextGaussian() / 4;
                for (int i = 0; i < 6; i++) {
                    float a = (float) random.nextGaussian();
                    float b = (float) random.nextGaussian();
                    out.write("s" + t + "," + a + "," + b + "," + (float) (slope * a - b + random.nextGaussian() / 2));
                    out.write('\n');
                }
            }
        }
    }

    private Path fitted(String method) {
        Path model = dir.resolve(method + ".kith");
        Run run =
                kith("fit", rows, "--task", "shop", "--target", "y", "--method", method, "--lambda", 0.1, "-o", model);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("Converged");
        return model;
    }

    @Test
    void aModelIsItsWeightsAndIsShownInFew() throws IOException {
        for (String method : new String[] {"stl", "mean", "mtfl"}) {
            Path model = fitted(method);
            assertThat(Files.size(model)).as(method).isLessThan(150L * TASKS);
            Path report = dir.resolve("report.html");
            Run shown = kith("show", model, "--report", report);
            assertThat(shown.code()).isZero();
            assertThat(shown.out()).contains("6000: s0, s1", "among 1000 of the tasks");
            assertThat(Files.size(report)).isLessThan(5_000_000L);
            String json = kith("show", model, "--json").out();
            assertThat(json)
                    .contains("\"structure\":null", "\"structureOmitted\":")
                    .hasSizeLessThan(1_000_000);
        }
    }

    @Test
    void aComparisonOfManyTasksIsAPageThatOpens() throws IOException {
        Path report = dir.resolve("compare.html");
        Run run = kith(
                "compare",
                rows,
                "--task",
                "shop",
                "--target",
                "y",
                "--methods",
                "stl,mean",
                "--folds",
                2,
                "--report",
                report);
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("With 6,000 tasks not every pair is compared", "more tasks (all of them:");
        assertThat(Files.size(report)).isLessThan(5_000_000L);
    }
}
