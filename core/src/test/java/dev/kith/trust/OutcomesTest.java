package dev.kith.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import dev.kith.model.uncertainty.ErrorTable;
import dev.kith.model.uncertainty.HeldOutErrors;
import dev.kith.numeric.StudentT;
import dev.kith.score.Interval;
import dev.kith.score.Measure;
import dev.kith.score.Outcomes;
import dev.kith.score.Scores;
import dev.kith.score.Verdict;
import dev.kith.trust.spread.Conformal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Outcomes, scores and intervals with values by hand. */
class OutcomesTest {
    private static final double[] ONE = {1};

    private static Dataset data() {
        return Dataset.ofLong(
                DenseInputs.of(Matrix.zeros(5, 1)), List.of("a", "b", "c"), new int[] {0, 1, 0, 1, 0}, new double[] {
                    1, 2, 3, 4, 5
                });
    }

    @Test
    void everyOutcomeIsANumberWithAWeight() {
        assertThatThrownBy(() -> Outcomes.of(ONE, new double[2], ONE))
                .hasMessage("labels, predictions and weights must have equal lengths, got 1, 2, 1");
        assertThatThrownBy(() -> Outcomes.of(ONE, ONE, new double[0]))
                .hasMessage("labels, predictions and weights must have equal lengths, got 1, 1, 0");
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> Outcomes.of(new double[] {bad}, ONE, ONE))
                    .hasMessage("observation 0: label and prediction must be finite, got " + bad + " and 1.0");
            assertThatThrownBy(() -> Outcomes.of(ONE, new double[] {bad}, ONE))
                    .hasMessage("observation 0: label and prediction must be finite, got 1.0 and " + bad);
            assertThatThrownBy(() -> Outcomes.of(ONE, ONE, new double[] {bad}))
                    .hasMessage("observation 0: weight must be a finite number >= 0, got " + bad);
        }
        assertThatThrownBy(() -> Outcomes.of(ONE, ONE, new double[] {-1}))
                .hasMessage("observation 0: weight must be a finite number >= 0, got -1.0");
        assertThat(Outcomes.of(ONE, ONE, new double[] {0}).totalWeight()).isZero();
    }

    @Test
    void theVarianceIsWeightedAndZeroForEqualLabels() {
        double[] y = {1, 4, 100};
        assertThat(Outcomes.of(y, y, new double[] {2, 1, 0}).variance()).isCloseTo(2, within(1e-15));
        double[] same = {0.1, 0.1, 7};
        assertThat(Outcomes.of(same, same, new double[] {1, 2, 0}).variance()).isZero();
        assertThat(Outcomes.of(y, y, new double[] {2, 1, 0}).totalWeight()).isEqualTo(3);
        assertThat(Outcomes.of(y, y, new double[] {1, 1, 1})
                        .reweighted(new double[] {0, 0, 1})
                        .totalWeight())
                .isEqualTo(1);
    }

    @Test
    void scoresAreByTaskAndOverallWithoutWhatWasNeverHeldOut() {
        Scores scores = Scores.of(Measure.MSE, data(), 1, Double.NaN, 5, 6, 5);
        assertThat(scores.perTask())
                .containsExactly(OptionalDouble.of(4.0 / 3), OptionalDouble.of(4), OptionalDouble.empty());
        assertThat(scores.overall()).hasValue(2);
        assertThat(scores.mean()).hasValueCloseTo(8.0 / 3, within(1e-15));
        assertThat(scores.undefined()).isEqualTo(1);
        assertThatThrownBy(() -> Scores.of(Measure.MSE, data(), 1, 2))
                .hasMessage("predictions must be one for each of the 5 observations, got 2");
    }

    @Test
    void anIntervalDecidesWhereItLeavesZeroOut() {
        assertThat(Interval.around(2, 1)).isEqualTo(new Interval(2, 1, 3));
        assertThat(Interval.around(2, 1).verdict(0)).hasToString("share");
        assertThat(Interval.around(-2, 1).verdict(0)).hasToString("isolate");
        assertThat(Interval.around(2, 2).verdict(0)).isEqualTo(Verdict.UNCLEAR);
        assertThat(Interval.around(-2, 2).verdict(0)).isEqualTo(Verdict.UNCLEAR);
        assertThat(Interval.around(2, 1).verdict(3)).isEqualTo(Verdict.SAME);
        assertThat(Interval.around(2, 1).verdict(2.9)).isEqualTo(Verdict.SHARE);
        assertThat(Interval.around(2, Double.NaN))
                .isEqualTo(new Interval(2, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY));
    }

    /** The jackknife of a mean is the usual standard error; with fewer than two units there is none. */
    @Test
    void theJackknifeOfAMeanIsItsStandardError() {
        double[] x = {1, 4, 4, 7, 9};
        Interval interval = Interval.jackknife(new int[] {0, 1, 2, 3, 4}, 5, 0.9, keep -> mean(x, keep));
        double variance = Arrays.stream(x).map(v -> (v - 5) * (v - 5)).sum() / 4;
        double half = StudentT.twoSided(0.9, 4) * Math.sqrt(variance / 5);
        assertThat(interval.estimate()).isEqualTo(5);
        assertThat(interval.high() - 5).isCloseTo(half, within(1e-12));
        assertThat(5 - interval.low()).isCloseTo(half, within(1e-12));
        assertThat(Interval.jackknife(new int[5], 1, 0.9, keep -> mean(x, keep)).low())
                .isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void manyUnitsAreLeftOutInTwoHundredBlocks() {
        int[] unit = IntStream.range(0, 1000).toArray();
        int[] calls = {0};
        Interval.jackknife(unit, 1000, 0.9, keep -> {
            calls[0]++;
            assertThat(Arrays.stream(keep).sum()).isIn(1000.0, 995.0);
            return calls[0];
        });
        assertThat(calls[0]).isEqualTo(201);
    }

    private static double mean(double[] x, double[] keep) {
        double sum = 0;
        double count = 0;
        for (int i = 0; i < x.length; i++) {
            sum += keep[i] * x[i];
            count += keep[i];
        }
        return sum / count;
    }

    private static HeldOutErrors errors(ErrorTable joint) {
        return new HeldOutErrors(
                Matrix.of(new double[] {1, 10}), List.of(ErrorTable.of(1, 2, 3), ErrorTable.of(2)), joint);
    }

    @Test
    void widthsAreThoseOfTheTask() {
        Intervals intervals = Intervals.conformal(errors(ErrorTable.of()), Optional.empty(), 0.75);
        assertThat(intervals.halfWidths(DenseInputs.of(Matrix.zeros(2, 1))))
                .isEqualTo(Matrix.of(new double[] {3, 30}, new double[] {3, 30}));
        assertThat(intervals.halfWidths(DenseInputs.of(Matrix.zeros(3, 1)), new int[] {1, 0, 1}))
                .containsExactly(30, 3, 30);
        assertThat(Intervals.jointConformal(errors(ErrorTable.of(5)), 0.5)
                        .halfWidths(DenseInputs.of(Matrix.zeros(1, 1)), new int[] {0, 1}))
                .containsExactly(5, 50);
    }

    @Test
    void tooFewErrorsForTheLevelAreSaid() {
        assertThatThrownBy(() -> Intervals.conformal(errors(ErrorTable.of()), Optional.empty(), 0.9))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "an interval at level 0.9 needs more held-out labels than the 4 the model was calibrated on;"
                                + " ask for a smaller level");
        assertThatThrownBy(() -> Intervals.jointConformal(errors(ErrorTable.of(5)), 0.9))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "joint intervals at level 0.9 need 9 rows with labels of all tasks, the model was calibrated"
                                + " on 1");
        assertThat(Conformal.possible(errors(ErrorTable.of(5)), 0.5, true)).isTrue();
        assertThat(Conformal.possible(errors(ErrorTable.of(5)), 0.6, true)).isFalse();
        assertThat(Conformal.possible(errors(ErrorTable.of()), 0.75, false)).isTrue();
        assertThat(Conformal.possible(errors(ErrorTable.of()), 0.9, false)).isFalse();
    }

    @Test
    void aTaskHasEnoughErrorsWhereTenAreExpectedAbove() {
        HeldOutErrors many = new HeldOutErrors(
                Matrix.of(new double[] {1, 1}),
                List.of(ErrorTable.of(new double[100]), ErrorTable.of(new double[99])),
                ErrorTable.of());
        assertThat(Conformal.enough(many, 0.9, 0)).isTrue();
        assertThat(Conformal.enough(many, 0.9, 1)).isFalse();
    }

    @Test
    void levelsAndDegreesOfFreedomAreChecked() {
        for (double level : new double[] {0, 1, Double.NaN}) {
            assertThatThrownBy(() -> StudentT.twoSided(level, 3))
                    .hasMessage("level must be between 0 and 1 and df > 0, got " + level + " and 3.0");
        }
        assertThatThrownBy(() -> StudentT.twoSided(0.5, 0))
                .hasMessage("level must be between 0 and 1 and df > 0, got 0.5 and 0.0");
        // one degree of freedom is the Cauchy distribution: half lies within 1
        assertThat(StudentT.twoSided(0.5, 1)).isCloseTo(1, within(1e-14));
        assertThat(StudentT.twoSided(0.9, 1)).isCloseTo(Math.tan(0.45 * Math.PI), within(1e-11));
        // two: x / sqrt(2 + x^2)
        assertThat(StudentT.inside(3, 2)).isCloseTo(3 / Math.sqrt(11), within(1e-14));
        assertThat(StudentT.inside(0, 2)).isZero();
    }

    @Test
    void isotonicCurvesPoolNeighboursThatFall() {
        double[] x = {3, 1, 2, 2, 4};
        double[] y = {0.2, 0.1, 0.6, 0.2, 0.9};
        double[] w = {2, 1, 1, 1, 1};
        // at 2 the mean is 0.4, above the 0.2 at 3: together (0.6 + 0.2 + 0.4) / 4 = 0.3
        var curve = IsotonicFit.of(x, y, w);
        assertThat(curve.at(1)).isCloseTo(0.1, within(1e-15));
        assertThat(curve.at(2)).isCloseTo(0.3, within(1e-15));
        assertThat(curve.at(2.5)).isCloseTo(0.3, within(1e-15));
        assertThat(curve.at(3)).isCloseTo(0.3, within(1e-15));
        assertThat(curve.at(3.5)).isCloseTo(0.6, within(1e-15));
        assertThat(curve.at(9)).isCloseTo(0.9, within(1e-15));
    }
}
