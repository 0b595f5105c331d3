package dev.kith.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.Solver;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Training;
import dev.kith.structure.penalty.Barrier;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which solver goes with which method, and which setting with which solver. */
class SolverParametersTest {
    @ParameterizedTest
    @CsvSource({
        "mtfl, auto",
        "mtfl, proximal",
        "mtfl, descent",
        "sparse, descent",
        "cluster, alternating",
        "sparse, proximal",
        "sparse, alternating",
        "sparse, splitting"
    })
    void methodsHaveTheirSolvers(String method, String solver) {
        assertThat(trainer(method, Map.of("solver", solver)).solver().name()).isEqualToIgnoringCase(solver);
    }

    @Test
    void theSettingsOfSolversThatAlternateReachTheTrainer() {
        ConvexTrainer trainer =
                trainer("mtfl", Map.of("solver", "alternating", "barrier", "0.1:0.01:0.5", "stop", "0.001"));
        assertThat(trainer.barrier()).isEqualTo(new Barrier(0.1, 0.01, 0.5, 0.001));
        assertThat(trainer("stl", Map.of()).solver()).isEqualTo(Solver.AUTO);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mtfl | solver | splitting | solver must be auto, proximal, alternating or descent with method 'mtfl', got 'splitting'",
                "sparse | solver | slow | solver must be auto, proximal, alternating, descent or splitting with method 'sparse', got 'slow'",
                "mtfl | stop | 0.1 | stop is for solvers that alternate (--solver alternating or descent), got it with 'auto'",
                "sparse | stop | 0.1 | stop is for solvers that alternate (--solver alternating, descent or splitting), got it with 'auto'",
                "mtfl | barrier | 0.1 | barrier is for solvers that alternate (--solver alternating or descent), got it with 'auto'"
            })
    void whatDoesNotGoTogetherIsRefused(String method, String parameter, String value, String message) {
        assertThatThrownBy(() -> trainer(method, Map.of(parameter, value)))
                .isInstanceOf(SettingException.class)
                .hasMessage(message);
    }

    private static ConvexTrainer trainer(String name, Map<String, String> given) {
        Method method = Methods.named(name);
        Setup setup = new Setup(
                TaskLosses.all(Losses.squared()),
                new Linear(),
                Training.defaults(),
                Approximation.AUTO,
                method.settings(given));
        return (ConvexTrainer) method.trainer(setup, 0.1);
    }
}
