package dev.kith.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.model.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamedLearnerTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    private final List<ShopRows> rows = ShopRows.rows(300);

    private static LearnerSettings settings(String words) {
        String[] parts = words.split(" ", -1);
        LearnerSettings settings = LearnerSettings.of(parts[0]);
        for (String part : Arrays.asList(parts).subList(1, parts.length)) {
            int equals = part.indexOf('=');
            settings = settings.with(part.substring(0, equals), part.substring(equals + 1));
        }
        return settings;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "perceptron",
                "perceptron b=2 averaged=true passive-aggressive=0.5",
                "perceptron kernel=gaussian:1 budget=30",
                "pnorm p=3",
                "second-order",
                "matrix p=2"
            })
    void itLearnsAsAStreamDoesAndGoesOnFromItsFile(String words) throws IOException {
        NamedLearner learner = NamedLearner.of(settings(words), "no", "yes");
        Path state = directory.resolve("shops.state");
        rows.subList(0, 150).forEach(row -> learner.learn(row.example()));
        learner.save(state);
        NamedLearner again = NamedLearner.load(state);
        for (ShopRows row : rows.subList(150, 300)) {
            assertThat(again.learn(row.example())).isEqualTo(learner.learn(row.example()));
        }
        StreamPlan plan = StreamPlan.from(RowSource.file(ShopRows.file(directory, rows), ShopRows.ROLES));
        if (!words.startsWith("matrix")) { // whose streams go in rounds
            StreamRun run = plan.with(settings(words)).run();
            assertThat(again.summary().tasks()).isEqualTo(run.summary().tasks());
            for (ShopRows row : rows.subList(0, 20)) {
                assertThat(run.learner().predict(row.shop(), row.input()))
                        .isEqualTo(again.predict(row.shop(), row.input()));
            }
        }
    }

    @Test
    void theModelPredictsTheSameClasses() {
        NamedLearner learner = NamedLearner.of(LearnerSettings.of("perceptron"), "no", "yes");
        rows.forEach(row -> learner.learn(row.example()));
        Model model = learner.model();
        assertThat(model.info().tasks()).isEqualTo(learner.tasks());
        assertThat(model.info().classes()).isEqualTo(learner.classes().list());
        for (ShopRows row : rows) {
            double length = Math.hypot(row.price(), row.rain());
            assertThat(model.predict(row.shop(), row.price(), row.rain()) / length)
                    .isEqualTo(learner.predict(row.shop(), row.input()), within(1e-9));
        }
    }

    @Test
    void predictingChangesNothing() {
        NamedLearner learner = NamedLearner.of(LearnerSettings.of("perceptron"), "no", "yes");
        rows.subList(0, 50).forEach(row -> learner.learn(row.example()));
        double before = learner.predict("north", Map.of("price", 1.0));
        double strange = learner.predict("north", Map.of("price", 1.0, "snow", 1.0));
        assertThat(strange).isEqualTo(before / Math.sqrt(2), within(1e-12));
        assertThat(learner.predict("north", Map.of())).isZero();
        assertThat(learner.features()).containsExactly("price", "rain");
        assertThat(learner.predict("north", Map.of("price", 1.0))).isEqualTo(before);
        assertThatThrownBy(() -> learner.predict("norht", Map.of("price", 1.0)))
                .isInstanceOf(DataException.class)
                .hasMessage("unknown task 'norht'; did you mean 'north'?");
        assertThat(learner.tasks()).hasSize(3);
    }

    @Test
    void featuresHaveTheSameNumbersWhateverTheOrderOfAMap() {
        NamedLearner one = NamedLearner.of(LearnerSettings.of("perceptron"), "no", "yes");
        NamedLearner other = NamedLearner.of(LearnerSettings.of("perceptron"), "no", "yes");
        Map<String, Double> forth = new java.util.LinkedHashMap<>();
        Map<String, Double> back = new java.util.LinkedHashMap<>();
        for (int k = 0; k < 30; k++) {
            forth.put("f" + k, 1.0 / (k + 1));
            back.put("f" + (29 - k), 1.0 / (30 - k));
        }
        one.learn(new Example("a", "no", forth));
        other.learn(new Example("a", "no", back));
        assertThat(one.features()).isEqualTo(other.features());
        assertThat(one.predict("a", forth)).isEqualTo(other.predict("a", back));
    }

    @Test
    void wrongExamplesAreRefusedAndNothingIsLearned() {
        NamedLearner learner = NamedLearner.of(LearnerSettings.of("perceptron"), "no", "yes");
        assertThatThrownBy(() -> learner.learn(new Example("north", "maybe", Map.of("price", 1.0))))
                .isInstanceOf(DataException.class)
                .hasMessage("label 'maybe' must be 'no' or 'yes' (task 'north')");
        assertThatThrownBy(() -> new Example("north", "no", Map.of("price", Double.NaN)))
                .isInstanceOf(DataException.class)
                .hasMessage("feature 'price' must be a finite number, got NaN (task 'north')");
        assertThat(learner.tasks()).isEmpty();
        assertThat(learner.summary().all().rows()).isZero();
        assertThatThrownBy(() -> NamedLearner.of(LearnerSettings.of("pnorm"), "no", "yes"))
                .hasMessage("p is needed for a stream whose features are not known beforehand: about 2 ln(features)");
    }

    @Test
    void aLearnerOfAStreamGoesOnWithInterceptsToo() throws IOException {
        StreamPlan plan = StreamPlan.from(RowSource.file(ShopRows.file(directory, rows), ShopRows.ROLES))
                .withIntercept();
        StreamRun first = StreamPlan.from(
                        RowSource.file(ShopRows.file(directory, rows.subList(0, 100)), ShopRows.ROLES))
                .withIntercept()
                .run();
        NamedLearner learner = first.learner();
        rows.subList(100, 300).forEach(row -> learner.learn(row.example()));
        ShopRows.file(directory, rows);
        StreamRun whole = plan.run();
        assertThat(learner.summary().all()).isEqualTo(whole.summary().all());
        assertThat(learner.model().predict("west", 0.1, 0.2))
                .isEqualTo(whole.model().predict("west", 0.1, 0.2));
        assertThat(first.summary().all().rows()).isEqualTo(100);
    }

    @Test
    void filesOfAnotherKindAreRefused() throws IOException {
        Path state = directory.resolve("run.state");
        StreamPlan.from(RowSource.file(ShopRows.file(directory, rows), ShopRows.ROLES))
                .checkpoint(state)
                .run();
        assertThatThrownBy(() -> NamedLearner.load(state))
                .isInstanceOf(DataException.class)
                .hasMessage(state + ": must be a online learner, is a 'state:stream checkpoint'");
        new StateParts().put("class", List.of("a")).write("online learner", state);
        assertThatThrownBy(() -> NamedLearner.load(state))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith(state + ": parts of the learner do not fit together");
    }
}
