package dev.kith.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Source;
import dev.kith.data.StringInputs;
import dev.kith.file.Examples;
import dev.kith.file.ModelJson;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ModelTest {
    private static ModelInfo info(String loss, List<String> features) {
        return new ModelInfo(
                new Asked("mean", loss, "linear", 0.5, Map.of("gamma", "2")),
                new Schema(List.of("north", "south"), features, List.of("no", "yes")),
                Outcome.of(1.25, Double.POSITIVE_INFINITY, 3, FitReport.Status.MAX_ITERATIONS),
                new Origin(6, new Source("d.csv", 4, 1, "ff"), 7, 2, "java", "0.1.0"));
    }

    private static LinearModel linear(String loss) {
        return new LinearModel(
                info(loss, List.of("a", "b")),
                Matrix.of(new double[] {1, 2}, new double[] {3, 4}),
                Matrix.of(new double[] {10, 20}),
                Optional.empty());
    }

    @Test
    void featuresAreTheModelsByNameOrUnnamed() {
        LinearModel model = linear("squared");
        Matrix x = Matrix.of(new double[] {1, 1});
        assertThat(model.predict(new DenseInputs(x, List.of("a", "b"))).row(0)).containsExactly(14, 26);
        assertThat(model.predict(DenseInputs.of(x)).row(0)).containsExactly(14, 26);
        assertThatThrownBy(() -> model.predict(new DenseInputs(x, List.of("b", "a"))))
                .isInstanceOf(DataException.class)
                .hasMessage("the inputs' features must be the model's, in its order: expected a, b, got b, a");
        assertThatThrownBy(() -> model.predict(new DenseInputs(x, List.of("a", "c"))))
                .isInstanceOf(DataException.class)
                .hasMessage("the inputs' features must be the model's, in its order; missing: b; unknown: c");
        assertThatThrownBy(() -> model.predict(DenseInputs.of(Matrix.zeros(1, 12))))
                .isInstanceOf(DataException.class)
                .hasMessage("the model has 2 features, the inputs have 12; missing: a, b; unknown: x1, x2, x3, x4, x5,"
                        + " x6, x7, x8, x9, x10, ... (12)");
        assertThatThrownBy(() -> model.predict(new StringInputs(List.of("s"), "a")))
                .isInstanceOf(DataException.class);
    }

    @Test
    void numberedNamesThatTheModelKnowsAreNames() {
        LinearModel model = new LinearModel(
                info("squared", List.of("x2", "x1")), Matrix.zeros(2, 2), Matrix.zeros(1, 2), Optional.empty());
        assertThatThrownBy(() -> model.predict(DenseInputs.of(Matrix.zeros(1, 2))))
                .hasMessageContaining("expected x2, x1, got x1, x2");
    }

    @Test
    void anUnknownTaskIsRefusedWithTheClosestNames() {
        assertThatThrownBy(() -> linear("squared").predict("nort", 1, 2))
                .isInstanceOf(DataException.class)
                .hasMessage("unknown task 'nort'; did you mean 'north'?");
    }

    @Test
    void logisticModelsGiveProbabilities() {
        LinearModel logistic = linear("logistic");
        assertThat(logistic.probability(0, 0)).hasValue(0.5);
        assertThat(logistic.probability(0, Math.log(3)).orElseThrow()).isCloseTo(0.75, within(1e-15));
        assertThat(logistic.probability(0, -1e4)).hasValue(0);
        assertThat(logistic.probability(0, 1e4)).hasValue(1);
        assertThat(linear("hinge").probability(0, 1)).isEmpty();
    }

    @Test
    void kernelModelsPredictInBlocksWhatTheyPredictRowByRow() {
        Examples examples = new Examples(8);
        KernelModel model = examples.kernel(new Gaussian(1), examples.dense(2500, 1), false);
        DenseInputs x = examples.dense(4000, 1);
        Matrix all = model.predict(x);
        for (int i : new int[] {0, 1676, 1677, 1678, 3999}) {
            assertThat(model.predict(x.select(i)).row(0)).containsExactly(all.row(i), within(1e-11));
        }
        assertThat(model.predict(x.select()).rows()).isZero();
    }

    @Test
    void aLinearKernelIsALinearModel() {
        Examples examples = new Examples(9);
        KernelModel dense = examples.kernel(new Linear(), examples.dense(5, 3), true);
        DenseInputs x = examples.dense(4, 3);
        assertThat(dense.linear().orElseThrow().predict(x).data())
                .containsExactly(dense.predict(x).data(), within(1e-12));
        KernelModel sparse = examples.kernel(new Linear(), examples.sparse(5, 6), true);
        assertThat(sparse.linear().orElseThrow().predict(examples.sparse(4, 6)).rows())
                .isEqualTo(4);
        assertThat(examples.kernel(new Gaussian(1), examples.dense(2, 2), false).linear())
                .isEmpty();
    }

    @Test
    void modelsMustFitTogether() {
        ModelInfo info = info("squared", List.of("a", "b"));
        assertThatThrownBy(() -> new LinearModel(info, Matrix.zeros(3, 2), Matrix.zeros(1, 2), Optional.empty()))
                .hasMessage("weights must be 2 x 2, got 3 x 2");
        assertThatThrownBy(() -> new LinearModel(info, Matrix.zeros(2, 2), Matrix.zeros(2, 1), Optional.empty()))
                .hasMessage("intercept must be 1 x 2, got 2 x 1");
        Matrix nan = Matrix.of(new double[] {Double.NaN, 0});
        assertThatThrownBy(() -> new LinearModel(info, Matrix.zeros(2, 2), nan, Optional.empty()))
                .hasMessageContaining("intercept must be finite, got NaN");
        assertThatThrownBy(() -> info("squared", List.of("a", "a"))).hasMessageContaining("'a' occurs twice");
    }

    @Test
    void jsonHoldsWhatShowPromises() {
        StringWriter text = new StringWriter();
        ModelJson.write(linear("logistic"), text);
        assertThat(text)
                .hasToString("{\"method\":\"mean\",\"loss\":\"logistic\",\"kernel\":\"linear\",\"lambda\":0.5,"
                        + "\"parameters\":{\"gamma\":\"2\"},\"tasks\":[\"north\",\"south\"],\"features\":[\"a\",\"b\"],"
                        + "\"classes\":[\"no\",\"yes\"],\"objective\":1.25,\"gap\":null,\"iterations\":3,"
                        + "\"status\":\"max-iterations\",\"data\":{\"name\":\"d.csv\",\"rows\":4,\"skipped\":1,"
                        + "\"observations\":6,\"sha256\":\"ff\"},\"seed\":7,\"threads\":2,\"backend\":\"java\","
                        + "\"version\":\"0.1.0\",\"structure\":null,\"weights\":[[1.0,2.0],[3.0,4.0]],"
                        + "\"intercepts\":[10.0,20.0]}");
    }

    @Test
    void jsonOfAKernelModelHasWeightsWhereTheKernelIsLinear() {
        Examples examples = new Examples(10);
        StringWriter gaussian = new StringWriter();
        ModelJson.write(examples.kernel(new Gaussian(1), examples.dense(3, 2), true), gaussian);
        assertThat(gaussian.toString()).contains("\"weights\":null").doesNotContain("\"structure\":null");
        StringWriter linear = new StringWriter();
        KernelModel model = examples.kernel(new Linear(), examples.dense(3, 2), true);
        ModelJson.write(model, linear);
        double first = model.linear().orElseThrow().weights().get(0, 0);
        assertThat(linear.toString()).contains("\"weights\":[[" + first + ",");
        assertThat(Names.numbered("x", 2)).isEqualTo(model.info().features());
    }
}
