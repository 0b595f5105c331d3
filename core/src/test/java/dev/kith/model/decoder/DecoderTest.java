package dev.kith.model.decoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.data.DenseInputs;
import dev.kith.file.Examples;
import dev.kith.file.ModelFileTest;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Decoders where the answer is known: sets that forbid nothing, or one number. */
class DecoderTest {
    private static final ConstraintSet ANYTHING = ConstraintSets.box(2, -100, 100);
    private static final Matrix USUAL = Matrix.of(new double[] {1, 2});
    /** Task 0 with labels -1, 0 and 3, task 1 with labels 5 and 7. */
    private static final Matrix COLUMNS = Matrix.of(new double[] {0, 0, 0, 1, 1}, new double[] {-1, 0, 3, 5, 7});

    private static LossDecoder decoder(ConstraintSet set, Loss loss) {
        return new LossDecoder(set, loss, COLUMNS, USUAL);
    }

    @Test
    void theSquaredLossDecodesToMeans() {
        Decoder.Output output = decoder(ANYTHING, Losses.squared()).decode(1, 2, 1, 1, 3);
        assertThat(output.at(0)).isCloseTo(0.5, within(1e-6));
        assertThat(output.at(1)).isCloseTo(6.5, within(1e-6));
        assertThat(output.moved()).isCloseTo(0, within(1e-5));
        assertThat(output.extrapolating()).isFalse();
    }

    @Test
    void theAbsoluteLossDecodesToMedians() {
        Decoder.Output output = decoder(ANYTHING, Losses.absolute()).decode(1, 1, 3, 4, 1);
        assertThat(output.at(0)).isCloseTo(3, within(1e-4));
        assertThat(output.at(1)).isCloseTo(5, within(1e-4));
        // the means, 8/5 and 27/5, are where the tasks stand on their own
        assertThat(output.moved()).isCloseTo(Math.hypot(3 - 1.6, 0.4), within(1e-4));
    }

    @Test
    void whatIsForbiddenIsMovedToTheNearestThatIsNot() {
        for (Loss loss : new Loss[] {Losses.squared(), Losses.absolute()}) {
            ConstraintSet low = ConstraintSets.box(Matrix.of(new double[] {-4, 0}), Matrix.of(new double[] {-3, 6}));
            Decoder.Output output = decoder(low, loss).decode(1, 2, 1, 0, 3);
            assertThat(output.at(0)).as("beyond all labels of the task").isCloseTo(-3, within(1e-6));
            assertThat(output.at(1)).isCloseTo(6, within(1e-6));
            assertThat(output.moved()).isCloseTo(Math.hypot(3.5, 1), within(1e-5));
        }
    }

    @Test
    void meansStayWithinTheLabels() {
        assertThat(decoder(ANYTHING, Losses.squared()).undecoded(1, 2, 1, 1, 3)).containsExactly(0.5, 6.5);
        assertThat(decoder(ANYTHING, Losses.squared()).undecoded(4, 0, -3, -1, 3))
                .containsExactly(-1, 7);
    }

    /** Confidences are the sums of scores, 1 and 2 as usual. */
    @Test
    void littleConfidenceIsExtrapolation() {
        LossDecoder decoder = decoder(ANYTHING, Losses.squared());
        assertThat(decoder.decode(0.5, 0.5, 0, 1, 1).extrapolating()).isFalse();
        double least = Decoder.EXTRAPOLATING;
        assertThat(decoder.decode(1.01 * least, 0, 0, 1, 1).extrapolating()).isFalse();
        assertThat(decoder.decode(0.99 * least, 0, 0, 1, 1).extrapolating()).isTrue();
        assertThat(decoder.decode(1, 0, 0, 0, 1.98 * least).extrapolating()).isTrue();
        assertThat(decoder.decode(1, 0, 0, 0, 2.02 * least).extrapolating()).isFalse();
        assertThat(decoder.decode(-1, 0, 0, 1, 1).extrapolating()).isTrue();
    }

    @Test
    void columnsGoThroughAllTasksInOrder() {
        for (double[] tasks : new double[][] {{1, 1}, {0, 2}, {0, 0.5}, {1, 0}}) {
            assertThatThrownBy(() ->
                            new LossDecoder(ANYTHING, Losses.squared(), Matrix.of(tasks, new double[] {1, 2}), USUAL))
                    .hasMessageStartingWith("columns must go through the tasks in order, got task ");
        }
        assertThatThrownBy(() -> new LossDecoder(
                        ANYTHING, Losses.squared(), Matrix.of(new double[] {0, 0}, new double[] {1, 2}), USUAL))
                .hasMessage("columns must speak of all 2 tasks, got 1");
        assertThatThrownBy(() -> new LossDecoder(ANYTHING, Losses.squared(), Matrix.zeros(2, 0), USUAL))
                .hasMessage("columns must speak of all 2 tasks, got 1");
        assertThatThrownBy(() -> new LossDecoder(ANYTHING, Losses.squared(), COLUMNS, USUAL.scale(0)))
                .hasMessage("usual confidence must be > 0, got 0.0");
        assertThat(decoder(ANYTHING, Losses.squared()).scores()).isEqualTo(5);
        assertThat(decoder(ANYTHING, Losses.squared()).relaxation()).isEqualTo(Relaxation.none());
    }

    private static ConstrainedModel predictions(ConstraintSet set) {
        LinearModel base = new Examples(4).linear(2, 2, true);
        return new ConstrainedModel(base.info(), base, new PredictionDecoder(set, USUAL, Relaxation.none()));
    }

    @Test
    void aConstrainedModelSaysHowFarItMovedPredictions() {
        ConstrainedModel model = predictions(ConstraintSets.box(2, 0, 0));
        DenseInputs x = DenseInputs.of(Matrix.of(new double[] {1, 2}, new double[] {-1, 0.5}));
        Matrix free = model.base().predict(x);
        ConstrainedModel.Decoded decoded = model.decode(x);
        assertThat(decoded.values()).isEqualTo(Matrix.zeros(2, 2));
        assertThat(model.predict(x)).isEqualTo(Matrix.zeros(2, 2));
        assertThat(model.undecoded(x)).isEqualTo(free);
        for (int i = 0; i < 2; i++) {
            assertThat(decoded.moved().get(i, 0)).isCloseTo(Math.hypot(free.get(i, 0), free.get(i, 1)), within(1e-12));
            assertThat(decoded.extrapolating().get(i, 0)).isZero();
        }
        assertThat(model.flagsExtrapolation()).isFalse();
        assertThat(model.structure()).isEqualTo(model.base().structure()).isPresent();
        assertThat(model.probability(0, 1)).isEmpty();
        assertThat(model.intercepts()).hasSize(2).containsOnly(Double.NaN);
    }

    @Test
    void modelsOfScoresFlagExtrapolationAndHaveNoStructureOfTasks() {
        for (String kind : new String[] {"constrained-moments", "constrained-loss"}) {
            ConstrainedModel model = (ConstrainedModel) new Examples(1).named(kind);
            assertThat(model.flagsExtrapolation()).isTrue();
            assertThat(model.structure()).isEmpty();
        }
        // the base's scores are its intercepts where weights are 0: no confidence at all
        LinearModel base = new Examples(4).linear(2, 2, false);
        LinearModel nothing = new LinearModel(base.info(), Matrix.zeros(2, 2), Matrix.zeros(1, 2), base.structure());
        ModelInfo info = ((ConstrainedModel) new Examples(1).named("constrained-moments")).info();
        ConstrainedModel model = new ConstrainedModel(
                info, nothing, new MomentDecoder(ConstraintSets.box(1, -1, 1), Matrix.identity(1), Relaxation.none()));
        assertThat(model.decode(DenseInputs.of(Matrix.zeros(1, 2)))
                        .extrapolating()
                        .get(0, 0))
                .isEqualTo(1);
    }

    @Test
    void planesAndBoxesGivenByNumbersComeBackFromFiles() throws IOException {
        ConstraintSet plane = ConstraintSets.affine(Matrix.of(new double[] {1, 2}), 3);
        ConstraintSet box = ConstraintSets.box(Matrix.of(new double[] {0, -1}), Matrix.of(new double[] {1, 5}));
        for (ConstraintSet set : new ConstraintSet[] {plane, box, ConstraintSets.box(2, -1, 1)}) {
            ConstrainedModel model = predictions(set);
            Model read = ModelFileTest.read(ModelFileTest.bytes(model));
            assertThat(((ConstrainedModel) read).decoder().set()).hasSameClassAs(set);
            DenseInputs x = DenseInputs.of(Matrix.of(new double[] {7, -3}));
            // equations are made orthonormal again as they are read, which may change the last bit
            assertThat(read.predict(x).plus(-1, model.predict(x)).maxAbs()).isLessThan(1e-14);
        }
    }
}
