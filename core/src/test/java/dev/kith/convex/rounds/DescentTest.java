package dev.kith.convex.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.SmallTasks;
import dev.kith.convex.basis.Problem;
import dev.kith.convex.solver.DataTerm;
import dev.kith.convex.solver.Regularizer;
import dev.kith.convex.solver.Supervised;
import dev.kith.convex.solver.TaskSideRegularizer;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.structure.penalty.Barrier;
import dev.kith.structure.penalty.FixedStructure;
import dev.kith.structure.penalty.StructurePenalty;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rounds of single steps, looked at one by one: the objective with the barrier is written down again here. */
class DescentTest {
    private static final double SHARE = 0.1;

    /** Values are rounded, and are compared from round to round. */
    private static final double ROUNDING = 1e-13;

    static Stream<Arguments> lossesAndRelations() {
        return Stream.of(
                        "squared",
                        "logistic",
                        "huber:0.7",
                        "squared-hinge",
                        "poisson",
                        "hinge",
                        "absolute",
                        "quantile:0.8")
                .flatMap(loss -> Stream.of("mtfl", "okl", "schatten", "mtrl", "cluster", "sparse")
                        .map(relation -> Arguments.of(loss, relation)));
    }

    @ParameterizedTest
    @MethodSource("lossesAndRelations")
    void noRoundRaisesTheObjective(String name, String relation) throws IOException {
        Descent descent = descent(Losses.parse(name), relation);
        double before = Double.POSITIVE_INFINITY;
        double first = 0;
        for (int round = 1; round <= 300; round++) {
            descent.round();
            double now = objective(descent, relation);
            assertThat(now).as("round %d", round).isLessThanOrEqualTo(before * (1 + ROUNDING));
            first = round == 1 ? now : first;
            before = now;
        }
        assertThat(before).isLessThan(first);
    }

    static Stream<String> plainDescents() throws IOException {
        return SmallTasks.lines("descent.txt").stream();
    }

    /** The same steps written in NumPy, numpy_descent.py, until nothing changes. */
    @ParameterizedTest
    @MethodSource("plainDescents")
    void roundsEndWherePlainOnesDo(String line) throws IOException {
        String[] words = line.split(" ", -1);
        Descent descent = descent(Losses.parse(words[0]), words[1]);
        for (int round = 0; round < 2000; round++) {
            descent.round();
        }
        double expected = Double.parseDouble(words[2]);
        assertThat(objective(descent, words[1])).isEqualTo(expected, within(1e-10 * expected));
    }

    @Test
    void aPenaltyWithoutProximalStepIsRefused() {
        StructurePenalty known = StructurePenalty.known(Matrix.identity(2), 1);
        assertThat(known).isInstanceOf(FixedStructure.class);
        assertThatThrownBy(() -> StructureDescent.of(known, 1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("solver 'descent' needs the proximal step of a SpectralPenalty or an EntrywisePenalty, got"
                        + " FixedStructure");
    }

    private static Descent descent(Loss loss, String relation) throws IOException {
        Problem problem = new Problem(SmallTasks.data(loss), SmallTasks.UNSCALED, new Linear(), Approximation.AUTO);
        DataTerm v = DataTerm.of(problem, List.of(loss, loss, loss));
        double lambda = SmallTasks.lambda(relation);
        StructurePenalty penalty = SmallTasks.relation(relation).penalty(List.of("a", "b", "c"), lambda);
        Supervised first = v.supervised(lambda, SmallTasks.UNSCALED);
        Matrix alone = first.solve(Matrix.identity(3), first.bestTolerance(1e-12));
        return new Descent(
                v, lambda, penalty, Regularizer.of(penalty, lambda, 3, problem.dim), alone, Barrier.fixed(SHARE));
    }

    private static double objective(Descent descent, String relation) {
        double lambda = SmallTasks.lambda(relation);
        boolean sparse = relation.equals("sparse");
        Matrix a = descent.structure();
        double delta = sparse ? 0 : descent.delta();
        Matrix s = TaskSideRegularizer.gram(descent.weights()).plusDiagonal(delta * delta);
        double turned = LinearAlgebra.best().cholesky(a).solve(s).trace();
        return descent.loss() + lambda * turned + penalty(relation, a, lambda);
    }

    private static double penalty(String relation, Matrix a, double lambda) {
        SymmetricEigen eigen = LinearAlgebra.best().eigen(a);
        double p = relation.equals("okl") ? 2 : relation.equals("schatten") ? 1.5 : 1;
        double powers = IntStream.range(0, 3)
                .mapToDouble(k -> Math.pow(eigen.value(k), p))
                .sum();
        switch (relation) {
            case "mtrl" -> {
                assertThat(a.trace()).isEqualTo(1, within(1e-12));
                return 0;
            }
            case "cluster" -> {
                assertThat(a.trace()).isEqualTo(1 + 1.1, within(1e-12));
                assertThat(eigen.value(0)).isGreaterThan(0.1 - 1e-12);
                assertThat(eigen.value(2)).isLessThan(1 + 1e-12);
                return 0;
            }
            case "sparse" -> {
                double absolute = 0;
                for (double x : a.data()) {
                    absolute += Math.abs(x);
                }
                double barrier = 0;
                for (int k = 0; k < 3; k++) {
                    barrier += 0.01 / eigen.value(k);
                }
                return lambda * (barrier + 0.5 * a.trace() + 0.5 * absolute);
            }
            default -> {
                return lambda * powers;
            }
        }
    }
}
