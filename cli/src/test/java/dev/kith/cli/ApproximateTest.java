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

/** {@code --approximate}. */
class ApproximateTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path data;

    @BeforeEach
    void write() throws IOException {
        Random random = new Random(4);
        StringBuilder rows = new StringBuilder("y1,y2,x1,x2\n");
        for (int n = 0; n < 80; n++) {
            double x1 = random.nextGaussian();
            double x2 = random.nextGaussian();
            rows.append(Math.sin(x1) + "," + Math.sin(x1 + x2) + "," + x1 + "," + x2 + "\n");
        }
        data = Files.writeString(dir.resolve("d.csv"), rows);
    }

    private Run fit(Object... options) {
        Object[] args = new Object[options.length + 6];
        System.arraycopy(new Object[] {"fit", data, "--targets", "y1,y2", "-o", dir.resolve("m.kith")}, 0, args, 0, 6);
        System.arraycopy(options, 0, args, 6, options.length);
        return kith(args);
    }

    @Test
    void theFitSaysWhatItCosts() throws IOException {
        for (String how : new String[] {"landmarks:20", "uniform:20", "leverage:20", "fourier:200"}) {
            Run run = fit("--method", "okl", "--kernel", "gaussian:2", "--lambda", 0.01, "--approximate", how);
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out())
                    .contains("Kernel approximated by " + how.replace(':', ' ') + ": on 80 labels left out")
                    .containsPattern("differ from the exact fit's by [0-9.e-]+% of their deviation");
            Run predicted = kith("predict", dir.resolve("m.kith"), data, "-o", dir.resolve("p.csv"));
            assertThat(predicted.code()).as(predicted.err()).isZero();
            assertThat(kith("show", dir.resolve("m.kith"), "--json").out()).contains("\"approximation\":\"" + how);
        }
    }

    @Test
    void anApproximationWithoutEffectIsRefused() {
        assertThat(fit("--method", "okl", "--approximate", "fourier").err())
                .contains("method 'okl' with kernel 'linear' does not use it");
        assertThat(fit("--method", "mkl", "--kernel", "gaussian:2", "--approximate", "fourier")
                        .err())
                .contains("method 'mkl' with kernel 'gaussian:2' does not use it");
        assertThat(fit("--method", "okl", "--kernel", "gaussian:2", "--approximate", "much")
                        .err())
                .contains("approximation must be one of auto, none, landmarks");
    }
}
