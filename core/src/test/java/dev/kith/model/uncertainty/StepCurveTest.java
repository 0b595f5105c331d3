package dev.kith.model.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.file.codec.InputsCodec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Curves and tables of errors: values by hand, ranges, equality. */
class StepCurveTest {
    private static final StepCurve CURVE = new StepCurve(new double[] {-1, 1, 2}, new double[] {0, 0.5, 1});

    @ParameterizedTest
    @CsvSource({"-5,0", "-1,0", "-0.5,0.125", "0,0.25", "1,0.5", "1.5,0.75", "1.75,0.875", "2,1", "9,1"})
    void isStraightBetweenPointsAndConstantBeyondThem(double place, double value) {
        assertThat(CURVE.at(place)).isCloseTo(value, within(1e-15));
    }

    @Test
    void onePointIsAConstant() {
        StepCurve one = new StepCurve(new double[] {3}, new double[] {0.25});
        assertThat(one.at(0)).isEqualTo(0.25);
        assertThat(one.at(3)).isEqualTo(0.25);
        assertThat(one.at(7)).isEqualTo(0.25);
    }

    @Test
    void placesAscendAndValuesNeverFall() {
        double[] two = {0, 1};
        assertThatThrownBy(() -> new StepCurve(new double[0], new double[0]))
                .hasMessage("a curve must have as many values as places, at least one, got 0 and 0");
        assertThatThrownBy(() -> new StepCurve(two, new double[] {0}))
                .hasMessage("a curve must have as many values as places, at least one, got 1 and 2");
        assertThatThrownBy(() -> new StepCurve(new double[] {0, 0}, two))
                .hasMessage("places of a curve must be finite and ascend, got 0.0");
        assertThatThrownBy(() -> new StepCurve(new double[] {0, Double.POSITIVE_INFINITY}, two))
                .hasMessage("places of a curve must be finite and ascend, got Infinity");
        assertThatThrownBy(() -> new StepCurve(new double[] {Double.NEGATIVE_INFINITY, 0}, two))
                .hasMessage("places of a curve must be finite and ascend, got -Infinity");
        assertThatThrownBy(() -> new StepCurve(two, new double[] {0.5, 0.4}))
                .hasMessage("values of a curve must ascend from 0 to 1, got 0.4");
        assertThatThrownBy(() -> new StepCurve(two, new double[] {-0.1, 0.4}))
                .hasMessage("values of a curve must ascend from 0 to 1, got -0.1");
        assertThatThrownBy(() -> new StepCurve(two, new double[] {0.5, 1.1}))
                .hasMessage("values of a curve must ascend from 0 to 1, got 1.1");
    }

    @Test
    void curvesAreEqualWhereAllPointsAre() {
        assertThat(CURVE)
                .isEqualTo(new StepCurve(CURVE.places(), CURVE.values()))
                .hasSameHashCodeAs(new StepCurve(CURVE.places(), CURVE.values()))
                .hasToString("StepCurve[3 points]")
                .isNotEqualTo(new StepCurve(CURVE.places(), new double[] {0, 0.5, 0.9}))
                .isNotEqualTo(new StepCurve(new double[] {-1, 1, 3}, CURVE.values()));
    }

    @Test
    void tablesOfErrorsAreEqualWhereAllSizesAre() {
        ErrorTable table = ErrorTable.of(2, 1);
        assertThat(table)
                .isEqualTo(ErrorTable.of(1, 2))
                .hasSameHashCodeAs(ErrorTable.of(1, 2))
                .hasToString("ErrorTable[2 sizes]")
                .isNotEqualTo(ErrorTable.of(1, 3))
                .isNotEqualTo(new ErrorTable(3, 1, 2));
        assertThatThrownBy(() -> new ErrorTable(1, 1, 2))
                .hasMessage("a table of errors must keep 1 to 1 of its 1 sizes, got 2");
        assertThatThrownBy(() -> new ErrorTable(1)).hasMessageEndingWith("got 0");
        assertThat(new ErrorTable(0).count()).isZero();
        assertThatThrownBy(() -> new ErrorTable(2, 2, 1))
                .hasMessage("sizes of errors must be finite, >= 0 and ascending, got 1.0");
        assertThatThrownBy(() -> new ErrorTable(1, Double.POSITIVE_INFINITY)).hasMessageEndingWith("got Infinity");
        assertThat(new ErrorTable(2, 0, 0).kept()).containsExactly(0, 0);
        for (double level : new double[] {0, 1, Double.NaN}) {
            assertThatThrownBy(() -> ErrorTable.bound(level, List.of(table)))
                    .hasMessage("level must be a number > 0 and < 1, got " + level);
        }
        // of three exchangeable sizes the next is at most the largest with probability 3/4, and no bound holds above
        // that
        assertThat(ErrorTable.bound(0.75, List.of(ErrorTable.of(1, 2, 3)))).isEqualTo(3);
        assertThat(ErrorTable.bound(0.76, List.of(ErrorTable.of(1, 2, 3)))).isInfinite();
    }

    @Test
    void startsAscendFromZeroToTheEnd() {
        InputsCodec.requireStarts("s", new int[] {0, 2, 2, 3}, 3);
        InputsCodec.requireStarts("s", new int[] {0}, 0);
        for (int[] starts : new int[][] {{}, {1, 3}, {0, 2}, {0, 4, 3}, {0, 2, 1, 3}, {0, 3, 4}}) {
            assertThatThrownBy(() -> InputsCodec.requireStarts("s", starts, 3))
                    .isInstanceOf(DataException.class)
                    .hasMessage("starts of 's' must ascend from 0 to 3");
        }
    }
}
