package dev.kith.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer;
import dev.kith.file.Examples;
import dev.kith.file.ModelFile;
import dev.kith.file.disk.StateFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.uncertainty.ErrorTable;
import dev.kith.model.uncertainty.HeldOutErrors;
import dev.kith.model.uncertainty.Sigmoid;
import dev.kith.model.uncertainty.Uncertainty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sigmoids, shown weights, states on disk, workspaces, and the sizes of what is known about errors. */
class ModelPartsOutsideFilesTest {
    @Test
    void aSigmoidIsTheProbabilityBehindADecision() {
        Sigmoid curve = new Sigmoid(2, -1);
        assertThat(curve.at(0.5)).isEqualTo(0.5);
        assertThat(curve.at(2)).isCloseTo(1 / (1 + Math.exp(-3)), within(1e-15));
        assertThat(curve.at(-1)).isCloseTo(1 / (1 + Math.exp(3)), within(1e-15));
        assertThatThrownBy(() -> new Sigmoid(-1e-9, 0))
                .hasMessage("slope must be finite and >= 0, offset finite, got -1.0E-9 and 0.0");
        assertThatThrownBy(() -> new Sigmoid(Double.NaN, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Sigmoid(1, Double.NEGATIVE_INFINITY)).isInstanceOf(IllegalArgumentException.class);
    }

    private static LinearModel model(Matrix weights, Optional<Matrix> spread) {
        LinearModel base = new Examples(1).linear(weights.rows(), weights.cols(), false);
        int d = weights.rows();
        int tasks = weights.cols();
        return new LinearModel(
                base.info(),
                weights,
                base.intercept(),
                base.structure(),
                spread.map(scale -> new Standardizer(
                        Matrix.zeros(1, d),
                        scale,
                        Matrix.zeros(1, tasks),
                        Matrix.zeros(1, tasks).map(zero -> 1))));
    }

    /** Weights times spreads of task 0: 3000, 1e-9 and -1e-8 beside 3e-9; of task 1 the small ones are the largest. */
    @Test
    void whatIsRoundingBesideTheTasksLargestWeightIsShownAsZero() {
        Matrix weights = Matrix.of(new double[][] {{3, 0}, {1e-9, 1e-9}, {-1e-11, -1e-11}});
        Matrix spread = Matrix.of(new double[] {1000, 1, 1000});
        Matrix shown = model(weights, Optional.of(spread)).shownWeights();
        assertThat(shown).isEqualTo(Matrix.of(new double[][] {{3, 0}, {0, 1e-9}, {-1e-11, -1e-11}}));
        Matrix ones = Matrix.of(new double[] {1, 1, 1});
        assertThat(model(weights, Optional.of(ones)).shownWeights()).isEqualTo(weights);
        assertThat(model(weights, Optional.empty()).shownWeights()).isEqualTo(weights);
    }

    @Test
    void statesComeBackAndOtherKindsAreRefused(@TempDir Path dir) throws IOException {
        Path file = dir.resolve("state");
        StateFile state = new StateFile(
                "learner",
                Map.of("name", "x", "other", ""),
                Map.of("w", new double[] {1, -2.5}, "none", new double[0]),
                Map.of("rows", new int[] {3, -1, 7}));
        state.write(file);
        StateFile read = StateFile.read(file, "learner");
        assertThat(read.kind()).isEqualTo("learner");
        assertThat(read.texts()).isEqualTo(state.texts());
        assertThat(read.numbers().keySet()).isEqualTo(state.numbers().keySet());
        assertThat(read.numbers().get("w")).containsExactly(1, -2.5);
        assertThat(read.numbers().get("none")).isEmpty();
        assertThat(read.indices().keySet()).containsExactly("rows");
        assertThat(read.indices().get("rows")).containsExactly(3, -1, 7);
        assertThatThrownBy(() -> StateFile.read(file, "stream"))
                .isInstanceOf(DataException.class)
                .hasMessage(file + ": must be a stream, is a 'state:learner'");
        ModelFile.write(new Examples(1).linear(2, 2, false), file);
        assertThatThrownBy(() -> StateFile.read(file, "learner")).isInstanceOf(DataException.class);
        Files.write(file, new byte[] {1, 2, 3});
        assertThatThrownBy(() -> StateFile.read(file, "learner")).hasMessageStartingWith(file.toString());
    }

    @Test
    void workspacesKeepWhatWasMadeAndSayWhetherToProve() {
        Dataset data = Dataset.ofLong(DenseInputs.of(Matrix.zeros(1, 1)), List.of("t"), new int[1], new double[1]);
        Workspace workspace = new Workspace(data);
        int[] made = {0};
        for (int k = 0; k < 3; k++) {
            assertThat(workspace.reuse("key", String.class, () -> "made " + ++made[0]))
                    .isEqualTo("made 1");
        }
        assertThat(workspace.reuse("other", String.class, () -> "another")).isEqualTo("another");
        assertThat(workspace.data()).isSameAs(data);
        assertThat(workspace.proving()).isTrue();
        assertThat(Workspace.forTrials(data).proving()).isFalse();
        assertThat(Workspace.forTrials(data).data()).isSameAs(data);
    }

    @Test
    void oneTaskPerRowIsReadOffAllPredictions() {
        LinearModel model = new Examples(2).linear(2, 3, false);
        DenseInputs x = new DenseInputs(
                Matrix.of(new double[][] {{1, 2}, {-1, 0.5}}), model.info().features());
        Matrix all = model.predict(x);
        assertThat(model.predict(x, new int[] {2, 0})).containsExactly(all.get(0, 2), all.get(1, 0));
        String last = model.info().tasks().get(2);
        assertThat(model.predict(last, -1, 0.5)).isEqualTo(all.get(1, 2));
        Model fourier = new Examples(3).named("fourier");
        assertThat(fourier.intercepts()).hasSize(fourier.info().tasks().size());
    }

    @Test
    void errorsOfAnotherNumberOfTasksAreRefused() {
        assertThatThrownBy(() -> new HeldOutErrors(
                        Matrix.of(new double[] {1, 1}), List.of(ErrorTable.of(1, 2)), ErrorTable.of()))
                .hasMessage("scale of errors must be 1 x 1, got 1 x 2");
        HeldOutErrors two = new HeldOutErrors(
                Matrix.of(new double[] {1, 2}), List.of(ErrorTable.of(1), ErrorTable.of(2)), ErrorTable.of());
        Uncertainty known = new Uncertainty(Optional.of(two), Optional.empty(), Optional.empty());
        known.requireSuits(new Examples(1).linear(2, 2, false));
        assertThatThrownBy(() -> known.requireSuits(new Examples(1).linear(2, 3, false)))
                .hasMessage("scale of errors must be 1 x 3, got 1 x 2");
    }
}
