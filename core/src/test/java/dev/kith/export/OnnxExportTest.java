package dev.kith.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.file.Examples;
import dev.kith.file.GoldenFiles;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.model.Predictions.Scope;
import dev.kith.model.uncertainty.Uncertainty;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What ONNX Runtime makes of exported models is what the models predict; what it could not is refused. */
class OnnxExportTest {
    /** Rounding of sums in another order. */
    private static final double ROUNDING = 1e-12;

    /** Golden files that ONNX cannot say, with a part of the sentence that says so. */
    private static final Map<String, String> REFUSED = Map.of(
            "kernel-strings", "compares texts or named rows",
            "kernel-precomputed", "kernel 'precomputed' cannot be said in ONNX",
            "kernel-sum", "compares texts or named rows",
            "kernel-sum-structures", "compares texts or named rows",
            "constrained-predictions", "are found by a search",
            "constrained-moments", "are found by a search",
            "constrained-loss", "are found by a search",
            "constrained-geodesic", "are found by a search",
            "crossed", "whose effects an ONNX graph cannot hold");

    static List<Path> files() {
        try {
            Path here = Path.of(Objects.requireNonNull(GoldenFiles.class.getResource("v1/linear.kith"))
                    .toURI());
            try (Stream<Path> files = Files.list(here.resolveSibling("."))) {
                return files.filter(file -> file.toString().endsWith(".kith"))
                        .sorted()
                        .toList();
            }
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyKindOfModelPredictsTheSameOrIsRefused(Path file) throws IOException {
        ModelFile.Content content = ModelFile.readContent(file);
        String kind = file.getFileName().toString().replace(".kith", "");
        if (REFUSED.containsKey(kind)) {
            assertThatThrownBy(() -> OnnxExport.USUAL.with(Scope.ALL_TASKS).of(content))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining(REFUSED.get(kind));
            return;
        }
        assertSame(content.model());
    }

    /** The measured loss is of the size of what the runtime loses on other rows, and no less than rounding of the result. */
    @ParameterizedTest
    @MethodSource("files")
    void theMeasuredLossOfSinglePrecisionIsTheRuntimes(Path file) throws IOException {
        ModelFile.Content content = ModelFile.readContent(file);
        Model model = content.model();
        if (REFUSED.containsKey(file.getFileName().toString().replace(".kith", ""))) {
            return;
        }
        double measured = OnnxExport.singleLoss(model);
        Inputs x = GoldenFiles.inputs(model);
        double[] exact = model.predict(x).data();
        try (OnnxRun run =
                new OnnxRun(OnnxExport.USUAL.with(Scope.ALL_TASKS).inSingles().of(content))) {
            run.with("x", dense(x)).run();
            double[] singles = run.numbers(run.has("decisions") ? "decisions" : "predictions");
            double size = Arrays.stream(exact).map(Math::abs).max().orElseThrow();
            for (int k = 0; k < exact.length; k++) {
                assertThat(Math.abs(singles[k] - exact[k])).isLessThan(20 * measured * size);
            }
        }
        assertThat(measured).isBetween(1e-9, 1e-5);
    }

    @Test
    void everyKindOfModelIsAmongThem() {
        assertThat(files().stream()
                        .map(file -> file.getFileName().toString().replace(".kith", ""))
                        .toList())
                .containsAll(new Examples(1).all().keySet())
                .containsAll(REFUSED.keySet());
    }

    /** All tasks at once, and each by name. */
    static void assertSame(Model model) {
        Inputs x = GoldenFiles.inputs(model);
        Matrix numbers = dense(x);
        double[] expected = model.predict(x).data();
        ModelFile.Content content = new ModelFile.Content(model, Uncertainty.none());
        try (OnnxRun run = new OnnxRun(OnnxExport.USUAL.with(Scope.ALL_TASKS).of(content))) {
            run.with("x", numbers).run();
            assertClose(run.numbers(run.has("decisions") ? "decisions" : "predictions"), expected);
        }
        List<String> tasks = model.info().tasks();
        try (OnnxRun run = new OnnxRun(OnnxExport.USUAL.with(Scope.OWN_TASK).of(content))) {
            for (int t = 0; t < tasks.size(); t++) {
                List<String> asked = new ArrayList<>();
                for (int i = 0; i < numbers.rows(); i++) {
                    asked.add(i % 2 == 0 ? tasks.get(t) : "nobody");
                }
                run.with("x", numbers).with("task", asked).run();
                double[] own = new double[numbers.rows()];
                for (int i = 0; i < own.length; i++) {
                    own[i] = i % 2 == 0 ? expected[i * tasks.size() + t] : Double.NaN;
                }
                assertClose(run.numbers(run.has("decision") ? "decision" : "prediction"), own);
            }
        }
    }

    static Matrix dense(Inputs x) {
        return x instanceof SparseInputs sparse ? sparse.values().toDense() : ((DenseInputs) x).values();
    }

    static void assertClose(double[] actual, double... expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int k = 0; k < expected.length; k++) {
            if (Double.isNaN(expected[k])) {
                assertThat(actual[k]).isNaN();
            } else {
                assertThat(actual[k])
                        .as("number %d", k)
                        .isCloseTo(
                                expected[k],
                                org.assertj.core.data.Offset.offset(ROUNDING * (1e-3 + Math.abs(expected[k]))));
            }
        }
    }
}
