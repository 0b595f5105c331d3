package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --method learned-graph}: two families of tasks give a graph of two parts. */
class LearnedGraphMethodTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    private Path fit() throws IOException {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder("t,y,x1,x2,x3\n");
        for (int n = 0; n < 240; n++) {
            double[] x = random.doubles(3, -1, 1).toArray();
            int t = n % 6;
            double y = (t < 3 ? 2 * x[0] - x[1] : 2 * x[2] - 2 * x[0]) + 0.2 * random.nextGaussian();
            text.append("task" + t + "," + y + "," + x[0] + "," + x[1] + "," + x[2] + "\n");
        }
        Path data = Files.writeString(dir.resolve("d.csv"), text);
        Path model = dir.resolve("m.kith");
        Run run = kith(
                "fit",
                data,
                "--task",
                "t",
                "--target",
                "y",
                "--method",
                "learned-graph",
                "--lambda",
                0.02,
                "-o",
                model);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("NOT convex")
                .containsPattern("Converged: objective [-\\d.]+, a stationary point of a problem that is not convex"
                        + " \\(no gap\\)");
        return model;
    }

    @Test
    void noGapIsClaimedAndTheGraphHasTwoParts() throws IOException {
        Path model = fit();
        assertThat(kith("show", model).out()).contains("no gap");
        assertThat(kith("show", model, "--json").out()).contains("\"method\":\"learned-graph\"", "\"gap\":null");
        Path graph = dir.resolve("g.csv");
        assertThat(kith("show", model, "--graph", graph).err())
                .contains("(edges of the graph, non-zeros of the inverse structure), 2 communities.");
        assertThat(Files.readString(graph).lines().skip(1))
                .isNotEmpty()
                .allMatch(line -> (line.charAt(4) < '3') == (line.charAt(10) < '3'));
        Path more = Files.writeString(dir.resolve("more.csv"), "t,y,x1,x2,x3\nnew,1,2,3,4\n");
        assertThat(kith("adapt", model, more, "-o", dir.resolve("n.kith")).err())
                .contains("a model of method 'learned-graph' takes no new tasks");
    }

    @Test
    void helpSaysThatItIsNotConvex() {
        assertThat(kith("fit", "--help").out())
                .containsPattern("learned-graph +[a-z ]+ - learned: a graph of neighbours \\(NOT");
    }
}
