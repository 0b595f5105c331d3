package dev.kith.select.grid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.model.Training;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LambdaGridTest {
    /** Two tasks of four observations, three features. */
    private static final Dataset DATA = Dataset.ofLong(
            DenseInputs.of(Matrix.of(
                    new double[] {1, 0, 2},
                    new double[] {3, 1, 0},
                    new double[] {0, 5, 1},
                    new double[] {1, 2, 2},
                    new double[] {4, 0, 1},
                    new double[] {2, 2, 2},
                    new double[] {0, 1, 7},
                    new double[] {1, 1, 0})),
            List.of("a", "b"),
            new int[] {0, 0, 0, 0, 1, 1, 1, 1},
            new double[] {1, 2, 3, 4, 5, 6, 7, 8});

    @Test
    void aValueADecadeAroundTheMeanOfTheKernel() {
        Training tasks = Training.defaults().withWeighting(Training.Weighting.TASK);
        assertThat(LambdaGrid.decades(DATA, new Linear(), tasks))
                .as("three standardised features")
                .containsExactly(30, 3, 0.3, 0.03, 0.003, 3e-4, 3e-5, 3e-6, 3e-7);
        assertThat(LambdaGrid.decades(DATA, new Gaussian(1), tasks)[0]).isEqualTo(10);
        // squares of the rows: 5 10 26 9 17 12 50 2, their mean 131 / 8
        assertThat(LambdaGrid.decades(DATA, new Linear(), tasks.withScaling(false, TargetScale.ALL))[0])
                .isEqualTo(160);
    }

    @Test
    void timesTheObservationsOfATaskWhereEachCountsOne() {
        Training each = Training.defaults().withWeighting(Training.Weighting.OBSERVATION);
        assertThat(LambdaGrid.decades(DATA, new Gaussian(1), each)[0]).isEqualTo(40);
        assertThat(LambdaGrid.decades(DATA.select(0), new Gaussian(1), each)[0])
                .as("never less than one")
                .isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({"0.12345,0.12", "99.6,100", "1,1", "0.0996,0.1", "1234567,1200000", "3.14e-9,3.1e-9"})
    void valuesHaveTwoDigits(double value, double rounded) {
        assertThat(LambdaGrid.rounded(value)).isEqualTo(rounded);
    }
}
