package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.FitReport;
import dev.kith.model.Training;
import dev.kith.structure.penalty.Barrier;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Fits by single first-order steps beside NumPy (numpy_alternation.py, numpy_descent.py), and beside the default solver. */
class DescentOracleTest {
    private static final double GAP = 1e-9;

    /** A loss with kinks is descended as a rounded one, with ever shorter steps. */
    private static final double KINKS = 1e-3;

    private static final Training TRAINING = SmallTasks.UNSCALED.withStopping(GAP, 10_000);

    static Stream<String> optima() throws IOException {
        return SmallTasks.lines("alternation.txt").stream();
    }

    @ParameterizedTest
    @MethodSource("optima")
    void endsWherePlainAlternationEnds(String line) throws IOException {
        String[] words = line.split(" ", -1);
        double expected = Double.parseDouble(words[2]);
        FitReport found = fit(Losses.parse(words[0]), words[1], TRAINING, Barrier.FALLING);
        assertThat(found.status()).isEqualTo(FitReport.Status.CONVERGED);
        assertThat(found.gap()).isLessThanOrEqualTo(GAP);
        assertThat(found.objective()).isEqualTo(expected, within(GAP * expected));
    }

    static Stream<Arguments> kinks() {
        Stream<Arguments> kinks = Stream.of("hinge", "absolute", "quantile:0.8", "eps-insensitive:0.3")
                .flatMap(loss -> Stream.of("mtfl", "okl", "schatten", "mtrl", "cluster", "sparse")
                        .map(relation -> Arguments.of(loss, relation, KINKS)));
        Stream<Arguments> sparse = Stream.of("squared", "logistic", "huber:0.7", "squared-hinge", "poisson")
                .map(loss -> Arguments.of(loss, "sparse", GAP));
        return Stream.concat(kinks, sparse);
    }

    @ParameterizedTest
    @MethodSource("kinks")
    void endsWhereTheDefaultSolverEnds(String name, String relation, double gap) throws IOException {
        Loss loss = Losses.parse(name);
        FitReport found = fit(loss, relation, TRAINING.withStopping(gap, 20_000), Barrier.FALLING);
        Training usual = TRAINING.withStopping(1e-8, 100_000);
        FitReport direct = SmallTasks.fit(loss, relation, Solver.AUTO, usual, Barrier.FALLING)
                .report();
        assertThat(found.gap()).isLessThanOrEqualTo(gap);
        assertThat(found.objective()).isEqualTo(direct.objective(), within(gap * direct.objective()));
    }

    static Stream<String> fixedBarriers() throws IOException {
        return SmallTasks.lines("descent.txt").stream();
    }

    /** With one delta all the time the weights are those of another problem, the same as NumPy's. */
    @ParameterizedTest
    @MethodSource("fixedBarriers")
    void aFixedBarrierEndsWherePlainStepsEnd(String line) throws IOException {
        String[] words = line.split(" ", -1);
        double expected = Double.parseDouble(words[3]);
        FitReport found = fit(Losses.parse(words[0]), words[1], TRAINING, Barrier.fixed(0.1));
        assertThat(found.status()).isEqualTo(FitReport.Status.STALLED);
        assertThat(found.gap()).isGreaterThan(GAP);
        assertThat(found.objective()).isEqualTo(expected, within(1e-8 * expected));
    }

    @Test
    void stopsByTheChangeOfTheObjectiveWhereAsked() throws IOException {
        Barrier fixed = Barrier.fixed(0.01);
        FitReport early = fit(Losses.logistic(), "mtfl", TRAINING, fixed.withStop(1e-4));
        FitReport late = fit(Losses.logistic(), "mtfl", TRAINING, fixed);
        assertThat(early.status()).isEqualTo(FitReport.Status.STALLED);
        assertThat(early.iterations()).isLessThan(late.iterations());
        assertThat(early.objective()).isGreaterThan(late.objective());
    }

    private static FitReport fit(Loss loss, String relation, Training training, Barrier barrier) throws IOException {
        return SmallTasks.fit(loss, relation, Solver.DESCENT, training, barrier).report();
    }
}
