package dev.kith.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kith.file.codec.Tensor;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of every released format version load for ever and predict what they predicted. */
class GoldenFilesTest {
    /** Backends may round differently; nothing else may. */
    private static final double ROUNDING = 1e-12;

    private static final Path ROOT = resources();

    private static final boolean NUMPY = run("python3", "-c", "import numpy") != null;

    private static Path resources() {
        try {
            URL here = Objects.requireNonNull(GoldenFilesTest.class.getResource("v1/linear.kith"));
            return Objects.requireNonNull(Path.of(here.toURI()).getParent());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".kith"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void oldFilesLoadAndPredictAsTheyDid(Path file) throws IOException {
        Path beside = file.resolveSibling(file.getFileName().toString().replace(".kith", ".txt"));
        String text = Files.readString(beside).strip();
        double[] expected = Arrays.stream(text.substring(1, text.length() - 1).split(", "))
                .mapToDouble(Double::parseDouble)
                .toArray();
        double[] actual = GoldenFiles.predictions(ModelFile.read(file)).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        assertThat(actual).containsExactly(expected, within(precision(file)));
    }

    /** Robust predictions were once found to a few parts in a million; those of today cost less in the 11th digit. */
    private static double precision(Path file) {
        return file.getFileName().toString().equals("constrained-predictions.kith") ? 1e-5 : ROUNDING;
    }

    @Test
    void everyKindHasAFile() throws IOException {
        assertThat(files())
                .extracting(file -> file.getFileName().toString().replace(".kith", ""))
                .containsAll(new Examples(2026).all().keySet());
    }

    @Tag("lengthy")
    @ParameterizedTest
    @MethodSource("files")
    void pythonReadsTheSameNumbers(Path file) throws Exception {
        assumeTrue(NUMPY, "needs python3 with numpy");
        Path script = Path.of("../docs/examples/read_kith.py").toAbsolutePath().normalize();
        assumeTrue(Files.exists(script), "runs from the module's directory");
        String output = Objects.requireNonNull(run("python3", script.toString(), file.toString()));
        Map<String, String> lines = new HashMap<>();
        output.lines().skip(1).forEach(line -> lines.put(line.substring(0, line.indexOf(' ')), line));
        Map<String, Tensor> tensors = ModelFile.encode(ModelFile.read(file)).tensors();
        assertThat(lines.keySet()).isEqualTo(tensors.keySet());
        tensors.forEach((name, tensor) -> {
            String line = Objects.requireNonNull(lines.get(name));
            assertThat(line).startsWith(name + " " + tensor.shape());
            String numbers = line.substring(line.indexOf(']') + 1).strip();
            double[] values = Arrays.stream(numbers.split(" "))
                    .filter(number -> !number.isEmpty())
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            assertThat(values).isEqualTo(doubles(tensor));
        });
    }

    private static double[] doubles(Tensor tensor) {
        double[] doubles = new double[tensor.length()];
        for (int k = 0; k < doubles.length; k++) {
            if (tensor instanceof Tensor.F64 numbers) {
                doubles[k] = numbers.values()[k];
            } else if (tensor instanceof Tensor.Entries matrix) {
                doubles[k] = matrix.values().data()[k];
            } else if (tensor instanceof Tensor.I32 ints) {
                doubles[k] = ints.values()[k];
            } else if (tensor instanceof Tensor.U8 bytes) {
                doubles[k] = bytes.values()[k] & 0xff;
            }
        }
        return doubles;
    }

    /** What the command prints, null if it is missing or fails. */
    private static @Nullable String run(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.onExit().join().exitValue() == 0 ? output : null;
        } catch (IOException e) {
            return null;
        }
    }
}
