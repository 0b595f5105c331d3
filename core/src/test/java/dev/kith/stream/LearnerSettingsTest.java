package dev.kith.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.linalg.Matrix;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.TaskRelations;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LearnerSettingsTest {
    /** A value of every parameter that every learner which takes it accepts. */
    private static final Map<LearnerParameter, String> VALUES = Map.ofEntries(
            Map.entry(LearnerParameter.B, "2"),
            Map.entry(LearnerParameter.P, "3"),
            Map.entry(LearnerParameter.KERNEL, "gaussian:1"),
            Map.entry(LearnerParameter.BUDGET, "10"),
            Map.entry(LearnerParameter.AVERAGED, "true"),
            Map.entry(LearnerParameter.PASSIVE_AGGRESSIVE, "0.5"),
            Map.entry(LearnerParameter.SHARED_LOSS, "l2"),
            Map.entry(LearnerParameter.C, "2"),
            Map.entry(LearnerParameter.LOSS, "hinge"),
            Map.entry(LearnerParameter.RATE, "0.5"),
            Map.entry(LearnerParameter.ROOT, "true"),
            Map.entry(LearnerParameter.DIRECTIONS, "2"));

    @ParameterizedTest
    @EnumSource(LearnerKind.class)
    void everyLearnerIsMadeByItsNameAndTellsIt(LearnerKind kind) {
        OnlineLearner learner = LearnerSettings.of(kind.key()).make(3, 4, true);
        assertThat(learner.name()).isEqualTo(kind.key());
        assertThat(learner.tasks()).isEqualTo(3);
        assertThat(kind.meaning()).endsWith(".");
        assertThat(kind.parameters()).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(LearnerKind.class)
    void aSettingIsUsedOrRefused(LearnerKind kind) {
        for (LearnerParameter parameter : LearnerParameter.values()) {
            String value = VALUES.getOrDefault(parameter, "file");
            if (!kind.parameters().contains(parameter)) {
                assertThatThrownBy(() -> LearnerSettings.of(kind).with(parameter, value))
                        .isInstanceOf(LearnerException.class)
                        .hasMessage(parameter.key() + " has no effect with learner " + kind.key() + ": leave it out");
            } else if (parameter != LearnerParameter.INTERACTION) {
                assertThat(LearnerSettings.of(kind).with(parameter, value).values())
                        .containsOnlyKeys(parameter);
            }
        }
    }

    /** A setting that changed nothing would be one that does nothing. */
    @Test
    void everySettingChangesWhatIsPredicted() {
        changes("perceptron", "b", 0);
        changes("perceptron", "kernel", "gaussian:1");
        changes("perceptron", "averaged", true);
        changes("perceptron", "passive-aggressive", 0.1);
        changes("pnorm", "b", 0);
        changes("pnorm", "p", 2.5);
        changes("second-order", "b", 0);
        changes("second-order", "kernel", "gaussian:1");
        changes("second-order", "budget", 1);
        changes("pnorm", "root", true);
        changes("pnorm", "b", "auto");
        changes("second-order", "b", "auto");
        changes("second-order", "averaged", true);
        changes("matrix", "p", 1.5);
        changes("matrix", "p", 2);
        changes("matrix", "directions", 1);
        changes("matrix", "kernel", "gaussian:1");
        changes("matrix", "shared-loss", "l2");
        changes("adaptive", "b", 0);
        changes("adaptive", "loss", "hinge");
        changes("adaptive", "rate", 2);
        LearnerSettings shared = LearnerSettings.of("matrix").with("shared-loss", "L2");
        assertThat(trace(shared.with("C", 3))).isNotEqualTo(trace(shared));
        LearnerSettings kernel = LearnerSettings.of("perceptron").with("kernel", "gaussian:1");
        assertThat(trace(kernel.with("budget", 1))).isNotEqualTo(trace(kernel));
        assertThat(trace(kernel.with("averaged", true))).isNotEqualTo(trace(kernel));
        assertThat(trace(kernel.with("b", "auto"))).isNotEqualTo(trace(kernel));
        LearnerSettings matrix = LearnerSettings.of("matrix").with("kernel", "gaussian:1");
        assertThat(trace(matrix.with("budget", 1))).isNotEqualTo(trace(matrix));
    }

    private static void changes(String learner, String name, Object value) {
        LearnerSettings usual = LearnerSettings.of(learner);
        assertThat(trace(usual.with(name, value))).as(learner + " " + name).isNotEqualTo(trace(usual));
    }

    private static List<Double> trace(LearnerSettings settings) {
        OnlineLearner learner = settings.make(2, 3, true);
        List<Double> margins = new java.util.ArrayList<>();
        for (int n = 0; n < 40; n++) {
            double y = n % 3 == 0 ? 1 : -1;
            double[] x = {Math.cos(n) + y / 2, Math.sin(n), 0.5};
            double length = Math.sqrt(x[0] * x[0] + x[1] * x[1] + 0.25);
            margins.add(learner.learn(n % 2, Row.dense(x[0] / length, x[1] / length, x[2] / length), y));
        }
        return margins;
    }

    @Test
    void unknownNamesAndValuesOutOfRangeAreRefused() {
        assertThatThrownBy(() -> LearnerSettings.of("svm"))
                .hasMessage("learner must be perceptron, pnorm, second-order, matrix, adaptive or graph, got 'svm'");
        assertThatThrownBy(() -> LearnerSettings.of("perceptron").with("averagd", true))
                .hasMessage("unknown setting 'averagd'; did you mean 'averaged'?");
        assertThatThrownBy(() -> LearnerSettings.of("pnorm").with("p", "NaN"))
                .hasMessage("p must be pnorm: a number >= 2; matrix: a number >= 1, got 'NaN'");
        assertThatThrownBy(() -> LearnerSettings.of("perceptron").with("averaged", "maybe"))
                .hasMessage("averaged must be true or false, got 'maybe'");
        assertThatThrownBy(() -> LearnerSettings.of("matrix").with("shared-loss", "l3"))
                .hasMessage("shared-loss must be l1, l2 or linf, got 'l3'");
        assertThatThrownBy(() -> LearnerSettings.of("adaptive").with("loss", "squared"))
                .hasMessage("loss must be logistic or hinge, got 'squared'");
        assertThatThrownBy(() -> LearnerSettings.of("adaptive").with("rate", 0).make())
                .hasMessage("rate must be a finite number > 0, got 0.0");
        assertThatThrownBy(() -> LearnerSettings.of("second-order").with("budget", 2.5))
                .hasMessage("budget must be a whole number >= 1, got '2.5'");
        assertThatThrownBy(() -> LearnerSettings.of("matrix").with("p", 0.5).make(2, 2, true))
                .hasMessage("p of the matrix learner must be a number from 1 to 1000, got 0.5");
        assertThatThrownBy(
                        () -> LearnerSettings.of("adaptive").with("b", "auto").make())
                .hasMessage("b auto is for the learners with theorems, its steps would not be those of any b: give a"
                        + " number");
        assertThatThrownBy(() -> LearnerSettings.of("second-order")
                        .with("averaged", true)
                        .with("budget", 9)
                        .make())
                .hasMessage(
                        "averaged is the mean of all weights, whose rows budget would forget: leave one of them out");
        assertThatThrownBy(() -> LearnerSettings.of("matrix").with("budget", 9).make(2, 2, true))
                .hasMessage("budget has no effect without kernel: leave it out");
        assertThatThrownBy(() -> LearnerSettings.of("matrix").with("C", 2).make(2, 2, true))
                .hasMessage("C is the step of shared-loss: give that too");
        assertThatThrownBy(() -> LearnerSettings.of("matrix").make())
                .hasMessage("p, or tasks to choose it by, is needed for a stream whose tasks are not known beforehand");
    }

    /** A value with braces or percent signs comes out as it went in. */
    @Test
    void messagesCallSettingsAsAFrontEndDoes() {
        try {
            LearnerSettings.of("perceptron").with("b", "{p} %s").make();
            throw new AssertionError("must be refused");
        } catch (LearnerException e) {
            assertThat(e).hasMessage("b must be a number >= 0, auto or from:MODEL, got '{p} %s'");
            assertThat(e.told("--"::concat)).isEqualTo("--b must be a number >= 0, auto or from:MODEL, got '{p} %s'");
        }
        assertThat(LearnerParameter.C.help("--"::concat)).isEqualTo("The step of --shared-loss. Default: 1.");
        assertThat(LearnerParameter.C.help()).isEqualTo("The step of shared-loss. Default: 1.");
    }

    @Test
    void relationsNameTheirTasks() {
        NamedRelations relations = new NamedRelations(List.of("a", "b"), TaskRelations.of(Matrix.identity(2)));
        LearnerSettings settings = LearnerSettings.of("perceptron").related(relations);
        assertThat(settings.relations()).contains(relations);
        assertThat(settings).hasToString("perceptron interaction=given for a, b");
        assertThatThrownBy(() -> settings.with("b", 2).check())
                .hasMessage("b and interaction both say how tasks share: use one");
        assertThatThrownBy(() -> LearnerSettings.of("matrix").related(relations))
                .hasMessage("interaction has no effect with learner matrix: leave it out");
        NamedLearner learner = NamedLearner.of(settings, "no", "yes");
        assertThat(learner.tasks()).containsExactly("a", "b");
    }
}
