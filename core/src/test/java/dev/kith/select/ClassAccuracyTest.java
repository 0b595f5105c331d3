package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassAccuracyTest {
    private static final List<String> CLASSES = List.of("oak", "ash", "elm");

    /** Rows of classes ash, ash, oak, elm. */
    private static Dataset trees() {
        Matrix labels = Matrix.of(new double[][] {{-1, 1, -1}, {-1, 1, -1}, {1, -1, -1}, {-1, -1, 1}});
        return Dataset.ofWide(DenseInputs.of(Matrix.zeros(4, 1)), CLASSES, labels);
    }

    @Test
    void theLargestDecisionIsTheAnswer() {
        ClassAccuracy accuracy = ClassAccuracy.of(
                        trees(), -1, 2, 0, /* wrong */ 3, 1, -1, /* all no, but least so */ -1, -2, -3, 0, 0, 0.5)
                .orElseThrow();
        assertThat(accuracy).isEqualTo(new ClassAccuracy(4, 3, "ash", 2));
        assertThat(accuracy.accuracy()).isEqualTo(0.75);
        assertThat(accuracy.majorityAccuracy()).isEqualTo(0.5);
    }

    @Test
    void rowsThatWereNotHeldOutDoNotCount() {
        double no = Double.NaN;
        assertThat(ClassAccuracy.of(trees(), no, no, no, no, no, no, 1, 0, 0, 0, 0, 1))
                .contains(new ClassAccuracy(2, 2, "oak", 1));
        assertThat(ClassAccuracy.of(trees(), no, no, no, no, no, no, no, no, no, no, no, no))
                .isEmpty();
    }
}
