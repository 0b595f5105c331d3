package dev.kith.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Standardizer.TargetScale;
import dev.kith.experiments.StructuredTasks.Design;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.score.Measure;
import dev.kith.structure.Relations;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StructuredTasksTest {
    @ParameterizedTest
    @EnumSource(Design.class)
    void hasTheDensityAskedForAndIsPositive(Design design) {
        for (double density : new double[] {0.1, 0.3, 0.5, 1}) {
            StructuredTasks drawn = StructuredTasks.draw(design, 20, density, 7);
            assertThat(drawn.density()).isCloseTo(density, within(0.03));
            assertThat(LinearAlgebra.best().eigenvalues(drawn.sparse())[0]).isGreaterThan(-1e-12);
            assertThat(LinearAlgebra.best().eigenvalues(drawn.used())[0]).isPositive();
            assertThat(drawn.used().data()).as("corrupted everywhere").doesNotContain(0);
        }
    }

    @Test
    void onlyTheShiftedDesignHasAUnitDiagonal() {
        for (double own :
                StructuredTasks.draw(Design.SHIFTED, 10, 0.2, 7).sparse().diagonal()) {
            assertThat(own).isCloseTo(1, within(1e-12));
        }
        assertThat(Arrays.stream(StructuredTasks.draw(Design.GRAM, 10, 0.2, 7)
                                .sparse()
                                .diagonal())
                        .distinct())
                .hasSizeGreaterThan(5);
    }

    /** In a Gram matrix there is something to know: tasks differ in size. */
    @Test
    void knowingTheCorruptedMatrixBeatsKnowingNothing() {
        double known = 0;
        double alone = 0;
        for (int r = 0; r < 5; r++) {
            StructuredTasks drawn = StructuredTasks.draw(Design.GRAM, 10, 0.1, r);
            known += error(drawn, ConvexMethod.of("GT", Relations.metric(drawn.definite(drawn.used()))));
            alone += error(drawn, ConvexMethod.stl());
        }
        assertThat(known).isLessThan(0.97 * alone);
    }

    private static double error(StructuredTasks drawn, ConvexMethod method) {
        return ConvexMethod.scores(Measure.NMSE, method.tuned(drawn.train(), TargetScale.ALL, 1), drawn.test())
                .mean()
                .orElseThrow();
    }
}
