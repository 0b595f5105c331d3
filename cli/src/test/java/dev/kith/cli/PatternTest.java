package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only pairs of tasks in a file may be related: --method logdet --pattern. */
class PatternTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path pattern;

    @BeforeEach
    void files() throws IOException {
        rows("rows.csv", List.of("a", "b", "c", "d"), 20);
        pattern = Files.writeString(dir.resolve("pairs.csv"), "task,task\na,b\nb,c\nc,d\nd,a\n");
    }

    private void rows(String name, List<String> tasks, int each) throws IOException {
        Random random = new Random(4);
        StringBuilder rows = new StringBuilder("task,y,x1,x2,x3\n");
        for (int i = 0; i < each * tasks.size(); i++) {
            double[] x = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
            double y = x[0] + i % tasks.size() * x[1] / 3 + 0.3 * random.nextGaussian();
            rows.append(tasks.get(i % tasks.size()) + "," + y + "," + x[0] + "," + x[1] + "," + x[2] + "\n");
        }
        Files.writeString(dir.resolve(name), rows);
    }

    private Run fit(Object... more) {
        Object[] usual = {
            "fit",
            dir.resolve("rows.csv"),
            "--task",
            "task",
            "--target",
            "y",
            "--method",
            "logdet",
            "--lambda",
            0.05,
            "-o",
            dir.resolve("m.kith")
        };
        return kith(Stream.concat(Stream.of(usual), Stream.of(more)).toArray());
    }

    @Test
    void pairsOutsideThePatternAreNotRelated() throws IOException {
        Run run = fit("--pattern", pattern);
        assertThat(run.code()).as(run.err()).isZero();
        Model model = ModelFile.read(dir.resolve("m.kith"));
        assertThat(model.info().parameters()).containsEntry("pattern", "edges:a,b;b,c;c,d;d,a");
        assertThat(model.info().gap().orElseThrow()).isBetween(0.0, 1e-6);
        Matrix a = model.structure().orElseThrow().dense();
        assertThat(new double[] {a.get(0, 2), a.get(2, 0), a.get(1, 3), a.get(3, 1)})
                .containsOnly(0);
        assertThat(new double[] {a.get(0, 1), a.get(1, 2), a.get(2, 3), a.get(3, 0)})
                .doesNotContain(0);
        assertThat(kith("show", dir.resolve("m.kith")).out()).doesNotContain("shared ");
    }

    @Test
    void withoutAPatternAllPairsMayBe() throws IOException {
        assertThat(fit().code()).isZero();
        Model model = ModelFile.read(dir.resolve("m.kith"));
        assertThat(model.info().parameters()).doesNotContainKey("pattern");
        assertThat(model.structure().orElseThrow().dense().get(0, 2)).isNotZero();
    }

    @Test
    void patternsNameTasksOfTheData() throws IOException {
        Files.writeString(pattern, "task,task\na,z\n");
        Run run = fit("--pattern", pattern);
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("pairs.csv:2", "unknown task 'z'");
        Run other = kith(
                "fit",
                dir.resolve("rows.csv"),
                "--task",
                "task",
                "--target",
                "y",
                "--method",
                "okl",
                "--pattern",
                pattern,
                "-o",
                dir.resolve("o.kith"));
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).contains("--pattern is not used by method 'okl'");
    }

    @Test
    void newTasksDoNotJoin() throws IOException {
        assertThat(fit("--pattern", pattern).code()).isZero();
        rows("new.csv", List.of("e"), 6);
        Run run = kith(
                "adapt",
                dir.resolve("m.kith"),
                dir.resolve("new.csv"),
                "--task",
                "task",
                "--target",
                "y",
                "-o",
                dir.resolve("n.kith"));
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err())
                .contains(
                        "a model of method 'logdet' with a pattern takes no new tasks; fit all tasks again, with the new"
                                + " ones in the pattern");
    }
}
