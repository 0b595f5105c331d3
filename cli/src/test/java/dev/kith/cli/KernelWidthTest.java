package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.file.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Widths of kernels that follow the data, on the command line: said, saved as numbers, searched where asked. */
class KernelWidthTest {
    @TempDir
    private Path dir;

    private Path data;

    @BeforeEach
    void write() throws IOException {
        StringBuilder csv = new StringBuilder("who,x,y\n");
        for (int i = 0; i < 60; i++) {
            csv.append("t" + i % 3 + "," + i + "," + Math.sin(i / 4.0) + "\n");
        }
        data = Files.writeString(dir.resolve("d.csv"), csv);
    }

    private Run fit(Object... more) {
        Object[] args = {
            "fit", data, "--task", "who", "--target", "y", "--method", "mean", "-o", dir.resolve("m.kith"), "--folds", 3
        };
        Object[] all = java.util.Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return kith(all);
    }

    private double width() throws IOException {
        String kernel = ModelFile.read(dir.resolve("m.kith")).info().kernel();
        assertThat(kernel).startsWith("gaussian:");
        return Double.parseDouble(kernel.substring("gaussian:".length()));
    }

    @Test
    void aWidthLeftOutIsTheMedianDistance() throws IOException {
        Run run = fit("--kernel", "gaussian");
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains(
                        "kernel    gaussian:1.04, as wide as the median distance between inputs  (--kernel NAME:WIDTH or NAME:auto)");
        assertThat(width()).isEqualTo(1.04);
        assertThat(fit("--kernel", "gaussian", "--width", 0.5).err()).isEmpty();
        assertThat(width()).isEqualTo(0.52);
        assertThat(fit("--kernel", "gaussian:1").out()).doesNotContain("median");
        assertThat(width()).isEqualTo(1);
    }

    @Test
    void autoIsSearched() throws IOException {
        Run run = fit("--kernel", "gaussian:auto");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("multiples of it are searched", "(by 3-fold cross-validation)", ", width 0.");
        assertThat(width()).isLessThan(0.8);
        assertThat(fit("--kernel", "gaussian", "--width", "auto").out()).contains(", width 0.");
    }

    @Test
    void theEvidenceChoosesWithoutFolds() throws IOException {
        Run run = kith(
                "fit",
                data,
                "--task",
                "who",
                "--target",
                "y",
                "--method",
                "mean",
                "-o",
                dir.resolve("m.kith"),
                "--kernel",
                "gaussian:auto",
                "--choose",
                "evidence");
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains(
                        "weights   every observation counts the same, all equally noisy  (--weighting)",
                        "(by evidence), gamma",
                        ", width 0.")
                .doesNotContain("fold");
        assertThat(width()).isLessThan(0.8);
    }

    @Test
    void theEvidenceRefusesWhatIsNoGaussianProcess() {
        Run nothing = kith(
                "fit",
                data,
                "--task",
                "who",
                "--target",
                "y",
                "--method",
                "mean",
                "--lambda",
                1,
                "--choose",
                "evidence",
                "-o",
                dir.resolve("m.kith"));
        assertThat(nothing.err())
                .contains("--choose evidence has nothing to choose: lambda is given, and nothing is auto");
        Run learned = kith(
                "fit",
                data,
                "--task",
                "who",
                "--target",
                "y",
                "--method",
                "mtfl",
                "-o",
                dir.resolve("m.kith"),
                "--choose",
                "evidence");
        assertThat(learned.err()).contains("--choose evidence is for a structure that is known (stl, pooled, mean,");
        assertThat(learned.code()).isEqualTo(2);
    }

    @Test
    void aWidthIsSaidOnce() {
        assertThat(fit("--kernel", "gaussian:2", "--width", 3).err())
                .contains(
                        "--width is for a kernel that leaves its width open, such as gaussian, got --kernel gaussian:2.0");
        assertThat(fit("--width", 3).err())
                .contains(
                        "--width is for a kernel whose width follows the data: --kernel gaussian or laplace, got 'linear'");
    }
}
