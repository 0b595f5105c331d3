package dev.kith.export;

import static dev.kith.export.OnnxExportTest.assertClose;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Rows;
import dev.kith.data.Source;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.data.transform.Transform;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Kernels;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.KernelModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Prediction;
import dev.kith.model.Predictions;
import dev.kith.model.Predictions.Scope;
import dev.kith.model.Predictions.Unknown;
import dev.kith.model.decoder.PredictionDecoder;
import dev.kith.model.decoder.Relaxation;
import dev.kith.trust.Predictor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Labels, probabilities, choices, counts, transforms and relations: what ONNX Runtime answers is what the predictor answers. */
class OnnxAnswersTest {
    private static final Columns LONG = Columns.ofLong("shop", "sales");

    private final ExportCases cases = new ExportCases(11);

    /** Rows of tasks in turn, among them one the model does not have. */
    static Rows rows(Model model, Matrix x, List<String> tasks) {
        return new Rows(
                new DenseInputs(x, model.info().features()),
                tasks,
                List.of(),
                Collections.nCopies(x.rows(), List.of()),
                0,
                Source.NONE);
    }

    static List<String> inTurn(List<String> tasks, int rows) {
        List<String> all = new ArrayList<>(tasks);
        all.add("nobody");
        return IntStream.range(0, rows).mapToObj(i -> all.get(i % all.size())).toList();
    }

    private static double[] numbers(Predictions predictions) {
        return predictions.stream().mapToDouble(Prediction::value).toArray();
    }

    private static double[] probabilities(Predictions predictions) {
        return predictions.stream()
                .mapToDouble(one -> one.probability().orElse(Double.NaN))
                .toArray();
    }

    private void assertOwn(ModelFile.Content content, Unknown unknown) {
        Model model = content.model();
        Matrix x = cases.rows(13, model);
        List<String> tasks = inTurn(model.info().tasks(), x.rows());
        Predictions expected = Predictor.of(content).unknown(unknown).predict(rows(model, x, tasks));
        try (OnnxRun run = new OnnxRun(OnnxExport.USUAL.with(unknown).of(content))) {
            run.with("x", x).with("task", tasks).run();
            boolean classes = run.has("decision");
            assertClose(run.numbers(classes ? "decision" : "prediction"), numbers(expected));
            if (classes) {
                assertThat(run.texts("label"))
                        .isEqualTo(expected.stream()
                                .map(one -> one.category().orElse(""))
                                .toList());
            }
            if (run.has("probability")) {
                assertClose(run.numbers("probability"), probabilities(expected));
            } else {
                assertThat(probabilities(expected)).containsOnly(Double.NaN);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"squared", "logistic", "hinge", "poisson", "absolute", "quantile:0.9"})
    void everyLossAnswersByTaskName(String loss) {
        Model model = cases.linear(cases.info(loss, 4, 5, LONG));
        assertOwn(ExportCases.plain(model), Unknown.MISSING);
        assertOwn(ExportCases.plain(model), Unknown.COMMON);
    }

    @ParameterizedTest
    @EnumSource(Transform.class)
    void transformsAreTakenBack(Transform transform) {
        Model model = cases.linear(ExportCases.transformed(cases.info("squared", 3, 4, LONG), transform));
        assertOwn(ExportCases.plain(model), Unknown.COMMON);
        assertAll(ExportCases.plain(model));
    }

    @Test
    void calibratedProbabilitiesAreThoseOfTheTask() {
        for (String loss : List.of("logistic", "hinge")) {
            assertOwn(ExportCases.calibrated(cases.linear(cases.info(loss, 3, 4, LONG))), Unknown.COMMON);
        }
    }

    @Test
    void tasksMayHaveLossesOfTheirOwn() {
        ModelInfo info = cases.info("logistic", 3, 3, LONG);
        Model model = cases.linear(ExportCases.mixed(
                info,
                Map.of(
                        info.tasks().get(0),
                        "poisson",
                        info.tasks().get(1),
                        "squared",
                        info.tasks().get(2),
                        "logistic")));
        assertOwn(ExportCases.plain(model), Unknown.MISSING);
        assertAll(ExportCases.plain(model));
    }

    private void assertAll(ModelFile.Content content) {
        Model model = content.model();
        Matrix x = cases.rows(7, model);
        Predictions expected = Predictor.of(content).scope(Scope.ALL_TASKS).predict(rows(model, x, List.of()));
        try (OnnxRun run = new OnnxRun(OnnxExport.USUAL.with(Scope.ALL_TASKS).of(content))) {
            run.with("x", x).run();
            assertClose(run.numbers(run.has("decisions") ? "decisions" : "predictions"), numbers(expected));
            if (run.has("probabilities")) {
                assertClose(run.numbers("probabilities"), probabilities(expected));
            }
            if (run.has("labels")) {
                assertThat(run.texts("labels"))
                        .isEqualTo(expected.stream()
                                .map(one -> one.category().orElse(""))
                                .toList());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gaussian:1.5",
                "laplace:2.0",
                "polynomial:1:1.0",
                "polynomial:2:0.5",
                "polynomial:3:1.0",
                "polynomial:6:1.0",
                "linear"
            })
    void everyVectorKernelAnswersTheSame(String kernel) {
        Model model = cases.kernel(cases.info("logistic", 3, 4, Columns.WIDE), Kernels.parse(kernel), 9);
        assertAll(ExportCases.calibrated(model));
    }

    @Test
    void outputsStayWithinBoundsOrOnEquations() {
        ModelInfo info = cases.info("squared", 3, 3, Columns.WIDE);
        List<String> names = List.of("a", "b", "c");
        ModelInfo named = info.with(info.schema().withTasks(names));
        Matrix weights = Matrix.of(new double[] {1, 2, 0.5});
        for (String text : List.of("box:-0.5:0.75", "a + b + c = 1")) {
            ConstraintSet set = ConstraintSets.parse(text, names);
            assertThat(set.bounds().isPresent()).isEqualTo(text.startsWith("box"));
            Model base = cases.linear(named);
            assertAll(ExportCases.plain(
                    new ConstrainedModel(named, base, new PredictionDecoder(set, weights, Relaxation.none()))));
        }
    }

    @Test
    void aMissingNumberIsNeverPredictedFrom() {
        Model model = cases.kernel(cases.info("logistic", 2, 2, Columns.WIDE), Kernels.parse("gaussian:1.5"), 4);
        try (OnnxRun run = new OnnxRun(OnnxExport.USUAL.of(ExportCases.plain(model)))) {
            run.with("x", Matrix.of(new double[] {Double.NaN, 1}, new double[] {1, 1}))
                    .run();
            assertThat(run.texts("labels").subList(0, 2)).containsOnly("");
            assertThat(run.numbers("decisions")[0]).isNaN();
            assertThat(run.numbers("decisions")[2]).isFinite();
        }
    }

    @Test
    void columnsMayBeInputsOfTheirOwn() {
        ModelInfo info = cases.info("squared", 2, 3, LONG);
        Model model = cases.linear(info.with(info.schema().withFeatures(List.of("prediction", "shop"))));
        Matrix x = cases.rows(3, model);
        List<String> tasks = info.tasks();
        double[] expected = model.predict(new DenseInputs(x, model.info().features()), new int[] {0, 1, 2});
        OnnxFile file = OnnxExport.USUAL.with(OnnxExport.Inputs.COLUMNS).of(ExportCases.plain(model));
        assertThat(file.inputs())
                .containsExactly(
                        "shop (string, rows x 1)", "prediction (double, rows x 1)", "shop_ (double, rows x 1)");
        assertThat(file.outputs()).containsExactly("prediction_ (double, rows)");
        try (OnnxRun run = new OnnxRun(file)) {
            run.with("shop", tasks)
                    .with("prediction", Matrix.wrap(3, 1, x.column(0)))
                    .with("shop_", Matrix.wrap(3, 1, x.column(1)))
                    .run();
            assertClose(run.numbers("prediction_"), expected);
        }
    }

    @Test
    void whatHasNoCommonModelRefusesStrangersThatWantOne() {
        Model model = cases.kernel(cases.info("squared", 2, 2, LONG), Kernels.parse("gaussian:1.0"), 3);
        assertThatThrownBy(() -> OnnxExport.USUAL.with(Unknown.COMMON).of(ExportCases.plain(model)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("nothing its tasks have in common")
                .hasMessageContaining("--unknown nan");
    }

    @Test
    void aModelTooLargeIsRefusedBeforeItIsWritten() {
        int n = 10_000;
        SparseRows ones = new SparseRows(
                n, IntStream.rangeClosed(0, n).toArray(), IntStream.range(0, n).toArray(), new double[n]);
        ModelInfo info = cases.info("squared", n, 2, LONG);
        Model model = new KernelModel(
                info,
                Kernels.parse("gaussian:1.0"),
                Standardizer.none(n, 2),
                new SparseInputs(ones, info.features()),
                Matrix.zeros(n, 2),
                Matrix.zeros(1, 2),
                Optional.empty());
        assertThatThrownBy(() -> OnnxExport.USUAL.of(ExportCases.plain(model)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("10000 inputs of 10000 features, mostly zeros, which ONNX has to write out");
    }
}
