package dev.kith.select.grid;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A path of lambdas ends when two decades in a row get worse, or bring next to nothing after something was gained. */
class PathEndTest {
    /** How many errors of a path are asked for. */
    private static int followed(double... errors) {
        PathEnd end = new PathEnd();
        for (int i = 0; i < errors.length; i++) {
            if (end.reached(errors[i])) {
                return i + 1;
            }
        }
        return errors.length;
    }

    @Test
    void twoDecadesThatGainNextToNothingEndIt() {
        assertThat(followed(1, 0.5, 0.4, 0.3999, 0.3998, 0.3997, 0.3996)).isEqualTo(5);
        assertThat(followed(-1, -2, -2.001, -2.002, -3)).as("errors below 0").isEqualTo(4);
    }

    @Test
    void oneSuchDecadeDoesNot() {
        assertThat(followed(1, 0.5, 0.4999, 0.4, 0.3999, 0.3, 0.2)).isEqualTo(7);
    }

    /** Each of two decades gains 0.15%, which is little; both together gain more than 0.2%. */
    @Test
    void smallGainsAddUp() {
        assertThat(followed(1, 0.5, 0.49925, 0.4985, 0.49775, 0.497)).isEqualTo(6);
    }

    @Test
    void aPlateauBeforeAnythingWasGainedIsCrossed() {
        assertThat(followed(1, 1, 0.9999, 0.9999, 0.9998, 0.5, 0.4)).isEqualTo(7);
    }

    @Test
    void twoThatAreClearlyWorseEndItWhetherAnythingWasGainedOrNot() {
        assertThat(followed(1, 1.02, 1.02, 0.1)).isEqualTo(3);
        assertThat(followed(1, 1.02, 1, 1.02, 0.1)).isEqualTo(5);
    }

    @Test
    void whatCannotBeJudgedCountsAsWorse() {
        assertThat(followed(1, Double.NaN, Double.POSITIVE_INFINITY, 0.1)).isEqualTo(3);
        assertThat(followed(Double.NaN, 1, 0.5, 0.4))
                .as("one alone ends nothing")
                .isEqualTo(4);
    }
}
