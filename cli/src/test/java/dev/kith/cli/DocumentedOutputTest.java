package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What README and guides say a command prints is what it prints. */
class DocumentedOutputTest {
    @TempDir
    private Path dir;

    private static List<String> document(String name) throws IOException {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("docs/guide"))) {
            at = Objects.requireNonNull(at.getParent(), "the directory of the project");
        }
        return Files.readAllLines(at.resolve(name));
    }

    /** The indented lines from the first that starts so, up to the first line that is not. */
    private static List<String> block(List<String> lines, String start) {
        int from = 0;
        while (!lines.get(from).startsWith("    " + start)) {
            from++;
        }
        return lines.subList(from, lines.size()).stream()
                .takeWhile(line -> line.startsWith("    ") || line.isEmpty())
                .filter(line -> !line.isBlank())
                .map(line -> line.substring(4))
                .toList();
    }

    /** Without directories, times, and the gap, whose last digits depend on the machine. */
    private Stream<String> said(String output) {
        return output.replace(dir + "/", "").lines().map(DocumentedOutputTest::steady);
    }

    private static String steady(String line) {
        return line.replaceAll("relative gap [-0-9.e]+", "relative gap").replaceAll("[-0-9.e]+ s\\.", "s.");
    }

    @Test
    void theDemo() throws IOException {
        List<String> printed = block(document("README.md"), "A simulated robot arm").stream()
                .takeWhile(line -> !line.startsWith("$"))
                .filter(line -> !line.equals("..."))
                .toList();
        assertThat(printed).hasSizeGreaterThan(15);
        assertThat(said(kith("demo", "-o", dir.resolve("kith-demo")).out())).containsSubsequence(printed);
    }

    @Test
    void theFirstFit() throws IOException {
        Path arm = dir.resolve("arm.csv");
        String torques = "torque1,torque2,torque3,torque4,torque5,torque6,torque7";
        assertThat(kith("data", "arm", "-o", arm).code()).isZero();
        Run fit = kith("fit", arm, "--targets", torques, "--method", "mean", "-o", dir.resolve("arm.kith"));
        assertThat(said(fit.out()))
                .containsExactlyElementsOf(block(document("docs/guide/first-fit.md"), "Read arm.csv").stream()
                        .map(DocumentedOutputTest::steady)
                        .toList());
    }

    @Test
    void theCircle() throws IOException {
        Path circle = dir.resolve("circle.csv");
        Path test = dir.resolve("test.csv");
        Path model = dir.resolve("circle.kith");
        kith("data", "circle", "-o", circle, "--test-file", test, "--train", 60);
        String law = "y1^2 + y2^2 = 1";
        kith("fit", circle, "--targets", "y1,y2", "--method", "constrained", "--constraint", law, "-o", model);
        List<String> lines = kith("predict", model, test).out().lines().toList();
        List<String> printed = block(document("docs/guide/constraints.md"), "y1,y2,extrapolating,unproven");
        assertThat(lines.get(0)).isEqualTo(printed.get(0));
        assertThat(digits(lines.get(1))).isEqualTo(digits(printed.get(1)));
    }

    /** Eight digits of every number: more depend on the machine. */
    private static String digits(String line) {
        return line.replaceAll("(\\.\\d{8})\\d+", "$1");
    }
}
