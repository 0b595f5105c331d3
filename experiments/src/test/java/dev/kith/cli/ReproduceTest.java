package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.reproduce.Experiment;
import dev.kith.cli.reproduce.Experiments;
import dev.kith.cli.terminal.Ending;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kith reproduce} with the experiments at hand, in this process. */
class ReproduceTest {
    @TempDir
    private Path dir;

    private record Run(int code, String out, String err) {}

    private static Run kith(Object... args) {
        String[] texts = Arrays.stream(args).map(Object::toString).toArray(String[]::new);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new Ending(), new PrintWriter(out, true), new PrintWriter(err, true), texts);
        return new Run(code, out.toString(), err.toString());
    }

    @Test
    void everyExperimentIsListed() {
        Run run = kith("reproduce", "--list");
        assertThat(run.code()).isZero();
        for (Experiment experiment : Experiments.installed().all()) {
            assertThat(run.out()).contains(experiment.name(), experiment.summary(), experiment.place());
        }
    }

    @Test
    void theCircleComesOut() throws IOException {
        Run run = kith("reproduce", "circle", "--quick", "-o", dir);
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("Constrained has the lowest mean error at every size");
        List<String> csv = Files.readAllLines(dir.resolve("circle.csv"));
        assertThat(csv).hasSize(5).first().isEqualTo("n,STL,MTRL,constrained,better than STL / MTRL,published");
        String page = Files.readString(dir.resolve("circle.html"));
        assertThat(page)
                .contains("<title>circle: two outputs", "<td>100</td>", "\"type\":\"boxplot\"", "\"type\":\"scatter\"")
                .contains("seed 1, quick run")
                .doesNotContain("{{", "src=\"http");
    }

    @Test
    void mistakesAreSaid() {
        Run run = kith("reproduce", "circel");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("unknown experiment 'circel'; there are ", "circle, lemniscate, torques");
        assertThat(kith("reproduce").err()).contains("name an experiment, or use --list");
        run = kith("reproduce", "torques", "--data", dir, "-o", dir.resolve("out"));
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err())
                .contains("sarcos15.csv.gz: no such file; --data must be the directory that contains sarcos/");
    }
}
