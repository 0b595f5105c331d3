package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.score.Measure;
import dev.kith.score.Outcomes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What measures say of themselves: names, which way is better, which differences matter. */
class MeasureMeaningTest {
    @Test
    void everyMeasureIsFoundByItsName() {
        for (Measure measure : Measure.values()) {
            assertThat(Measure.named(measure.key())).isEqualTo(measure);
            assertThat(measure.explanation()).isNotBlank();
        }
        assertThat(Measure.EXPLAINED_VARIANCE.explanation()).isEqualTo("1 - nmse: 1 is perfect");
    }

    @Test
    void higherIsBetterForFourOnly() {
        for (Measure measure : Measure.values()) {
            boolean higher = List.of(
                            Measure.EXPLAINED_VARIANCE,
                            Measure.EXPLAINED_DEVIANCE,
                            Measure.AUC,
                            Measure.AVERAGE_PRECISION)
                    .contains(measure);
            assertThat(measure.higherIsBetter()).as(measure.key()).isEqualTo(higher);
            assertThat(measure.cost(0.3)).as(measure.key()).isEqualTo(higher ? 0.7 : 0.3, within(1e-15));
        }
    }

    @Test
    void onlyRelativeErrorsAreOfNumbersAndOfClasses() {
        for (Measure measure : Measure.values()) {
            assertThat(measure.ofClasses() && measure.ofNumbers())
                    .as(measure.key())
                    .isEqualTo(measure.equals(Measure.RELATIVE_ERROR));
            assertThat(measure.ofClasses() || measure.ofNumbers())
                    .as(measure.key())
                    .isTrue();
        }
        assertThat(Measure.MAE.ofClasses()).isFalse();
        assertThat(Measure.AUC.ofClasses()).isTrue();
    }

    /** A share of rows of 0.02 has a margin of 0.001 rather than 0.0002; a squared error has none but its percent. */
    @Test
    void smallSharesHaveAMarginOfTheirOwn() {
        for (Measure share : List.of(Measure.ERROR, Measure.AUC, Measure.AVERAGE_PRECISION)) {
            assertThat(share.margin(0.02)).isEqualTo(0.001);
            assertThat(share.margin(0.5)).isEqualTo(0.005);
            assertThat(share.marginWords()).isEqualTo("1% of the error alone or 0.001");
        }
        assertThat(Measure.MSE.margin(0.02)).isEqualTo(0.0002);
        assertThat(Measure.MSE.marginWords()).isEqualTo("1% of the error alone");
    }

    @Test
    void differencesComeFromAllRowsOrThoseOfTheRarerClass() {
        Outcomes outcomes = Outcomes.of(
                new double[] {1, -1, 1, -1, -1}, new double[] {1, 1, 1, 1, 1}, new double[] {1, 1, 1, 1, 1});
        assertThat(Measure.ERROR.deciding(outcomes)).isEqualTo(5);
        assertThat(Measure.AUC.deciding(outcomes)).isEqualTo(2);
        Outcomes mostly = Outcomes.of(new double[] {1, 1, 1, -1}, new double[] {1, 1, 1, 1}, new double[] {1, 1, 1, 1});
        assertThat(Measure.AUC.deciding(mostly)).isEqualTo(1);
    }

    @Test
    void rankingsAreNoMeanOverRows() {
        assertThat(Measure.AUC.loss(1, 0.5)).isNaN();
        assertThat(Measure.MAE.loss(1, 0.5)).isEqualTo(0.5);
        assertThat(Measure.ERROR.loss(-1, 0)).as("0 counts as +1").isEqualTo(1);
        assertThat(Measure.ERROR.loss(1, 0)).isZero();
    }

    @Test
    void nothingIsMeasuredWithoutWeight() {
        Outcomes none = Outcomes.of(new double[] {1, 2}, new double[] {1, 1}, new double[] {0, 0});
        for (Measure measure : Measure.values()) {
            assertThat(measure.of(none)).as(measure.key()).isEmpty();
        }
    }

    /** Labels without weight do not make a variance: 3 and 3 are equal whatever the third is. */
    @Test
    void equalLabelsHaveNoVarianceWhateverTheirWeight() {
        Outcomes equal = Outcomes.of(new double[] {3, 3, 8}, new double[] {1, 2, 3}, new double[] {0.3, 0.1, 0});
        assertThat(equal.variance()).isZero();
        assertThat(Measure.NMSE.of(equal)).isEmpty();
        Outcomes other = Outcomes.of(new double[] {3, 5, 8}, new double[] {1, 2, 3}, new double[] {1, 1, 0});
        assertThat(other.variance()).isEqualTo(1);
    }
}
