package dev.kith.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.Matrix;
import dev.kith.online.perceptron.RelatedPerceptron;
import dev.kith.online.perceptron.SharedPerceptron;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultitaskPerceptronTest {
    private static final int TASKS = 6;
    private static final int D = 700;

    @Nested
    class Uniform extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = new SharedPerceptron(new UniformSharing(2));
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class Averaged extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner =
                    new SharedPerceptron(UniformSharing.pairwise(), new Update.PassiveAggressive(0.5), true);
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class Related extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            return new RelatedPerceptron(TaskRelations.graph(path(TASKS)));
        }

        @Override
        protected boolean symmetric() {
            return false;
        }
    }

    @Nested
    class RelatedAveraged extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            return new RelatedPerceptron(TaskRelations.graph(path(TASKS)), new Update.PassiveAggressive(1), true);
        }

        @Override
        protected boolean symmetric() {
            return false;
        }
    }

    private static Matrix path(int n) {
        Matrix w = Matrix.zeros(n, n);
        for (int i = 0; i + 1 < n; i++) {
            w.set(i, i + 1, 1);
            w.set(i + 1, i, 1);
        }
        return w;
    }

    private static List<Example> stream(long seed, int count) {
        Random random = new Random(seed);
        return Example.stream(random, Example.related(random, TASKS, D, 0.7), count, 20, 0.05);
    }

    /** The update of the paper, all K dense vectors at every mistake. */
    private static double[] paper(Interaction interaction, List<Example> stream) {
        double[][] w = new double[TASKS][D];
        double[] margins = new double[stream.size()];
        for (int n = 0; n < margins.length; n++) {
            Example x = stream.get(n);
            margins[n] = x.dot(w[x.task()]);
            if (OnlineLearner.mistaken(x.label(), margins[n])) {
                for (int j = 0; j < TASKS; j++) {
                    for (int k = 0; k < x.indices().length; k++) {
                        w[j][x.indices()[k]] += x.label() * interaction.between(j, x.task(), TASKS) * x.values()[k];
                    }
                }
            }
        }
        return margins;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 1, 4, 6, 100})
    void ownAndSharedSumsAreThePapersUpdate(double b) {
        List<Example> stream = stream(21, 1500);
        SharedPerceptron learner = new SharedPerceptron(new UniformSharing(b));
        learner.announce(TASKS);
        assertThat(Example.margins(learner, stream))
                .containsExactly(paper(new UniformSharing(b), stream), within(1e-9));
    }

    @Test
    void givenRelationsAreThePapersUpdate() {
        List<Example> stream = stream(22, 1500);
        TaskRelations relations = TaskRelations.graph(path(TASKS));
        assertThat(Example.margins(new RelatedPerceptron(relations), stream))
                .containsExactly(paper(relations, stream), within(1e-9));
    }

    @Test
    void withoutSharingTasksAreIndependentPerceptrons() {
        List<Example> stream = stream(23, 1500);
        SharedPerceptron together = new SharedPerceptron(new UniformSharing(0));
        SharedPerceptron[] alone = new SharedPerceptron[TASKS];
        for (int t = 0; t < TASKS; t++) {
            alone[t] = new SharedPerceptron(new UniformSharing(0));
        }
        for (Example x : stream) {
            assertThat(together.learn(x.task(), x.row(), x.label()))
                    .isEqualTo(alone[x.task()].learn(0, x.row(), x.label()));
        }
    }

    @Test
    void pairwiseIsSharingByTheNumberOfTasks() {
        List<Example> stream = stream(24, 1000);
        SharedPerceptron pairwise = new SharedPerceptron(UniformSharing.pairwise());
        SharedPerceptron byNumber = new SharedPerceptron(new UniformSharing(TASKS));
        pairwise.announce(TASKS);
        byNumber.announce(TASKS);
        assertThat(Example.margins(pairwise, stream)).isEqualTo(Example.margins(byNumber, stream));
    }

    @Test
    void theGraphOfACliqueIsPairwise() {
        List<Example> stream = stream(25, 1000);
        SharedPerceptron pairwise = new SharedPerceptron(UniformSharing.pairwise());
        pairwise.announce(TASKS);
        Matrix clique = Matrix.zeros(TASKS, TASKS).map(x -> 1);
        RelatedPerceptron graph = new RelatedPerceptron(TaskRelations.graph(clique));
        assertThat(Example.margins(graph, stream)).containsExactly(Example.margins(pairwise, stream), within(1e-9));
    }

    @Test
    void handingOverTheIdentityIsIndependence() {
        List<Example> stream = stream(26, 1000);
        double[] alone = Example.margins(new SharedPerceptron(new UniformSharing(0)), stream);
        Matrix structure = Matrix.identity(TASKS).scale(7);
        assertThat(Example.margins(new RelatedPerceptron(TaskRelations.structure(structure)), stream))
                .containsExactly(alone, within(1e-12));
        assertThat(Example.margins(new RelatedPerceptron(TaskRelations.of(Matrix.identity(TASKS))), stream))
                .containsExactly(alone, within(1e-12));
    }

    @Test
    void averagedPredictsByTheMeanOfAllWeights() {
        List<Example> stream = stream(27, 400);
        UniformSharing sharing = new UniformSharing(2);
        SharedPerceptron averaged = new SharedPerceptron(sharing, new Update.Mistake(), true);
        averaged.announce(TASKS);
        double[][] w = new double[TASKS][D];
        double[][] sum = new double[TASKS][D];
        for (int n = 0; n < stream.size(); n++) {
            Example x = stream.get(n);
            double expected = n == 0 ? 0 : x.dot(sum[x.task()]) / n;
            assertThat(averaged.learn(x.task(), x.row(), x.label())).isEqualTo(expected, within(1e-9));
            boolean mistaken = OnlineLearner.mistaken(x.label(), x.dot(w[x.task()]));
            for (int j = 0; j < TASKS; j++) {
                for (int k = 0; mistaken && k < x.indices().length; k++) {
                    w[j][x.indices()[k]] += x.label() * sharing.between(j, x.task(), TASKS) * x.values()[k];
                }
                for (int f = 0; f < D; f++) {
                    sum[j][f] += w[j][f];
                }
            }
        }
    }

    @Test
    void passiveAggressiveReachesAMarginOfOne() {
        SharedPerceptron learner = new SharedPerceptron(
                new UniformSharing(3), new Update.PassiveAggressive(Double.POSITIVE_INFINITY), false);
        learner.announce(TASKS);
        for (Example x : stream(28, 300)) {
            learner.learn(x.task(), x.row(), x.label());
            assertThat(x.label() * learner.predict(x.task(), x.row())).isGreaterThan(1 - 1e-9);
        }
    }

    @Test
    void relatedTasksMakeFewerMistakesTogether() {
        Random random = new Random(29);
        List<Example> stream = Example.stream(random, Example.related(random, TASKS, 60, 0.2), 4000, 20, 0.02);
        assertThat(mistakes(new SharedPerceptron(UniformSharing.pairwise()), stream))
                .isLessThan(0.8 * mistakes(new SharedPerceptron(new UniformSharing(0)), stream));
    }

    private static double mistakes(OnlineLearner learner, List<Example> stream) {
        return stream.stream()
                .filter(x -> OnlineLearner.mistaken(x.label(), learner.learn(x.task(), x.row(), x.label())))
                .count();
    }

    @Test
    void aNewTaskStartsFromWhatTheOthersShare() {
        SharedPerceptron learner = new SharedPerceptron(new UniformSharing(1));
        Row x = Row.dense(0.6, 0.8);
        learner.learn(0, x, -1);
        assertThat(learner.predict(0, x)).isEqualTo(-1);
        assertThat(learner.tasks()).isEqualTo(1);
        assertThat(learner.predict(3, x)).isEqualTo(-1.0 / 4 / 2, within(1e-15));
        assertThat(learner.tasks()).isEqualTo(4);
        RelatedPerceptron related = new RelatedPerceptron(TaskRelations.of(Matrix.identity(1)));
        related.learn(0, x, -1);
        assertThat(related.predict(2, x))
                .as("a task the relations do not know stands alone")
                .isZero();
    }

    @Test
    void relationsAreChecked() {
        assertThatThrownBy(() -> TaskRelations.of(Matrix.of(new double[][] {{1, 2}, {2, 1}})))
                .hasMessage("interaction matrix must be positive definite");
        assertThatThrownBy(() -> TaskRelations.of(Matrix.of(new double[][] {{1, 2}, {0, 1}})))
                .hasMessage("interaction matrix must be symmetric, got 0.0 and 2.0 at (1, 0)");
        assertThatThrownBy(() -> TaskRelations.structure(Matrix.of(new double[][] {{1, 2}, {2, 1}})))
                .hasMessageStartingWith("structure matrix must be positive semidefinite, got an eigenvalue of -");
        assertThatThrownBy(() -> new UniformSharing(Double.NaN)).hasMessage("b must be a finite number >= 0, got NaN");
    }
}
