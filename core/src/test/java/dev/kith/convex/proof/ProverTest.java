package dev.kith.convex.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Scaled;
import dev.kith.convex.solver.Solution;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.FitReport;
import dev.kith.model.FitReport.Status;
import dev.kith.model.Training;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Converged means proven: solvers that were too hopeful are asked again, twice at most, and only where that helps. */
class ProverTest {
    private static final double LAMBDA = 0.1;
    private static final double TOLERANCE = 1e-6;
    private static final Training TRAINING = Training.defaults()
            .withIntercept(false)
            .withScaling(false, TargetScale.NONE)
            .withStopping(TOLERANCE, 100);
    private static final double[] X = {1, -2, 3, 0.5};
    private static final double[] Y = {2, -3, 7, 1};

    private final List<Solution> asked = new ArrayList<>();
    private final List<FitReport.Progress> heard = new ArrayList<>();
    private final Monitor monitor = new Monitor(TRAINING, heard::add);

    /** sum xy / n over sum x^2 / n + lambda. */
    private static double best() {
        double products = 0;
        double squares = 0;
        for (int i = 0; i < 4; i++) {
            products += X[i] * Y[i] / 4;
            squares += X[i] * X[i] / 4;
        }
        return products / (squares + LAMBDA);
    }

    private static Solution solution(double away, Status status) {
        Matrix w = Matrix.of(new double[] {best() * (1 + away)});
        return new Solution(
                new Solution.Weights(w, new double[1]),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(TaskMatrix.identity(1)),
                new Certificate(1, 1),
                7,
                status,
                List.of());
    }

    /** What a solver is proven to have found that answers with these, one after another. */
    private Solution prove(Solution... answers) {
        Matrix x = Matrix.zeros(4, 1);
        for (int i = 0; i < 4; i++) {
            x.set(i, 0, X[i]);
        }
        Dataset data = Dataset.ofLong(DenseInputs.of(x), List.of("t"), new int[4], Y);
        Scaled scaled = Scaled.of(data, TaskLosses.all(Losses.squared()), new Linear(), TRAINING);
        return new Prover(data, scaled, new Linear(), List.of(Losses.squared()), TRAINING, false)
                .solve(
                        () -> {
                            asked.add(answers[asked.size()]);
                            return asked.get(asked.size() - 1);
                        },
                        any -> new FixedBounds(Matrix.identity(1), LAMBDA),
                        monitor)
                .solution();
    }

    private static Solution[] converged(double... away) {
        return Arrays.stream(away)
                .mapToObj(each -> solution(each, Status.CONVERGED))
                .toArray(Solution[]::new);
    }

    /** Whether the monitor's tolerance is above this gap. */
    private boolean satisfied(double gap) {
        return monitor.done(1, new Certificate(1, 1 - gap));
    }

    @Test
    void aProvenSolutionIsTakenAtOnce() {
        Solution found = prove(converged(0, 0));
        assertThat(asked).hasSize(1);
        assertThat(found.status()).isEqualTo(Status.CONVERGED);
        assertThat(found.certificate().gap()).isLessThan(1e-12);
        assertThat(found.certificate().primal()).isNotEqualTo(1);
        assertThat(satisfied(0.9 * TOLERANCE)).as("nothing was tightened").isTrue();
    }

    @Test
    void hopefulSolversAreAskedForATenthOfTheGapEachTime() {
        Solution[] answers = converged(0.1, 0.01, 0);
        Solution found = prove(answers);
        assertThat(asked).hasSize(3);
        assertThat(found.weights()).isEqualTo(answers[2].weights());
        assertThat(found.status()).isEqualTo(Status.CONVERGED);
        assertThat(satisfied(0.02 * TOLERANCE)).isFalse();
        assertThat(satisfied(0.009 * TOLERANCE)).isTrue();
    }

    @Test
    void afterThreeAnswersTheBestIsTakenAsStalled() {
        Solution[] answers = converged(0.1, 0.05, 0.02, 0);
        Solution found = prove(answers);
        assertThat(asked).hasSize(3);
        assertThat(found.weights()).isEqualTo(answers[2].weights());
        assertThat(found.status()).isEqualTo(Status.STALLED);
        assertThat(found.certificate().gap()).isGreaterThan(TOLERANCE);
    }

    @Test
    void anAnswerThatIsNoBetterEndsTheSearch() {
        for (double second : new double[] {0.2, 0.1}) {
            asked.clear();
            Solution[] answers = converged(0.1, second, 0);
            Solution found = prove(answers);
            assertThat(asked).hasSize(2);
            assertThat(found.weights()).isEqualTo(answers[0].weights());
            assertThat(found.status()).isEqualTo(Status.STALLED);
        }
    }

    @Test
    void solversThatKnowTheyFailedAreNotAskedAgain() {
        for (Status status : List.of(Status.MAX_ITERATIONS, Status.STALLED, Status.INTERRUPTED)) {
            asked.clear();
            Solution found = prove(solution(0.1, status), solution(0, Status.CONVERGED));
            assertThat(asked).hasSize(1);
            assertThat(found.status()).isEqualTo(status);
            asked.clear();
            assertThat(prove(solution(0, status)).status())
                    .as("proven all the same")
                    .isEqualTo(Status.CONVERGED);
        }
    }

    @Test
    void gapsAreDueEverySoOftenAndAtTheLastIteration() {
        assertThat(monitor.due(10, 5)).isTrue();
        assertThat(monitor.due(11, 5)).isFalse();
        assertThat(monitor.due(99, 5)).isFalse();
        assertThat(monitor.due(100, 7)).as("the last one allowed").isTrue();
        assertThat(monitor.due(101, 7)).isTrue();
    }

    @Test
    void everyStepIsHeardOfAndTimed() {
        long before = System.nanoTime();
        Monitor timed = new Monitor(TRAINING, heard::add);
        assertThat(timed.done(1, new Certificate(4, 2))).isFalse();
        assertThat(timed.done(2, new Certificate(4, 3))).isFalse();
        double passed = (System.nanoTime() - before) / 1e9;
        assertThat(heard).isEqualTo(timed.history()).hasSize(2);
        assertThat(heard.get(1).iteration()).isEqualTo(2);
        assertThat(heard.get(1).objective()).isEqualTo(4);
        assertThat(heard.get(1).gap()).isEqualTo(0.25);
        assertThat(heard.get(1).seconds()).isPositive().isLessThanOrEqualTo(passed);
        assertThat(timed.status()).isEqualTo(Status.MAX_ITERATIONS);
        assertThat(timed.done(100, new Certificate(4, 3.5)))
                .as("the last iteration")
                .isTrue();
        assertThat(timed.status()).isEqualTo(Status.MAX_ITERATIONS);
    }

    /** The first look sets the objective; forty more without any change are a stall, one fewer is none. */
    @Test
    void fortyLooksWithoutChangeAreAStall() {
        Monitor still = new Monitor(TRAINING.withStopping(TOLERANCE, 10_000), heard::add);
        for (int look = 0; look <= 39; look++) {
            assertThat(still.done(look, new Certificate(4, 2)))
                    .as("look " + look)
                    .isFalse();
        }
        assertThat(still.done(40, new Certificate(4, 2))).isTrue();
        assertThat(still.status()).isEqualTo(Status.STALLED);
    }

    @Test
    void interruptionEndsAFitAndStaysSet() {
        Thread.currentThread().interrupt();
        assertThat(monitor.done(1, new Certificate(4, 2))).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(monitor.status()).isEqualTo(Status.INTERRUPTED);
    }

    @Test
    void aDirectSolverThatMissesTheToleranceStalls() {
        monitor.ended(3, new Certificate(4, 2));
        assertThat(monitor.status()).isEqualTo(Status.STALLED);
        Monitor exact = new Monitor(TRAINING, heard::add);
        exact.ended(3, new Certificate(4, 4));
        assertThat(exact.status()).isEqualTo(Status.CONVERGED);
    }
}
