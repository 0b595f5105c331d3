package dev.kith.export;

import static dev.kith.export.OnnxExportTest.assertClose;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Columns;
import dev.kith.data.DenseInputs;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.model.Predictions;
import dev.kith.model.Predictions.Unknown;
import dev.kith.trust.Predictor;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One class among several, chosen in ONNX Runtime as the predictor chooses it. */
class OnnxChoicesTest {
    private static final double ROUNDING = 1e-12;

    private final ExportCases cases = new ExportCases(11);

    @ParameterizedTest
    @ValueSource(strings = {"logistic", "softmax", "multiclass-hinge"})
    void oneClassIsChosenAmongAll(String loss) {
        Model model = cases.linear(cases.info(loss, 4, 5, Columns.ofClasses("kind")));
        Matrix x = cases.rows(20, model);
        Predictions expected =
                Predictor.of(ExportCases.plain(model)).predict(OnnxAnswersTest.rows(model, x, List.of()));
        try (OnnxRun run = new OnnxRun(OnnxExport.USUAL.of(ExportCases.plain(model)))) {
            run.with("x", x).run();
            assertThat(run.texts("label"))
                    .isEqualTo(expected.stream()
                            .map(one -> one.category().orElseThrow())
                            .toList());
            assertClose(
                    run.numbers("decisions"),
                    model.predict(new DenseInputs(x, model.info().features())).data());
            if (!loss.equals("multiclass-hinge")) {
                assertShares(run, expected, model.info().tasks());
            }
        }
    }

    private static void assertShares(OnnxRun run, Predictions expected, List<String> classes) {
        double[] shares = run.numbers("probabilities");
        for (int i = 0; i < expected.size(); i++) {
            int chosen = classes.indexOf(expected.get(i).category().orElseThrow());
            assertClose(
                    new double[] {shares[i * classes.size() + chosen]},
                    expected.get(i).probability().orElseThrow());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void choicesOfPartsAreMadeByTheirOwnQuestions(boolean ordered) {
        List<String> classes = List.of("bad", "fair", "good", "great");
        for (List<String> parts : List.of(List.of(""), List.of("north", "south", "west"))) {
            Model model = cases.linear(cases.choice("logistic", 3, parts, classes, ordered));
            Matrix x = cases.rows(40, model);
            List<String> tasks = parts.size() == 1 ? List.of() : OnnxAnswersTest.inTurn(parts, x.rows());
            ModelFile.Content content = ExportCases.calibrated(model);
            Predictions expected =
                    Predictor.of(content).unknown(Unknown.MISSING).predict(OnnxAnswersTest.rows(model, x, tasks));
            try (OnnxRun run = new OnnxRun(OnnxExport.USUAL.of(content))) {
                if (parts.size() > 1) {
                    run.with("task", tasks);
                }
                run.with("x", x).run();
                assertThat(run.texts("label"))
                        .isEqualTo(expected.stream()
                                .map(one -> one.category().orElse(""))
                                .toList());
                double[] shares = IntStream.range(0, expected.size())
                        .mapToObj(expected::shares)
                        .flatMap(List::stream)
                        .mapToDouble(Double::doubleValue)
                        .toArray();
                assertNear(run.numbers("probabilities"), shares);
            }
        }
    }

    /** Shares of ordered classes are differences, others quotients of what may be tiny: right to rounding of 1. */
    private static void assertNear(double[] actual, double... expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int k = 0; k < actual.length; k++) {
            assertThat(Double.isNaN(actual[k])).isEqualTo(Double.isNaN(expected[k]));
            assertThat(Double.isNaN(actual[k]) ? 0 : Math.abs(actual[k] - expected[k]))
                    .isLessThan(ROUNDING);
        }
    }
}
