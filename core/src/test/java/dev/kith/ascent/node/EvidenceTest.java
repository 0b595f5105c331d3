package dev.kith.ascent.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.ascent.DualGain;
import dev.kith.ascent.Duals;
import dev.kith.ascent.Evidence;
import dev.kith.ascent.FeasibleDuals;
import dev.kith.ascent.LpNorm;
import dev.kith.ascent.PrimalCost;
import dev.kith.ascent.Units;
import dev.kith.linalg.NumericalException;
import dev.kith.linalg.Twofold;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvidenceTest {
    private static final double[] ONE = {1};

    static List<Loss> losses() {
        return List.of(Losses.hinge(), Losses.logistic(), Losses.squared(), Losses.absolute());
    }

    private static Evidence evidence(double cost, double square, double gain) {
        return new Evidence(cost, new double[] {square}, gain, new double[] {square}, 0);
    }

    @Test
    void aDualAboveThePrimalIsAFailureAndNeverAGapOfZero() {
        assertThatThrownBy(() -> evidence(1, 0, 1.001).bracket(new LpNorm(2), ONE, 0, 0))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("lies above the objective");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
    void anObjectiveThatIsNoNumberIsAFailure(double cost) {
        assertThatThrownBy(() -> evidence(cost, 0, 0).bracket(new LpNorm(2), ONE, 0, 0))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("must be finite, got " + cost);
    }

    @Test
    void aDualThatIsNoNumberLeavesWhatIsKnown() {
        assertThat(evidence(1, 0, Double.NaN)
                        .bracket(new LpNorm(2), ONE, 0.25, 0)
                        .dual())
                .isEqualTo(0.25);
        assertThat(evidence(1, 0, -5).bracket(new LpNorm(2), ONE, 0, 0).gap()).isEqualTo(1);
    }

    @Test
    void normsAreRoundedOutwards() {
        Evidence.Bracket bracket = evidence(2, 3, 3).bracket(new LpNorm(1.5), ONE, 0, 0);
        assertThat(bracket.primal()).isGreaterThan(3.5).isCloseTo(3.5, within(1e-12));
        assertThat(bracket.dual()).isLessThan(1.5).isCloseTo(1.5, within(1e-12));
    }

    /** Every sum of the ascent is spoilt here; what is proven must not notice. */
    @ParameterizedTest
    @MethodSource("losses")
    void sumsThatDriftedAreBuiltAnew(Loss loss) {
        Evidence honest = spoilt(loss, 0);
        Evidence spoilt = spoilt(loss, 0.01);
        assertThat(spoilt.cost()).isEqualTo(honest.cost());
        assertThat(spoilt.gain()).isEqualTo(honest.gain());
        assertThat(spoilt.squares()).isEqualTo(honest.squares());
        assertThat(spoilt.dualSquares()).isEqualTo(honest.dualSquares());
    }

    private static Evidence spoilt(Loss loss, double drift) {
        TinyProblem problem = new TinyProblem(3, loss);
        Duals duals = problem.duals(loss, true);
        NodeWeights nodes = new NodeWeights(problem.blocks(), problem.components, 0);
        double[] theta = new LpNorm(2).uniform(problem.components.size());
        try (ExplicitAscent ascent = new ExplicitAscent(problem.blocks(), nodes, duals, 2)) {
            ascent.sweep(theta, new SplittableRandom(1));
            for (NodeWeights.Store store : nodes.stores) {
                for (int j = 0; j < store.values.length; j++) {
                    store.values[j] += drift;
                }
            }
            return ascent.evidence(
                    Units.plain(problem.tasks), theta, new double[duals.rows()], new double[problem.tasks]);
        }
    }

    @ParameterizedTest
    @MethodSource("losses")
    void dualVariablesAreBroughtInsideAndSumToZero(Loss loss) {
        TinyProblem problem = new TinyProblem(5, loss);
        Duals duals = problem.duals(loss, true);
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < duals.rows(); i++) {
            duals.s[i] = (loss.classification() ? duals.y[i] : 1) * 3 * duals.c[i] * (random.nextDouble() - 0.2);
        }
        FeasibleDuals feasible = new FeasibleDuals(duals);
        for (int t = 0; t < problem.tasks; t++) {
            feasible.enter(t);
            Twofold sum = Twofold.ZERO;
            for (int i = duals.taskStart[t]; i < duals.taskStart[t + 1]; i++) {
                Twofold s = feasible.at(i);
                sum = sum.plus(s);
                assertThat(loss.conjugate(duals.y[i], -s.hi() / duals.c[i])).isFinite();
            }
            assertThat(Math.abs(sum.hi())).isLessThanOrEqualTo(feasible.missing());
            assertThat(feasible.missing()).isLessThan(1e-25);
        }
    }

    @ParameterizedTest
    @MethodSource("losses")
    void costsAndGainsAreThoseOfTheLossRoundedOutwards(Loss loss) {
        for (double z : new double[] {-40, -1, -1e-9, 0, 0.3, 1, 1e7}) {
            PrimalCost cost = new PrimalCost(loss, 0);
            cost.add(1, 2, Twofold.of(z), 0);
            double value = 2 * loss.value(1, z);
            assertThat(cost.above()).isGreaterThanOrEqualTo(value).isCloseTo(value, within(1e-13 * (1 + value)));
        }
        for (double a : new double[] {0, 1e-300, 1e-9, 0.5, 0.999}) {
            DualGain gain = new DualGain(loss, 0);
            gain.add(1, 2, Twofold.of(2 * a));
            double value = -2 * loss.conjugate(1, -a);
            // 1 - a in doubles is 1 for small a, so that the loss itself is off by a.
            assertThat(gain.below()).isLessThanOrEqualTo(value + 1e-15).isCloseTo(value, within(1e-12));
        }
    }
}
