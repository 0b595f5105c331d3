package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the mean of all tasks, clusters and tasks within them cost can be said: --eps-mean, --eps-between, --eps. */
class ClusterCostsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    private Path table() throws IOException {
        Random random = new Random(2);
        StringBuilder rows = new StringBuilder("task,y,x1,x2\n");
        for (int i = 0; i < 100; i++) {
            double x1 = random.nextGaussian();
            double x2 = random.nextGaussian();
            double y = (i % 5 < 2 ? x1 : x2 - x1) + 0.2 * (i % 5) * x2 + 0.1 * random.nextGaussian();
            rows.append("t" + i % 5 + "," + y + "," + x1 + "," + x2 + "\n");
        }
        return Files.writeString(dir.resolve("rows.csv"), rows);
    }

    private Run fit(String mean, String between, String within) throws IOException {
        return kith(
                "fit",
                table(),
                "--task",
                "task",
                "--target",
                "y",
                "--method",
                "cluster",
                "--clusters",
                "2",
                "--lambda",
                "0.01",
                "--eps-mean",
                mean,
                "--eps-between",
                between,
                "--eps",
                within,
                "-o",
                dir.resolve("m.kith"));
    }

    /** A has 1 / epsM along the mean; off it, no eigenvalue leaves [1 / epsW, 1 / epsB], and their sum is given. */
    @Test
    void theStructureKeepsItsBounds() throws IOException {
        Run run = fit("0.25", "0.5", "4");
        assertThat(run.code()).as(run.err()).isZero();
        Model model = ModelFile.read(dir.resolve("m.kith"));
        assertThat(model.info().parameters())
                .containsEntry("eps-mean", "0.25")
                .containsEntry("eps-between", "0.5")
                .containsEntry("eps", "4");
        Matrix a = model.structure().orElseThrow().dense();
        double trace = 0;
        for (int t = 0; t < 5; t++) {
            double row = 0;
            for (int s = 0; s < 5; s++) {
                row += a.get(t, s);
            }
            assertThat(row).isCloseTo(1 / 0.25, within(1e-9));
            trace += a.get(t, t);
        }
        assertThat(trace).isCloseTo(1 / 0.25 + (5 - 2) / 4.0 + (2 - 1) / 0.5, within(1e-8));
    }

    @Test
    void tasksCostNoLessThanClusters() throws IOException {
        Run run = fit("1", "3", "2");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--eps-between must be a finite number > 0 and <= 1, got 3");
    }
}
