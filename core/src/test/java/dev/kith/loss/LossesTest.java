package dev.kith.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LossesTest {
    @ParameterizedTest
    @CsvSource({"squared,false,2", "absolute,false,Infinity", "hinge,true,Infinity", "logistic,true,0.25"})
    void everyNameIsALoss(String name, boolean classification, double curvature) {
        Loss loss = Losses.parse(name);
        assertThat(loss.name()).isEqualTo(name);
        assertThat(loss.classification()).isEqualTo(classification);
        assertThat(loss.curvature()).isEqualTo(curvature);
    }

    @Test
    void otherNamesAreRefusedWithTheNamesThereAre() {
        assertThat(Losses.names()).containsExactly("squared", "absolute", "hinge", "logistic", "huber");
        assertThatThrownBy(() -> Losses.parse("Hinge"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("loss must be one of squared, absolute, hinge, logistic, huber, got 'Hinge'");
    }
}
