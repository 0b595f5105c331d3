package dev.kith.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.adapt.SingleTask;
import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Source;
import dev.kith.file.Examples;
import dev.kith.file.ModelFileTest;
import dev.kith.kernel.Gaussian;
import dev.kith.linalg.Matrix;
import dev.kith.select.stack.Mixture;
import dev.kith.structure.matrix.TaskMatrix;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What models say about themselves, and what becomes of it when they are taken apart, mixed or damaged. */
class ModelInfoTest {
    private static final Map<String, String> LOSSES = Map.of("loss:a", "squared", "loss:b", "logistic", "gamma", "2.0");

    private static ModelInfo info(String loss, List<String> features, List<String> classes, int iterations) {
        return new ModelInfo(
                new Asked("mean", loss, "linear", 0.5, LOSSES),
                new Schema(List.of("a", "b"), features, classes),
                Outcome.of(
                        Double.POSITIVE_INFINITY,
                        Double.POSITIVE_INFINITY,
                        iterations,
                        iterations < 100 ? FitReport.Status.CONVERGED : FitReport.Status.MAX_ITERATIONS),
                new Origin(7, Source.NONE, 1, 1, "java", "0"));
    }

    private static LinearModel linear(ModelInfo info) {
        return new LinearModel(
                info,
                new Examples(1).matrix(info.features().size(), 2),
                Matrix.zeros(1, 2),
                Optional.of(TaskMatrix.identity(2)));
    }

    @Test
    void tasksAreFoundByName() {
        ModelInfo info = info("mixed", List.of("x"), List.of("no", "yes"), 1);
        assertThat(info.task("a")).isZero();
        assertThat(info.task("b")).isEqualTo(1);
        assertThatThrownBy(() -> info.task("c"))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("unknown task 'c'");
        assertThat(info.objective()).as("infinite says none").isEmpty();
        assertThat(info.gap()).isEmpty();
    }

    @Test
    void tasksHaveClassesWhereTheirLossDoes() {
        ModelInfo mixed = info("mixed", List.of("x"), List.of("no", "yes"), 1);
        assertThat(mixed.loss(0)).isEqualTo("squared");
        assertThat(mixed.hasClasses(0)).isFalse();
        assertThat(mixed.hasClasses(1)).isTrue();
        assertThat(info("hinge", List.of("x"), List.of("no", "yes"), 1).hasClasses(0))
                .isTrue();
        assertThat(info("mixed", List.of("x"), List.of(), 1).hasClasses(1)).isFalse();
    }

    @Test
    void oneTaskKeepsItsOwnLossAndClassesOnly() {
        LinearModel model = linear(info("mixed", List.of("x"), List.of("no", "yes"), 1));
        ModelInfo b = SingleTask.of(model, "b").info();
        assertThat(b.loss()).isEqualTo("logistic");
        assertThat(b.classes()).containsExactly("no", "yes");
        assertThat(b.asked().parameters()).containsExactly(Map.entry("gamma", "2.0"));
        assertThat(b.columns()).isEqualTo(Columns.WIDE);
        assertThat(SingleTask.of(model, "a").info().classes()).isEmpty();
    }

    @Test
    void aTaskWithoutCoefficientsKeepsOneInput() {
        Examples examples = new Examples(2);
        KernelModel model = examples.kernel(new Gaussian(1), examples.dense(3, 2), false);
        KernelModel none = new KernelModel(
                model.info(),
                model.kernel(),
                model.scaling(),
                model.support(),
                Matrix.of(new double[] {0, 1}, new double[] {0, 0}, new double[] {0, 3}),
                model.intercept(),
                Optional.empty());
        String first = model.info().tasks().get(0);
        String second = model.info().tasks().get(1);
        KernelModel one = (KernelModel) SingleTask.of(none, first);
        assertThat(one.support().rows()).isEqualTo(1);
        assertThat(one.predict(model.support()).column(0)).containsOnly(model.intercepts()[0]);
        KernelModel two = (KernelModel) SingleTask.of(none, second);
        assertThat(two.coefficients().column(0)).containsExactly(1, 3);
    }

    @Test
    void featuresThatDifferAreNamedUpToTen() {
        List<String> ten = Names.numbered("f", 10);
        List<String> eleven = Names.numbered("f", 11);
        DenseInputs other = new DenseInputs(Matrix.zeros(1, 1), List.of("g"));
        assertThatThrownBy(() -> linear(info("squared", ten, List.of(), 1)).predict(other))
                .hasMessage("the model has 10 features, the inputs have 1; missing: " + String.join(", ", ten)
                        + "; unknown: g");
        assertThatThrownBy(() -> linear(info("squared", eleven, List.of(), 1)).predict(other))
                .hasMessage("the model has 11 features, the inputs have 1; missing: " + String.join(", ", ten)
                        + ", ... (11); unknown: g");
        LinearModel two = linear(info("squared", List.of("p", "q"), List.of(), 1));
        assertThatThrownBy(() -> two.predict(new DenseInputs(Matrix.zeros(1, 2), List.of("q", "p"))))
                .hasMessage("the inputs' features must be the model's, in its order: expected p, q, got q, p");
        assertThat(two.predict(DenseInputs.of(Matrix.zeros(1, 2)))).isEqualTo(Matrix.zeros(1, 2));
    }

    @Test
    void aMixtureCountsBothTrainingsAndIsNoBetterThanTheWorse() {
        LinearModel done = linear(info("squared", List.of("x"), List.of(), 10));
        LinearModel cut = linear(info("squared", List.of("x"), List.of(), 100));
        ModelInfo mixed = Mixture.of(done, cut, Set.of("a")).info();
        assertThat(mixed.iterations()).isEqualTo(110);
        assertThat(mixed.status()).isEqualTo(FitReport.Status.MAX_ITERATIONS);
        assertThat(Mixture.of(cut, done, Set.of()).info().status()).isEqualTo(FitReport.Status.MAX_ITERATIONS);
        assertThat(Mixture.of(done, done, Set.of()).info().status()).isEqualTo(FitReport.Status.CONVERGED);
        assertThatThrownBy(() -> Mixture.of(done, cut, Set.of("z"))).hasMessage("tasks must be the models', got [z]");
        assertThatThrownBy(() -> Mixture.of(done, linear(info("squared", List.of("y"), List.of(), 1)), Set.of()))
                .hasMessage("models to mix must have the same tasks and features");
    }

    @Test
    void fourierModelsMixWhereFrequenciesAndScalesAreTheSame() {
        FourierModel one = (FourierModel) new Examples(5).named("fourier");
        FourierModel two = new FourierModel(
                one.info(), one.scaling(), one.frequencies(), one.weights().scale(2), one.intercept(), one.structure());
        String second = one.info().tasks().get(1);
        DenseInputs x = new DenseInputs(new Examples(6).matrix(4, 3), one.info().features());
        Matrix mixed = Mixture.of(one, two, Set.of(second)).predict(x);
        assertThat(mixed.column(0)).containsExactly(one.predict(x).column(0));
        assertThat(mixed.column(1)).containsExactly(two.predict(x).column(1));
        FourierModel other = new FourierModel(
                one.info(), one.scaling(), one.frequencies().scale(2), one.weights(), one.intercept(), one.structure());
        assertThatThrownBy(() -> Mixture.of(one, other, Set.of())).hasMessageContaining("cannot be mixed");
    }

    @Test
    void oneFlippedBitInTheHeaderOrTheTensorsIsNoticed() throws IOException {
        byte[] whole = ModelFileTest.bytes(new Examples(1).linear(2, 2, false));
        byte[] tensors = whole.clone();
        tensors[tensors.length - 8] ^= 1;
        assertThatThrownBy(() -> ModelFileTest.read(tensors)).hasMessageContaining("SHA-256 of the tensors must be");
        String text = new String(whole, java.nio.charset.StandardCharsets.ISO_8859_1);
        byte[] header =
                text.replace("\\\"gamma\\\"", "\\\"gammb\\\"").getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThat(header).isNotEqualTo(whole);
        assertThatThrownBy(() -> ModelFileTest.read(header)).hasMessageContaining("SHA-256 of the header must be");
        int length = java.nio.ByteBuffer.wrap(whole)
                .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .getInt();
        assertThat(length % 8).as("tensors start at a multiple of their width").isZero();
    }
}
