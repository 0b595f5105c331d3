package dev.kith.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.online.learner.Learners;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdaptiveLearnerTest {
    private static final Matrix CHAIN =
            Matrix.of(new double[][] {{2, -1, 0, 0}, {-1, 3, -1, 0}, {0, -1, 3, -1}, {0, 0, -1, 2}});

    @Nested
    class Shared extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = Learners.adaptive(Learners.adaptiveSharing(), Losses.logistic(), 1);
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class HingeOwnWeighsMore extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = Learners.adaptive(new UniformSharing(1), Losses.hinge(), 0.5);
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class Related extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = Learners.adaptive(TaskRelations.of(CHAIN), Losses.logistic(), 1);
            learner.announce(TASKS);
            return learner;
        }

        @Override
        protected boolean symmetric() {
            return false;
        }
    }

    /** Against numpy_adaptive.py beside the file, written from the papers: NumPy 1.24, SciPy 1.10. */
    @Test
    void marginsAreThoseOfNumPy() throws IOException {
        List<OnlineLearner> learners = List.of(
                Learners.adaptive(new UniformSharing(16), Losses.logistic(), 1),
                Learners.adaptive(new UniformSharing(2), Losses.logistic(), 0.3),
                Learners.adaptive(new UniformSharing(4), Losses.hinge(), 1),
                Learners.adaptive(new UniformSharing(0), Losses.hinge(), 2),
                Learners.adaptive(TaskRelations.of(CHAIN), Losses.logistic(), 1));
        learners.forEach(learner -> learner.announce(4));
        for (double[] line : oracle()) {
            Row x = Row.dense(Arrays.copyOfRange(line, 3, 9));
            for (int k = 0; k < learners.size(); k++) {
                double margin = learners.get(k).predict((int) line[0], x);
                assertThat(margin).as("learner %d", k).isEqualTo(line[9 + k], within(1e-10));
                learners.get(k).update((int) line[0], x, line[1], margin, line[2]);
            }
        }
    }

    private static List<double[]> oracle() throws IOException {
        try (InputStream in = AdaptiveLearnerTest.class.getResourceAsStream("adaptive.csv")) {
            String all = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return all.lines()
                    .skip(1)
                    .map(line -> Arrays.stream(line.split(",", -1))
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .toList();
        }
    }

    private static List<Example> stream(long seed, int tasks, int d, int count) {
        Random random = new Random(seed);
        return Example.stream(random, Example.related(random, tasks, d, 0.5), count, 8, 0.1);
    }

    @Test
    void withoutSharingTasksLearnAloneBothWays() {
        OnlineLearner alone = Learners.adaptive(new UniformSharing(0), Losses.logistic(), 1);
        OnlineLearner related = Learners.adaptive(TaskRelations.of(Matrix.identity(3)), Losses.logistic(), 1);
        for (Example x : stream(1, 3, 30, 400)) {
            assertThat(related.learn(x.task(), x.row(), x.label()))
                    .isEqualTo(alone.learn(x.task(), x.row(), x.label()), within(1e-12));
        }
    }

    @Test
    void tasksThatAreAllOneAreOneTask() {
        Matrix ones = Matrix.zeros(3, 3).map(x -> 1);
        OnlineLearner related = Learners.adaptive(TaskRelations.structure(ones), Losses.hinge(), 1);
        OnlineLearner one = Learners.adaptive(new UniformSharing(0), Losses.hinge(), 1);
        for (Example x : stream(2, 3, 30, 400)) {
            assertThat(related.learn(x.task(), x.row(), x.label()))
                    .isEqualTo(one.learn(0, x.row(), x.label()), within(1e-12));
        }
    }

    /** Few of very many features are kept in a hash table: the same bits, before and after a checkpoint. */
    @Test
    void farApartFeaturesLearnAsNeighboursDo() {
        OnlineLearner near = Learners.adaptive(Learners.adaptiveSharing(), Losses.logistic(), 1);
        OnlineLearner far = Learners.adaptive(Learners.adaptiveSharing(), Losses.logistic(), 1);
        int n = 0;
        for (Example x : stream(3, 3, 3000, 1500)) {
            int[] spread = Arrays.stream(x.indices()).map(f -> 700_000 * f).toArray();
            far = n++ % 500 == 499 ? Learners.restore(far.snapshot()) : far;
            assertThat(far.learn(x.task(), Row.sparse(spread, x.values()), x.label()))
                    .isEqualTo(near.learn(x.task(), x.row(), x.label()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"logistic", "hinge"})
    void aHeavyRowMovesItsMarginTheRightWayAndNoFurtherThanItsLoss(String name) {
        Loss loss = Losses.parse(name);
        for (double weight : new double[] {0, 1e-3, 1, 50, 1e6, 1e300}) {
            OnlineLearner learner = Learners.adaptive(new UniformSharing(3), loss, 1);
            stream(5, 3, 30, 100).forEach(x -> learner.learn(x.task(), x.row(), x.label()));
            Row x = Row.dense(0.5, -0.5, 0.5, 0.5);
            double before = learner.predict(1, x);
            double y = before >= 0 ? -1 : 1;
            Snapshot old = learner.snapshot();
            learner.update(1, x, y, before, weight);
            double after = learner.predict(1, x);
            assertThat(y * after).isFinite().isGreaterThanOrEqualTo(y * before);
            assertThat(learner.snapshot().equals(old)).isEqualTo(weight == 0);
            assertThat(y * after).isLessThan(loss.equals(Losses.hinge()) ? 1 + 1e-9 : 800);
        }
    }

    @Test
    void wrongSettingsAndWeightsNobodyUsesAreRefused() {
        for (double rate : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> Learners.adaptive(new UniformSharing(1), Losses.hinge(), rate))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("rate must be a finite number > 0, got " + rate);
        }
        OnlineLearner perceptron = Learners.shared(new UniformSharing(1));
        assertThatThrownBy(() -> perceptron.update(0, Row.dense(1), 1, 0, 2))
                .hasMessage("weight must be 1, learner perceptron weighs no rows; got 2.0");
    }
}
