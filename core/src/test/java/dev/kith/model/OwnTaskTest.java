package dev.kith.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Names;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.data.StringInputs;
import dev.kith.file.Examples;
import dev.kith.kernel.Gaussian;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that belong to one task each: what is predicted for them, and what is not computed on the way. */
class OwnTaskTest {
    private static final List<String> WORDS = List.of("ab", "b\u00e9", "aa", "ba", "\ud83d\ude00b", "abab", "bb");

    private static Inputs inputs(Model model) {
        List<String> features = model.info().features();
        if (model instanceof KernelModel kernel && kernel.support() instanceof StringInputs strings) {
            return new StringInputs(WORDS, strings.name());
        }
        if (model instanceof KernelModel kernel && kernel.support() instanceof SparseInputs) {
            return new SparseInputs(new Examples(9).sparse(7, features.size()).values(), features);
        }
        return new DenseInputs(new Examples(9).matrix(7, features.size()), features);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "linear",
                "kernel-dense",
                "kernel-linear",
                "kernel-sparse",
                "kernel-strings",
                "nodes",
                "constrained-predictions",
                "fourier"
            })
    void predictionsAreThoseAmongAllTasks(String name) {
        Model model = new Examples(3).named(name);
        Inputs x = inputs(model);
        int count = model.info().tasks().size();
        int[] tasks = IntStream.range(0, x.rows()).map(i -> (5 * i + 1) % count).toArray();
        Matrix all = model.predict(x);
        double[] own = model.predict(x, tasks);
        for (int i = 0; i < tasks.length; i++) {
            assertThat(own[i]).isCloseTo(all.get(i, tasks[i]), within(1e-12 * (1 + Math.abs(own[i]))));
        }
    }

    /** Rows of several blocks on several threads: few rows per task, and many. */
    @ParameterizedTest
    @ValueSource(ints = {3, 1_000})
    void threadsDoNotShow(int count) {
        LinearModel model = new Examples(3).linear(4, count, false);
        Inputs x =
                new DenseInputs(new Examples(9).matrix(5_000, 4), model.info().features());
        int[] tasks = IntStream.range(0, x.rows()).map(i -> 7 * i % count).toArray();
        double[] own = LinearAlgebra.withThreads(4, () -> model.predict(x, tasks));
        assertThat(own).isEqualTo(model.predict(x, tasks));
        Matrix all = model.predict(x);
        for (int i = 0; i < tasks.length; i++) {
            assertThat(own[i]).isCloseTo(all.get(i, tasks[i]), within(1e-12 * (1 + Math.abs(own[i]))));
        }
    }

    @Test
    void sparseRowsOfALinearModel() {
        LinearModel model = new Examples(3).linear(4, 3, false);
        SparseInputs x = new SparseInputs(
                new Examples(9).sparse(5, 4).values(), model.info().features());
        int[] tasks = {2, 0, 1, 2, 2};
        double[] own = model.predict(x, tasks);
        Matrix all = model.predict(x);
        for (int i = 0; i < tasks.length; i++) {
            assertThat(own[i]).isCloseTo(all.get(i, tasks[i]), within(1e-12));
        }
    }

    /** 20,000 tasks x 120,000 rows are more numbers than an array of Java can hold. */
    @Test
    void rowsTimesTasksAreNeverWrittenOut() {
        int rows = 120_000;
        int count = 20_000;
        Examples examples = new Examples(1);
        ModelInfo info = examples.info(Names.numbered("x", 1), count, "gaussian:1.0");
        Matrix one = Matrix.zeros(1, count).map(x -> 1);
        Standardizer none = new Standardizer(Matrix.zeros(1, 1), Matrix.identity(1), one, one);
        Matrix two = examples.matrix(2, count);
        Matrix intercept = examples.matrix(1, count);
        DenseInputs x = DenseInputs.of(examples.matrix(rows, 1));
        List<Model> models = List.of(
                new LinearModel(info, examples.matrix(1, count), intercept, Optional.empty()),
                new KernelModel(
                        info,
                        new Gaussian(1),
                        none,
                        DenseInputs.of(examples.matrix(2, 1)),
                        two,
                        intercept,
                        Optional.empty()),
                new FourierModel(info, none, examples.matrix(1, 1), two, intercept, Optional.empty()));
        int[] tasks = IntStream.range(0, rows).map(i -> i * 7 % count).toArray();
        for (Model model : models) {
            double[] own = model.predict(x, tasks);
            int last = rows - 1;
            assertThat(own[last]).isCloseTo(model.predict(x.select(last)).get(0, tasks[last]), within(1e-12));
            assertThatThrownBy(() -> model.predict(x)).hasMessageContaining(rows + "");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"linear", "kernel-dense", "nodes", "constrained-predictions", "fourier"})
    void everyInputHasATask(String name) {
        Model model = new Examples(3).named(name);
        assertThatThrownBy(() -> model.predict(inputs(model), new int[] {0, 1}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tasks must be one for each of 7 inputs, got 2");
    }

    @Test
    void aNumberTooLargeIsRefusedForItsOwnTaskOnly() {
        LinearModel base = new Examples(3).linear(1, 2, false);
        LinearModel model =
                new LinearModel(base.info(), Matrix.of(new double[] {1, 1e200}), Matrix.zeros(1, 2), Optional.empty());
        DenseInputs x = DenseInputs.of(Matrix.of(new double[] {1}, new double[] {1e200}));
        assertThat(model.predict(x, new int[] {1, 0})).containsExactly(1e200, 1e200);
        assertThatThrownBy(() -> model.predict(x, new int[] {0, 1}))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("input 2: its prediction is too large for a number, got Infinity");
    }

    /** Models that say so predict a row with the same bits alone, among few and among many. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 40, 400})
    void aRowIsPredictedAlikeInBatchesOfAnySize(int batch) {
        Examples examples = new Examples(4);
        int tasks = 30;
        List<String> features = Names.numbered("x", 5);
        LinearModel model = new LinearModel(
                examples.info(features, tasks, "linear"),
                examples.matrix(5, tasks),
                examples.matrix(1, tasks),
                Optional.empty());
        assertThat(model.predictsRowByRow()).isTrue();
        Matrix x = examples.matrix(400, 5);
        int[] own = IntStream.range(0, 400).map(i -> (i * i) % tasks).toArray();
        double[] whole = model.predict(new DenseInputs(x, features), own);
        for (int from = 0; from < 400; from += batch) {
            int to = Math.min(400, from + batch);
            int[] some = IntStream.range(from, to).toArray();
            assertThat(model.predict(
                            new DenseInputs(x, features).select(some),
                            IntStream.of(some).map(i -> own[i]).toArray()))
                    .isEqualTo(java.util.Arrays.copyOfRange(whole, from, to));
        }
    }
}
