package dev.kith.mkl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.ascent.node.TinyProblem;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Gaussian;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.OtherLosses.Bare;
import dev.kith.model.FitReport;
import dev.kith.model.Training;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Coordinate ascent on the dual of losses it has not heard of. */
class OtherLossesMklTest {
    private static final double TOLERANCE = 1e-6;
    private static final double C = 2;

    static Stream<Loss> losses() {
        return Stream.of(
                new Bare(Losses.quantile(0.2)), new Bare(Losses.insensitive(0.1)), new Bare(Losses.squaredHinge()));
    }

    static Stream<Loss> known() {
        return Stream.of(Losses.squared(), Losses.absolute(), Losses.hinge(), Losses.logistic());
    }

    private static Dataset data(Loss loss, double offset) {
        SplittableRandom random = new SplittableRandom(7);
        Matrix x = Matrix.zeros(60, 4).map(zero -> TinyProblem.gaussian(random));
        int[] task = new int[60];
        double[] y = new double[60];
        for (int i = 0; i < y.length; i++) {
            task[i] = i % 3;
            double z = x.get(i, 0) + 0.5 * task[i] * x.get(i, 1) + 0.3 * TinyProblem.gaussian(random);
            y[i] = loss.classification() ? Math.signum(z) : loss.suits(-1) ? z + offset : Math.rint(Math.exp(z));
        }
        return Dataset.ofLong(new DenseInputs(x, Names.numbered("x", 4)), List.of("a", "b", "c"), task, y);
    }

    private static List<FitReport> fits(Loss loss, double offset, boolean intercept) {
        Training training = Training.defaults()
                .withStopping(TOLERANCE, 20_000)
                .withIntercept(intercept)
                .withScaling(true, TargetScale.NONE);
        MklOptions options = MklOptions.defaults();
        TaskKernels tasks = TaskKernels.sharedAndOwn();
        Dataset data = data(loss, offset);
        return List.of(
                new MklTrainer("mkl", loss, Views.all(), tasks, 2, C, training, options)
                        .train(data)
                        .report(),
                new KernelMklTrainer("mkl", loss, new Gaussian(2), tasks, 2, C, training, options)
                        .train(data)
                        .report());
    }

    @ParameterizedTest
    @MethodSource("losses")
    void theGapCloses(Loss loss) {
        for (boolean intercept : new boolean[] {true, false}) {
            for (FitReport report : fits(loss, 0, intercept)) {
                assertThat(report.status()).isEqualTo(FitReport.Status.CONVERGED);
                assertThat(report.gap()).isBetween(0.0, TOLERANCE);
            }
        }
    }

    /** The formulas of a loss save time and change nothing else. */
    @ParameterizedTest
    @MethodSource("known")
    void aLossWithoutItsFormulasHasTheSameMinimum(Loss loss) {
        List<FitReport> known = fits(loss, 0, true);
        List<FitReport> bare = fits(new Bare(loss), 0, true);
        for (int k = 0; k < known.size(); k++) {
            double objective = known.get(k).objective();
            assertThat(bare.get(k).status()).isEqualTo(FitReport.Status.CONVERGED);
            assertThat(bare.get(k).objective()).isCloseTo(objective, within(2 * TOLERANCE * objective));
        }
    }

    @ParameterizedTest
    @MethodSource("known")
    void interceptsOfNumbersFollowTheLabels(Loss loss) {
        if (loss.classification()) {
            return;
        }
        List<FitReport> here = fits(new Bare(loss), 0, true);
        List<FitReport> there = fits(new Bare(loss), 1000, true);
        for (int k = 0; k < here.size(); k++) {
            assertThat(there.get(k).objective())
                    .isCloseTo(
                            here.get(k).objective(), within(1e-4 * here.get(k).objective()));
        }
    }
}
