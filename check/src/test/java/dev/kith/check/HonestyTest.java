package dev.kith.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.check.exact.Dd;
import dev.kith.check.exact.KernelKind;
import dev.kith.check.exact.LossKind;
import dev.kith.linalg.SparseRows;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.NodeModel;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The checker finds what is wrong, and only that. */
class HonestyTest {
    private static Problem problem(String method, LossKind loss) {
        double[][] x = {{1, 2}, {-1, 0.5}, {0.3, -1}, {2, 1}, {-0.7, 0.2}, {0.1, 1.5}, {1.1, -0.4}, {-2, -1}};
        double[] label = {1, -1, -1, 1, 1, -1, 1, -1};
        return new Problem(
                1,
                x,
                2,
                new int[] {0, 1, 2, 3, 4, 5, 6, 7},
                new int[] {0, 1, 0, 1, 0, 1, 0, 1},
                loss == LossKind.POISSON ? new double[] {1, 0, 3, 1, 0, 2, 7, 0} : label,
                new double[] {1, 1, 1, 1, 1, 1, 1, 1},
                false,
                loss,
                KernelKind.LINEAR,
                0.05,
                new Problem.Setup(true, true, "NONE", true, 1e-9, 100_000, "AUTO", "none"),
                Methods.draw(method, new java.util.Random(3), 2),
                Set.of());
    }

    private static Path.Reported fit(Problem problem) throws java.io.IOException {
        return new InMemory().fit(problem);
    }

    @Test
    void benignFitsHoldWithEveryMethodAndLoss() throws java.io.IOException {
        for (String method : Methods.ALL.keySet()) {
            for (LossKind loss : LossKind.values()) {
                Problem problem = problem(method, loss);
                assertThat(Checker.judge(problem, fit(problem)).violations())
                        .as(method + " " + loss)
                        .isEmpty();
            }
        }
    }

    @Test
    void worseWeightsUnderTheSameClaimAreFound() throws java.io.IOException {
        for (String method : Methods.ALL.keySet()) {
            for (LossKind loss : LossKind.values()) {
                Problem problem = problem(method, loss);
                Path.Reported honest = fit(problem);
                Path.Reported worse = new Path.Reported(
                        FitReport.Status.CONVERGED,
                        honest.objective(),
                        honest.gap(),
                        scaled(honest.model(), w -> w * 1.01 + 0.001));
                assertThat(Checker.judge(problem, worse).violations())
                        .as(method + " " + loss)
                        .hasSizeGreaterThanOrEqualTo(1);
            }
        }
    }

    @Test
    void aGapTooSmallIsFoundThoughObjectiveAndWeightsAgree() throws java.io.IOException {
        for (String method : Methods.ALL.keySet()) {
            for (LossKind loss : LossKind.values()) {
                Problem problem = problem(method, loss);
                Model moved = scaled(fit(problem).model(), w -> w * 1.01 + 0.001);
                Dd objective =
                        problem.method().reference(problem, Saved.of(moved)).objective();
                Path.Reported lie = new Path.Reported(FitReport.Status.CONVERGED, objective.value(), 1e-9, moved);
                assertThat(Checker.judge(problem, lie).violations())
                        .as(method + " " + loss)
                        .singleElement()
                        .asString()
                        .contains("is attainable");
            }
        }
    }

    @Test
    void statusMustFollowFromObjectiveAndGap() throws java.io.IOException {
        Problem problem = problem("stl", LossKind.SQUARED);
        Path.Reported fit = fit(problem);
        for (double[] claim : List.of(
                new double[] {Double.NaN, 0},
                new double[] {Double.POSITIVE_INFINITY, 1e-12},
                new double[] {fit.objective(), Double.NaN},
                new double[] {fit.objective(), 1e-3},
                new double[] {fit.objective(), -1e-3})) {
            Path.Reported claimed = new Path.Reported(FitReport.Status.CONVERGED, claim[0], claim[1], fit.model());
            assertThat(Checker.judge(problem, claimed).violations()).isNotEmpty();
        }
    }

    @Test
    void exceptionsMustBeAnnouncedOnesWithAMessage() {
        Problem problem = problem("stl", LossKind.SQUARED);
        assertThat(Checker.check(problem, failing(new IllegalArgumentException("lambda must be")))
                        .holds())
                .isTrue();
        assertThat(Checker.check(problem, failing(new IllegalArgumentException()))
                        .holds())
                .isFalse();
        assertThat(Checker.check(problem, failing(new ArithmeticException("x"))).holds())
                .isFalse();
    }

    private static Path failing(RuntimeException e) {
        return new Path() {
            @Override
            public String name() {
                return "failing";
            }

            @Override
            public boolean suits(Problem problem) {
                return true;
            }

            @Override
            public Reported fit(Problem problem) {
                throw e;
            }
        };
    }

    @Test
    void claimedSuboptimalityFollowsTheDefinitionOfTheGap() {
        // P = 2, D = 1: gap 1/2; P = 1, D = -0.5: gap 1.5; P = -1, D = -2: gap 1/2
        assertThat(Checker.claimed(2, 0.5)).isEqualTo(1);
        assertThat(Checker.claimed(1, 1.5)).isGreaterThanOrEqualTo(1.5);
        assertThat(Checker.claimed(-1, 0.5)).isCloseTo(1, within(1e-15));
        assertThat(Checker.claimed(0, 0)).isZero();
    }

    @Test
    void problemsDependOnTheirSeedAlone() {
        List<String> methods = List.copyOf(Methods.ALL.keySet());
        for (long seed = 0; seed < 50; seed++) {
            assertThat(Generator.problem(seed, methods).describe())
                    .isEqualTo(Generator.problem(seed, methods).describe());
        }
    }

    private static Model scaled(Model model, DoubleUnaryOperator change) {
        if (model instanceof NodeModel m) {
            double[] values = m.weights().values().clone();
            Arrays.setAll(values, k -> change.applyAsDouble(values[k]));
            int[] starts = new int[m.weights().rows() + 1];
            Arrays.setAll(starts, g -> g == 0 ? 0 : m.weights().end(g - 1));
            SparseRows weights = new SparseRows(
                    m.weights().cols(), starts, m.weights().indices().clone(), values);
            return new NodeModel(
                    m.info(), m.map(), m.scaling(), m.members(), weights, m.kernels(), m.kernelOf(), m.intercept());
        }
        LinearModel m = (LinearModel) model;
        LinearModel changed =
                new LinearModel(m.info(), m.weights().map(change), m.intercept(), m.structure(), m.scaling());
        return m.commonPart().map(changed::with).orElse(changed);
    }
}
