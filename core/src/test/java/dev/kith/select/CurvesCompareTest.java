package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.method.Method;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Curves are compared unasked where tables are small, and only as long as they make the labels likelier than lines do. */
class CurvesCompareTest {
    private static final String CURVES = "mean-gaussian";

    private static Dataset rows(int size, boolean curved) {
        SplittableRandom random = new SplittableRandom(4);
        Matrix x = Matrix.zeros(size, 1);
        double[] y = new double[size];
        int[] task = new int[size];
        for (int i = 0; i < size; i++) {
            double at = random.nextDouble();
            task[i] = i % 3;
            x.set(i, 0, at);
            y[i] = task[i] + (curved ? Math.sin(7 * at) : at) + 0.1 * random.nextGaussian();
        }
        return Dataset.ofLong(DenseInputs.of(x), List.of("a", "b", "c"), task, y);
    }

    @Test
    void curvesWinWhereThereAreCurves() {
        Comparison found = Compare.on(rows(90, true)).folds(3).threads(1).run();
        assertThat(found.refused()).doesNotContainKey(CURVES);
        assertThat(found.winner().name()).isIn(CURVES, "ensemble");
        assertThat(found.methods()).anySatisfy(method -> {
            assertThat(method.name()).isEqualTo(CURVES);
            assertThat(method.method().label()).isEqualTo("mean-gaussian (mean, Gaussian kernel)");
        });
    }

    @Test
    void whereLinesDoTheyAreLeftOutAndNamed() {
        Comparison found = Compare.on(rows(90, false)).folds(3).threads(1).run();
        assertThat(found.refused()).containsEntry(CURVES, "lines make the labels as likely as curves do");
    }

    @Test
    void manyLabelsAndClassesAreNotAsked() {
        assertThat(Compare.on(rows(2_001, true)).compared())
                .extracting(Method::name)
                .doesNotContain(CURVES);
        assertThat(Compare.on(rows(2_000, true)).compared())
                .extracting(Method::name)
                .contains(CURVES);
        assertThat(Compare.on(rows(90, true)).loss(Losses.absolute()).compared())
                .extracting(Method::name)
                .doesNotContain(CURVES);
    }

    @Test
    void itsSettingsAreChosenByTheEvidence() {
        Choice choice = Search.on(rows(90, true)).method(CURVES).choose();
        assertThat(choice.by()).containsEntry("lambda", "evidence").containsEntry("width", "evidence");
        assertThat(choice.kernel().spec()).startsWith("gaussian:");
    }
}
