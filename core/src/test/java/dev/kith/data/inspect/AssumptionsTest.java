package dev.kith.data.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.linalg.Matrix;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was assumed is said with the option that says otherwise; what was asked for is not said. */
class AssumptionsTest {
    private static Dataset data(int features, double... labels) {
        return Dataset.ofLong(
                new DenseInputs(Matrix.zeros(labels.length, features), Names.numbered("x", features)),
                List.of("a"),
                new int[labels.length],
                labels);
    }

    @Test
    void everyLineNamesItsOption() {
        Dataset numbers = data(8, -2, 1.5, 3);
        assertThat(Assumptions.none()
                        .withFeatures(numbers)
                        .withLoss("squared", numbers)
                        .withRandomFolds("5-fold cross-validation")
                        .text())
                .containsExactly(
                        "Assumed:",
                        "  features  all 8 other columns: x1, x2, x3, x4, x5, x6 and 2 more  (--features, --drop)",
                        "  loss      squared, as labels are numbers from -2 to 3  (--loss)",
                        "  held out  rows at random, 5-fold cross-validation  (--time, --hold-out-by)");
    }

    @Test
    void oneColumnIsTheOnlyOne() {
        assertThat(Assumptions.none().withFeatures(data(1, 1, 2)).text())
                .containsExactly("Assumed:", "  features  the only other column: x1  (--features, --drop)");
    }

    @Test
    void classesAreNamed() {
        Dataset classes = data(1, 0, 1, 1).asClasses();
        assertThat(Assumptions.none().withLoss("logistic", classes).byName())
                .containsExactly(
                        java.util.Map.entry("Assumed loss", "logistic, as labels are the classes 0 and 1 (--loss)"));
    }

    @Test
    void nothingAssumedIsNothingSaid() {
        assertThat(Assumptions.none().text()).isEmpty();
        assertThat(Assumptions.none().byName()).isEmpty();
    }
}
