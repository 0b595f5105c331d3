package dev.kith.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer;
import dev.kith.data.shape.Shapes;
import dev.kith.file.codec.Tensor;
import dev.kith.file.codec.TensorFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.model.uncertainty.Uncertainty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every kind of model demands of its parts: no tensor may have another shape, be missing or hold what is no number. */
class ModelPartsTest {
    static Stream<Map.Entry<String, ModelFile.Content>> contents() {
        Stream<Map.Entry<String, ModelFile.Content>> models = new Examples(11)
                .all().entrySet().stream()
                        .map(e -> Map.entry(e.getKey(), new ModelFile.Content(e.getValue(), Uncertainty.none())));
        ModelFile.Content uncertain =
                new ModelFile.Content(new Examples(1).linear(2, 3, true), UncertaintyTest.example());
        return Stream.concat(models, Stream.of(Map.entry("uncertainty", uncertain)));
    }

    private static void assertRefused(TensorFile file, Map<String, Tensor> tensors, String what) {
        assertThat(catchThrowable(() -> ModelFile.assemble(file.description(), tensors)))
                .as(what)
                .isInstanceOfAny(DataException.class, IllegalArgumentException.class);
    }

    /** All tensors but those without entries. */
    private static Map<String, Tensor> parts(TensorFile file) {
        Map<String, Tensor> parts = new LinkedHashMap<>(file.tensors());
        parts.values().removeIf(tensor -> tensor.shape().contains(0));
        parts.replaceAll((name, tensor) -> tensor instanceof Tensor.Entries entries
                ? new Tensor.F64(entries.shape(), entries.values().data())
                : tensor);
        return parts;
    }

    private static Map<String, Tensor> with(TensorFile file, String name, Tensor tensor) {
        Map<String, Tensor> tensors = new LinkedHashMap<>(file.tensors());
        tensors.put(name, tensor);
        return tensors;
    }

    /** The tensor with one more slice along a dimension, its entries copies of the first. */
    private static Tensor longer(Tensor tensor, int dimension) {
        List<Integer> shape = new ArrayList<>(tensor.shape());
        shape.set(dimension, shape.get(dimension) + 1);
        int size = shape.stream().reduce(1, (a, b) -> a * b);
        if (tensor instanceof Tensor.F64 doubles) {
            double[] values = Arrays.copyOf(doubles.values(), size);
            Arrays.fill(values, doubles.values().length, size, doubles.values()[0]);
            return new Tensor.F64(shape, values);
        }
        if (tensor instanceof Tensor.I32 ints) {
            int[] values = Arrays.copyOf(ints.values(), size);
            Arrays.fill(values, ints.values().length, size, ints.values()[ints.values().length - 1]);
            return new Tensor.I32(shape, values);
        }
        return new Tensor.U8(shape, Arrays.copyOf(((Tensor.U8) tensor).values(), size));
    }

    @ParameterizedTest
    @MethodSource("contents")
    void noPartMayHaveAnotherShape(Map.Entry<String, ModelFile.Content> entry) {
        TensorFile file = ModelFile.encode(entry.getValue());
        parts(file).forEach((name, tensor) -> {
            for (int k = 0; k < tensor.shape().size(); k++) {
                if (!mayGrow(entry.getKey(), name, k)) {
                    assertRefused(file, with(file, name, longer(tensor, k)), entry.getKey() + " " + name + " " + k);
                }
            }
        });
    }

    /** Points of a cloud are as many as there are. */
    private static boolean mayGrow(String model, String name, int dimension) {
        return model.equals("constrained-moments") && name.equals("constraint_points") && dimension == 0;
    }

    @ParameterizedTest
    @MethodSource("contents")
    void everyNumberMustBeFinite(Map.Entry<String, ModelFile.Content> entry) {
        TensorFile file = ModelFile.encode(entry.getValue());
        parts(file).forEach((name, tensor) -> {
            if (tensor instanceof Tensor.F64 doubles) {
                for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
                    double[] values = doubles.values().clone();
                    values[values.length - 1] = bad;
                    assertRefused(file, with(file, name, new Tensor.F64(tensor.shape(), values)), name + " " + bad);
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("contents")
    void scalesNoisesAndConfidencesMustBePositive(Map.Entry<String, ModelFile.Content> entry) {
        TensorFile file = ModelFile.encode(entry.getValue());
        parts(file).forEach((name, tensor) -> {
            if (tensor instanceof Tensor.F64 doubles && name.matches(".*(scale|noise|confidence|decoder_weights)")) {
                double[] zeros = new double[doubles.values().length];
                assertRefused(file, with(file, name, new Tensor.F64(tensor.shape(), zeros)), name);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("contents")
    void startsMustAscendFromZeroToTheEnd(Map.Entry<String, ModelFile.Content> entry) {
        TensorFile file = ModelFile.encode(entry.getValue());
        file.tensors().forEach((name, tensor) -> {
            if (tensor instanceof Tensor.I32 ints && name.matches(".*(starts|curves)")) {
                int n = ints.values().length;
                for (int k : new int[] {0, n / 2, n - 1}) {
                    for (int change : new int[] {-100, 100}) {
                        int[] values = ints.values().clone();
                        values[k] += change;
                        assertRefused(file, with(file, name, new Tensor.I32(tensor.shape(), values)), name + " " + k);
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("contents")
    void noPartMayBeMissing(Map.Entry<String, ModelFile.Content> entry) {
        TensorFile file = ModelFile.encode(entry.getValue());
        for (String name : file.tensors().keySet()) {
            if (name.matches(".*structure|constraint_points|optional_.*")) {
                continue; // not every model has them, or another set is named by the text alone
            }
            Map<String, Tensor> fewer = new LinkedHashMap<>(file.tensors());
            fewer.remove(name);
            assertRefused(file, fewer, entry.getKey() + " without " + name);
        }
    }

    @Test
    void predictionsTooLargeForANumberAreRefused() {
        LinearModel model = new Examples(4).linear(2, 2, false);
        DenseInputs huge = new DenseInputs(
                Matrix.of(new double[] {1, 1}, new double[] {1e308, -1e308}),
                model.info().features());
        LinearModel steep = new LinearModel(
                model.info(),
                Matrix.of(new double[] {1e3, 1e3}, new double[] {-1e3, 1e3}),
                model.intercept(),
                model.structure());
        assertThatThrownBy(() -> steep.predict(huge))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "input 2: its prediction is too large for a number, got Infinity; its features are far from all"
                                + " the model was trained on");
    }

    @Test
    void shapesAreSaidWithTheirNames() {
        Matrix m = Matrix.zeros(2, 3);
        Shapes.require("m", m, 2, 3);
        assertThatThrownBy(() -> Shapes.require("m", m, 3, 3)).hasMessage("m must be 3 x 3, got 2 x 3");
        assertThatThrownBy(() -> Shapes.require("m", m, 2, 2)).hasMessage("m must be 2 x 2, got 2 x 3");
        assertThatThrownBy(() -> Shapes.require("m", m.map(zero -> Double.NaN), 2, 3))
                .hasMessageContaining("m")
                .hasMessageContaining("NaN");
        assertThatThrownBy(() -> Shapes.requirePositive("m", m)).hasMessage("m must be > 0, got 0.0");
        assertThatThrownBy(() -> Shapes.requirePositive("m", m.map(zero -> Double.NaN)))
                .hasMessage("m must be > 0, got NaN");
        assertThat(Shapes.addToRows(Matrix.identity(2), Matrix.of(new double[] {1, 2})))
                .isEqualTo(Matrix.of(new double[] {2, 2}, new double[] {1, 3}));
    }

    @Test
    void scalingsMustBeOfTheModelsFeaturesAndTasks() {
        Matrix one = Matrix.of(new double[] {1});
        Matrix two = Matrix.of(new double[] {1, 1});
        Shapes.require(new Standardizer(two, two, one, one), 2, 1);
        assertThatThrownBy(() -> Shapes.require(new Standardizer(one, two, one, one), 2, 1))
                .hasMessage("featureMean must be 1 x 2, got 1 x 1");
        assertThatThrownBy(() -> Shapes.require(new Standardizer(two, one, one, one), 2, 1))
                .hasMessage("featureScale must be 1 x 2, got 1 x 1");
        assertThatThrownBy(() -> Shapes.require(new Standardizer(two, two, two, one), 2, 1))
                .hasMessage("labelMean must be 1 x 1, got 1 x 2");
        assertThatThrownBy(() -> Shapes.require(new Standardizer(two, two, one, two), 2, 1))
                .hasMessage("labelScale must be 1 x 1, got 1 x 2");
        assertThatThrownBy(() -> Shapes.require(new Standardizer(two, two.scale(-1), one, one), 2, 1))
                .hasMessage("featureScale must be > 0, got -1.0");
        assertThatThrownBy(() -> Shapes.require(new Standardizer(two, two, one, one.scale(0)), 2, 1))
                .hasMessage("labelScale must be > 0, got 0.0");
    }
}
