package dev.kith.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.Standardizer.TargetScale;
import dev.kith.model.Training.Weighting;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrainingTest {
    private static final Training USUAL = Training.defaults();

    /** The names of the parts that differ from the usual ones. */
    private static List<String> changed(Training other) throws ReflectiveOperationException {
        List<String> names = new ArrayList<>();
        for (RecordComponent part : Training.class.getRecordComponents()) {
            if (!part.getAccessor().invoke(USUAL).equals(part.getAccessor().invoke(other))) {
                names.add(part.getName());
            }
        }
        return names;
    }

    @Test
    void oneThingIsChangedAtATime() throws ReflectiveOperationException {
        assertThat(changed(USUAL.withIntercept(false))).containsExactly("intercept");
        assertThat(changed(USUAL.withScaling(false, TargetScale.TASK))).containsExactly("standardize", "targetScale");
        assertThat(changed(USUAL.withWeighting(Weighting.OBSERVATION))).containsExactly("weighting");
        assertThat(changed(USUAL.withStopping(0.1, 7))).containsExactly("tolerance", "maxIterations");
        assertThat(changed(USUAL.withSeed(3))).containsExactly("seed");
        assertThat(changed(USUAL.withThreads(3))).containsExactly("threads");
        assertThat(USUAL.withStopping(0.1, 7).withThreads(3).tolerance()).isEqualTo(0.1);
    }

    @Test
    void nonsenseIsRefusedByName() {
        for (double tolerance : new double[] {Double.NaN, 0, 1, -1}) {
            assertThatThrownBy(() -> USUAL.withStopping(tolerance, 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("tolerance must be a number between 0 and 1, got " + tolerance);
        }
        assertThatThrownBy(() -> USUAL.withStopping(0.1, 0))
                .hasMessage("maxIterations must be a whole number >= 1, got 0");
        assertThatThrownBy(() -> USUAL.withThreads(0)).hasMessage("threads must be a whole number >= 1, got 0");
    }
}
