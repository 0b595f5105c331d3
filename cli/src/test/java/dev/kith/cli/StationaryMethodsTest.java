package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.file.ModelFile;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.structure.ties.WeightParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --method factor} and {@code --method transfer}: fitted, shown, reported, compared, and nowhere called proven. */
class StationaryMethodsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path data;

    @BeforeEach
    void write() throws IOException {
        Random random = new Random(5);
        StringBuilder text = new StringBuilder("t,y,x1,x2,x3,x4\n");
        for (int n = 0; n < 300; n++) {
            double[] x = random.doubles(4, -1, 1).toArray();
            boolean easy = n % 3 > 0;
            double y = 2 * x[0] - x[1] + x[3] + (easy ? 0.1 : 1.5) * random.nextGaussian();
            String task = easy ? "easy" : "hard" + n % 4;
            text.append(task + "," + y + "," + x[0] + "," + x[1] + "," + x[2] + "," + x[3] + "\n");
        }
        data = Files.writeString(dir.resolve("d.csv"), text);
    }

    private Path fit(String method, Object... more) {
        Path model = dir.resolve("m.kith");
        Object[] args = {
            "fit",
            data,
            "--task",
            "t",
            "--target",
            "y",
            "--method",
            method,
            "--lambda",
            0.05,
            "-o",
            model,
            "--report",
            dir.resolve("r.html")
        };
        Object[] all = java.util.Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        Run run = kith(all);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("NOT convex")
                .containsPattern(
                        "Converged: objective [\\d.]+, a stationary point of a problem that is not convex \\(no gap\\),"
                                + " not proven global, violation [\\d.e-]+, \\d+ iterations?, ");
        return model;
    }

    @ParameterizedTest
    @ValueSource(strings = {"factor", "transfer"})
    void noGapIsClaimedAnywhere(String method) throws IOException {
        Path model = fit(method);
        assertThat(kith("show", model).out())
                .containsPattern("fit +converged: objective [\\d.]+, no gap, not proven global, violation [\\d.e-]+, ");
        assertThat(kith("show", model, "--json").out())
                .contains("\"method\":\"" + method + "\"", "\"gap\":null", "\"violation\":\"");
        assertThat(Files.readString(dir.resolve("r.html")))
                .contains("The problem is not convex: a stationary point, not proven global;");
        assertThat(kith("fit", "--help").out()).containsPattern(method + " +[a-z ]+ - learned: ");
        assertThat(kith(
                                "fit",
                                data,
                                "--task",
                                "t",
                                "--target",
                                "y",
                                "--method",
                                method,
                                "--loss",
                                "absolute",
                                "--lambda",
                                0.1,
                                "-o",
                                dir.resolve("n.kith"))
                        .err())
                .contains("method '" + method + "' needs a loss with a slope everywhere");
    }

    @Test
    void theEasyTaskHelpsTheHardOnes() throws IOException {
        Path model = fit("transfer", "--mu", 3);
        WeightParts.Transfer transfer =
                (WeightParts.Transfer) read(model).parts().orElseThrow();
        int easy = read(model).info().task("easy");
        assertThat(transfer.helps()).isNotEmpty();
        assertThat(transfer.helps().get(0).from()).isEqualTo(easy);
        assertThat(kith("show", model).out())
                .containsPattern("helps +\\d+ of 20 ordered pairs of tasks, strongest first:\\R +easy -> hard\\d  ");
        assertThat(kith("show", model, "--json").out()).contains("\"helps\":[{\"from\":\"easy\",\"to\":\"hard");
        assertThat(Files.readString(dir.resolve("r.html")))
                .contains("Who helps whom, strongest first: easy helps hard");
    }

    @Test
    void theFactorsAreInTheModel() throws IOException {
        Path model = fit("factor", "--rank", 2);
        LinearModel read = read(model);
        WeightParts.Factors factors = (WeightParts.Factors) read.parts().orElseThrow();
        Matrix product = LinearAlgebra.best().multiply(factors.basis(), factors.codes());
        assertThat(product.plus(-1, read.fittedWeights()).maxAbs()).isLessThan(1e-13);
        assertThat(kith("show", model).out())
                .containsPattern("latent +2 tasks, combined by the others:\\R +1: used by ")
                .containsPattern("; weighs x\\d \\([+-]");
        assertThat(kith("show", model, "--json").out()).contains("\"factors\":{\"basis\":[[", "\"codes\":[[");
    }

    @Test
    void bothAreComparedWhereAskedFor() {
        Run run =
                kith("compare", data, "--task", "t", "--target", "y", "--methods", "stl,factor,transfer", "--folds", 2);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("factor", "transfer");
        assertThat(kith("compare", "--help").out()).doesNotContainPattern("(?i)default[^.]*transfer");
    }

    private static LinearModel read(Path model) throws IOException {
        return (LinearModel) ModelFile.read(model);
    }
}
