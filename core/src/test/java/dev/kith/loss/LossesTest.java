package dev.kith.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LossesTest {
    @ParameterizedTest
    @CsvSource({
        "squared,false,2",
        "absolute,false,Infinity",
        "huber:1.5,false,2",
        "eps-insensitive:0.1,false,Infinity",
        "quantile:0.9,false,Infinity",
        "poisson,false,Infinity",
        "hinge,true,Infinity",
        "squared-hinge,true,2",
        "logistic,true,0.25"
    })
    void everyNameIsALoss(String name, boolean classification, double curvature) {
        Loss loss = Losses.parse(name);
        assertThat(loss.name()).isEqualTo(name);
        assertThat(loss.classification()).isEqualTo(classification);
        assertThat(loss.curvature()).isEqualTo(curvature);
    }

    @Test
    void otherNamesAreRefusedWithTheNamesThereAre() {
        assertThat(Losses.names())
                .containsExactly(
                        "squared",
                        "absolute",
                        "poisson",
                        "hinge",
                        "squared-hinge",
                        "logistic",
                        "softmax",
                        "multiclass-hinge",
                        "huber",
                        "eps-insensitive",
                        "quantile",
                        "pseudo-huber");
        assertThatThrownBy(() -> Losses.parse("Hinge"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "loss must be one of squared, absolute, poisson, hinge, squared-hinge, logistic, softmax, multiclass-hinge, huber, eps-insensitive,"
                                + " quantile, pseudo-huber, got 'Hinge'");
    }

    @Test
    void numbersLeftOutAreTheUsualOnes() {
        assertThat(Losses.parse("huber")).isEqualTo(Losses.huber(1));
        assertThat(Losses.parse("eps-insensitive")).isEqualTo(Losses.insensitive(0.1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "huber:0 | delta of huber:DELTA must be a finite number > 0, got 0.0",
                "huber:NaN | delta of huber:DELTA must be a finite number > 0, got NaN",
                "huber:x | loss 'huber:x': what follows the colon must be a number, got 'x'",
                "eps-insensitive:-1 | eps of eps-insensitive:EPS must be a finite number >= 0, got -1.0",
                "quantile:1 | level of quantile:LEVEL must be a number > 0 and < 1, got 1.0",
                "quantile | loss 'quantile' must say which: quantile:0.5 is the median, quantile:0.9 exceeds nine labels in ten",
                "squared:2 | loss must be one of squared, absolute, poisson, hinge, squared-hinge, logistic, softmax, multiclass-hinge, huber, eps-insensitive, quantile, pseudo-huber, got 'squared:2'"
            })
    void wrongNumbersAreRefused(String name, String message) {
        assertThatThrownBy(() -> Losses.parse(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
