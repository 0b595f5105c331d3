package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.penalty.Barrier;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The published alternation beside one written plainly in NumPy (numpy_alternation.py), and beside the other solvers. */
class AlternationOracleTest {
    /** The tolerance asked for; NumPy's rounds go on until the objective does not change any more. */
    private static final double GAP = 1e-10;

    /** Objectives are flat at their minimum: weights, up to 10 here, are known to the root of the gap. */
    private static final double WEIGHTS = 1e-4;

    private static final Training TRAINING = SmallTasks.UNSCALED.withStopping(GAP, 3000);

    static Stream<String> plainAlternations() throws IOException {
        return SmallTasks.lines("alternation.txt").stream();
    }

    @ParameterizedTest
    @MethodSource("plainAlternations")
    void endsWherePlainRoundsEnd(String line) throws IOException {
        String[] words = line.split(" ", -1);
        double[] expected =
                Arrays.stream(words).skip(2).mapToDouble(Double::parseDouble).toArray();
        Loss loss = Losses.parse(words[0]);
        Fit<Model> fit = SmallTasks.fit(loss, words[1], Solver.ALTERNATING, TRAINING, Barrier.FALLING);
        assertThat(fit.report().status()).isEqualTo(FitReport.Status.CONVERGED);
        assertThat(fit.report().gap()).isLessThanOrEqualTo(GAP);
        assertThat(fit.report().objective()).isEqualTo(expected[0], within(GAP * expected[0]));
        LinearModel model = (LinearModel) fit.model();
        for (int t = 0; t < 3; t++) {
            for (int j = 0; j < 3; j++) {
                assertThat(model.weights().get(j, t)).isEqualTo(expected[1 + 4 * t + j], within(WEIGHTS));
            }
            assertThat(model.intercepts()[t]).isEqualTo(expected[4 + 4 * t], within(WEIGHTS));
        }
    }

    static Stream<Arguments> stepsWithoutFormulas() {
        Stream<Arguments> kinks = Stream.of("absolute", "hinge", "quantile:0.8", "eps-insensitive:0.3")
                .flatMap(loss -> Stream.of("mtfl", "okl", "schatten", "mtrl", "cluster", "sparse")
                        .map(relation -> Arguments.of(loss, relation)));
        Stream<Arguments> sparse = Stream.of("squared", "logistic", "huber:0.7", "squared-hinge", "poisson")
                .map(loss -> Arguments.of(loss, "sparse"));
        return Stream.concat(kinks, sparse);
    }

    /** A plain step would be a quadratic program, or the slow splitting, every round; a proven bound is as good. */
    @ParameterizedTest
    @MethodSource("stepsWithoutFormulas")
    void endsWhereTheDefaultSolverEnds(String name, String relation) throws IOException {
        Loss loss = Losses.parse(name);
        Training training = TRAINING.withStopping(1e-8, 3000);
        FitReport found = SmallTasks.fit(loss, relation, Solver.ALTERNATING, training, Barrier.FALLING)
                .report();
        FitReport direct = SmallTasks.fit(
                        loss, relation, Solver.AUTO, TRAINING.withStopping(1e-9, 100_000), Barrier.FALLING)
                .report();
        assertThat(found.gap()).isLessThanOrEqualTo(1e-8);
        assertThat(found.objective()).isEqualTo(direct.objective(), within(1e-8 * direct.objective()));
    }

    /** The published structure step for sparse relations: its steps are as short as the barrier, so that one is wide here. */
    @ParameterizedTest
    @ValueSource(strings = {"squared", "logistic", "huber:0.7", "hinge", "absolute", "poisson"})
    void thePublishedSplittingEndsThereToo(String name) throws IOException {
        Loss loss = Losses.parse(name);
        double gap = 1e-7;
        FitReport found = SmallTasks.fit(
                        loss, "wide barrier", Solver.SPLITTING, TRAINING.withStopping(gap, 100_000), Barrier.FALLING)
                .report();
        FitReport direct = SmallTasks.fit(
                        loss, "wide barrier", Solver.AUTO, TRAINING.withStopping(1e-9, 100_000), Barrier.FALLING)
                .report();
        assertThat(found.gap()).isLessThanOrEqualTo(gap);
        assertThat(found.objective()).isEqualTo(direct.objective(), within(gap * direct.objective()));
    }

    @Test
    void splittingIsForSparseRelationsOnly() {
        assertThatThrownBy(() -> SmallTasks.fit(Losses.squared(), "mtfl", Solver.SPLITTING, TRAINING, Barrier.FALLING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("solver 'splitting' is for the relation 'sparse', got 'mtfl'");
    }

    /** With one delta all the time what is solved is another problem: near for a small delta, and the gap tells. */
    @Test
    void aFixedBarrierLeavesAGapThatFallsWithIt() throws IOException {
        double before = 1;
        for (double delta : new double[] {0.1, 0.01, 0.001}) {
            FitReport report = SmallTasks.fit(
                            Losses.squared(), "mtfl", Solver.ALTERNATING, TRAINING, Barrier.fixed(delta))
                    .report();
            assertThat(report.status()).isEqualTo(FitReport.Status.STALLED);
            assertThat(report.gap()).isLessThan(before / 5).isGreaterThan(GAP);
            before = report.gap();
        }
    }

    /** The published rule ends rounds long before the gap does. */
    @Test
    void stopsByTheChangeOfTheObjectiveWhereAsked() throws IOException {
        Barrier fixed = Barrier.fixed(0.01);
        FitReport early = SmallTasks.fit(Losses.logistic(), "mtfl", Solver.ALTERNATING, TRAINING, fixed.withStop(1e-3))
                .report();
        FitReport late = SmallTasks.fit(Losses.logistic(), "mtfl", Solver.ALTERNATING, TRAINING, fixed)
                .report();
        assertThat(early.status()).isEqualTo(FitReport.Status.STALLED);
        assertThat(early.iterations()).isLessThan(late.iterations());
        assertThat(early.objective()).isGreaterThan(late.objective());
    }
}
