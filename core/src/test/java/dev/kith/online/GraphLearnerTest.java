package dev.kith.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.online.learner.Learners;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The graph inferred while running: what is proven, and what it does, written out. */
class GraphLearnerTest {
    private static final int TASKS = 8;
    private static final int D = 20;

    @Nested
    class Contract extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = Learners.graph(Optional.empty());
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class ContractOfGiven extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            Matrix edges = Matrix.zeros(TASKS, TASKS);
            edges.set(0, 1, 2);
            edges.set(1, 0, 2);
            OnlineLearner learner = Learners.graph(Optional.of(TaskRelations.graph(edges)));
            learner.announce(TASKS);
            return learner;
        }

        @Override
        protected boolean symmetric() {
            return false;
        }
    }

    /** Two groups of tasks. */
    private static Matrix groups(Random random) {
        Matrix u = Matrix.zeros(TASKS, D);
        for (int j = 0; j < D; j++) {
            double[] centres = {random.nextGaussian(), random.nextGaussian()};
            for (int i = 0; i < TASKS; i++) {
                u.set(i, j, centres[i % 2] + 0.2 * random.nextGaussian());
            }
        }
        return u;
    }

    private static List<Example> stream(long seed, int count) {
        Random random = new Random(seed);
        return Example.stream(random, groups(random), count, 8, 0.05);
    }

    private static long mistakes(OnlineLearner learner, List<Example> stream) {
        return stream.stream()
                .filter(x -> OnlineLearner.mistaken(x.label(), learner.learn(x.task(), x.row(), x.label())))
                .count();
    }

    private static long mistakes(OnlineLearner learner, String candidate) {
        return learner.search().orElseThrow().candidates().stream()
                .filter(c -> c.name().equals(candidate))
                .findFirst()
                .orElseThrow()
                .mistakes();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void itMakesNoMoreMistakesThanItsTheoremAllows(long seed) {
        OnlineLearner learner = Learners.graph(Optional.empty());
        learner.announce(TASKS);
        long made = 0;
        for (Example x : stream(seed, 600)) {
            double margin = learner.predict(x.task(), x.row());
            boolean against = seed % 3 == 0 || (seed % 3 == 1 && Math.abs(margin) < 0.4);
            double y = against ? (margin >= 0 ? -1 : 1) : x.label();
            learner.update(x.task(), x.row(), y, margin);
            made += OnlineLearner.mistaken(y, margin) ? 1 : 0;
            assertThat((double) made)
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(
                            learner.search().orElseThrow().allowed().orElseThrow());
        }
    }

    @Test
    void fixedCandidatesAreTheLearnersTheyAreCalled() {
        List<Example> stream = stream(11, 800);
        Matrix edges = Matrix.zeros(TASKS, TASKS);
        for (int i = 0; i < TASKS; i++) {
            for (int j = 0; j < TASKS; j++) {
                edges.set(i, j, i != j && i % 2 == j % 2 ? 1 : 0);
            }
        }
        TaskRelations truth = TaskRelations.graph(edges);
        OnlineLearner learner = Learners.graph(Optional.of(truth));
        mistakes(learner, stream);
        OnlineLearner pairwise = Learners.shared(UniformSharing.pairwise());
        pairwise.announce(TASKS);
        assertThat(mistakes(learner, "no edges")).isEqualTo(mistakes(Learners.shared(new UniformSharing(0)), stream));
        assertThat(mistakes(learner, "all edges")).isEqualTo(mistakes(pairwise, stream));
        assertThat(mistakes(learner, "given"))
                .isEqualTo(mistakes(Learners.related(truth, new Update.Mistake(), false), stream));
    }

    /** V dense, R = (I + s L)^-1 from the averaged weights of tasks alone when rows have doubled, W = V R. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 4, 16})
    void theInferredCandidateWrittenOut(double strength) {
        List<Example> stream = stream(21, 700);
        OnlineLearner learner = Learners.graph(Optional.empty());
        learner.announce(TASKS);
        Matrix v = Matrix.zeros(D, TASKS);
        Matrix latest = Matrix.zeros(D, TASKS);
        Matrix total = Matrix.zeros(D, TASKS);
        Matrix r = Matrix.identity(TASKS);
        long wrong = 0;
        long due = 8 * TASKS;
        for (int n = 0; n < stream.size(); n++) {
            Example x = stream.get(n);
            Matrix w = LinearAlgebra.best().multiply(v, r);
            if (OnlineLearner.mistaken(x.label(), x.dot(w.column(x.task())))) {
                wrong++;
                add(v, x);
            }
            if (OnlineLearner.mistaken(x.label(), x.dot(latest.column(x.task())))) {
                add(latest, x);
            }
            total = total.plus(1, latest);
            if (n + 1 >= due) {
                due = 2L * (n + 1);
                r = inferred(total, strength);
            }
            learner.learn(x.task(), x.row(), x.label());
        }
        String name = strength == 1 ? "inferred" : "inferred x " + (int) strength;
        assertThat(mistakes(learner, name)).isEqualTo(wrong);
        if (wrong == learner.search().orElseThrow().best().mistakes()) {
            Matrix expected = LinearAlgebra.best().multiply(v, r);
            Matrix found = ((Weights.Linear) learner.weights(D)).matrix();
            assertThat(found.plus(-1, expected).maxAbs()).isLessThan(1e-9);
            assertThat(learner.structure().orElseThrow().plus(-1, r).maxAbs()).isLessThan(1e-9);
        }
    }

    private static void add(Matrix to, Example x) {
        for (int k = 0; k < x.indices().length; k++) {
            to.add(x.indices()[k], x.task(), x.label() * x.values()[k]);
        }
    }

    private static Matrix inferred(Matrix w, double strength) {
        Matrix a = Matrix.identity(TASKS);
        for (int i = 0; i < TASKS; i++) {
            for (int j = 0; j < TASKS; j++) {
                double[] x = w.column(i);
                double[] z = w.column(j);
                double xz = 0;
                double xx = 0;
                double zz = 0;
                for (int f = 0; f < D; f++) {
                    xz += x[f] * z[f];
                    xx += x[f] * x[f];
                    zz += z[f] * z[f];
                }
                double edge = i == j ? 0 : strength * Math.pow(Math.max(0, xz / Math.sqrt(xx * zz)), 2);
                a.add(i, i, edge);
                a.add(i, j, -edge);
            }
        }
        return LinearAlgebra.best().cholesky(a).solve(Matrix.identity(TASKS));
    }

    /** Measured, not proven: on groups of tasks it is nearer to the true graph than to tasks apart or pooled. */
    @Test
    void itFindsGroups() {
        List<Example> stream = stream(31, 6000);
        OnlineLearner learner = Learners.graph(Optional.empty());
        learner.announce(TASKS);
        long made = mistakes(learner, stream);
        assertThat((double) made).isLessThan(0.95 * mistakes(learner, "no edges"));
        assertThat((double) made).isLessThan(0.95 * mistakes(learner, "all edges"));
        assertThat(learner.search().orElseThrow().best().name()).startsWith("inferred");
        Matrix structure = learner.structure().orElseThrow();
        for (int i = 0; i < TASKS; i++) {
            assertThat(structure.get(i, (i + 2) % TASKS))
                    .as("of one group")
                    .isGreaterThan(2 * structure.get(i, (i + 1) % TASKS));
        }
        assertThat(structure.get(0, 1)).isEqualTo(structure.get(1, 0), within(1e-12));
    }
}
