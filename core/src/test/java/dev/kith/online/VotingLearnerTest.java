package dev.kith.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.online.learner.Learners;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Votes over how much to share: the theorem, and the rule written out. */
class VotingLearnerTest {
    private static final int TASKS = 4;
    private static final int D = 20;
    private static final double[] GRID = {0, 0.25, 1, 4, 16};

    private static OnlineLearner voting() {
        OnlineLearner learner = Learners.voting(sharing -> Learners.pNorm(sharing, 3));
        learner.announce(TASKS);
        return learner;
    }

    private static List<Example> stream(long seed, double spread, int count) {
        Random random = new Random(seed);
        return Example.stream(random, Example.related(random, TASKS, D, spread), count, 6, 0.1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theVoteMakesNoMoreMistakesThanItsTheoremAllows(long seed) {
        OnlineLearner learner = voting();
        Random random = new Random(seed);
        long mistakes = 0;
        for (Example x : stream(seed, random.nextDouble(), 700)) {
            double margin = learner.predict(x.task(), x.row());
            // Against the learner always, never, or where nothing is certain.
            boolean against = seed % 3 == 0 || (seed % 3 == 1 && Math.abs(margin) < 0.5);
            double y = against ? (margin >= 0 ? -1 : 1) : x.label();
            learner.update(x.task(), x.row(), y, margin);
            mistakes += OnlineLearner.mistaken(y, margin) ? 1 : 0;
            assertThat((double) mistakes)
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(
                            learner.search().orElseThrow().allowed().orElseThrow());
        }
        assertThat(mistakes).isPositive();
    }

    @Test
    void itIsTheWeightedMajorityOfLearnersThatRunAlone() {
        List<Example> stream = stream(11, 0.4, 500);
        OnlineLearner learner = voting();
        OnlineLearner[] alone = new OnlineLearner[GRID.length];
        for (int e = 0; e < GRID.length; e++) {
            alone[e] = Learners.pNorm(new UniformSharing(GRID[e] * TASKS), 3);
            alone[e].announce(TASKS);
        }
        long[] wrong = new long[GRID.length];
        int disagreed = 0;
        for (Example x : stream) {
            double eta = Math.sqrt(8 * Math.log(GRID.length) / (disagreed + 1));
            double plus = 0;
            double all = 0;
            int mistaken = 0;
            for (int e = 0; e < GRID.length; e++) {
                double weight =
                        Math.exp(-eta * (wrong[e] - Arrays.stream(wrong).min().orElse(0)));
                double margin = alone[e].predict(x.task(), x.row());
                plus += margin >= 0 ? weight : 0;
                all += weight;
            }
            for (int e = 0; e < GRID.length; e++) {
                boolean bad = OnlineLearner.mistaken(x.label(), alone[e].learn(x.task(), x.row(), x.label()));
                wrong[e] += bad ? 1 : 0;
                mistaken += bad ? 1 : 0;
            }
            disagreed += mistaken > 0 && mistaken < GRID.length ? 1 : 0;
            assertThat(learner.learn(x.task(), x.row(), x.label())).isEqualTo(2 * plus / all - 1, within(1e-9));
        }
        SharingSearch search = learner.search().orElseThrow();
        for (int e = 0; e < GRID.length; e++) {
            assertThat(search.candidates().get(e).mistakes()).isEqualTo(wrong[e]);
            assertThat(search.candidates().get(e).b().orElseThrow()).isEqualTo(GRID[e] * TASKS);
        }
        assertThat(disagreed).isPositive();
    }

    /** Measured, not proven: the vote is near the best of its members whether tasks are alike or not. */
    @Test
    void itIsNearTheBestMember() {
        for (double spread : new double[] {0, 0.5, 3}) {
            List<Example> stream = stream(21, spread, 3000);
            OnlineLearner learner = Learners.voting(sharing -> Learners.pNorm(sharing, 2.5));
            learner.announce(TASKS);
            long made = stream.stream()
                    .filter(x -> OnlineLearner.mistaken(x.label(), learner.learn(x.task(), x.row(), x.label())))
                    .count();
            SharingSearch search = learner.search().orElseThrow();
            assertThat((double) made).isLessThan(1.05 * search.best().mistakes());
        }
    }

    @Test
    void withTheLinearKernelAutoAndAveragedAreThoseOfTheLearnerWithWeights() {
        List<Example> stream = stream(31, 0.5, 600);
        for (boolean averaged : new boolean[] {false, true}) {
            for (Update rule : List.of(new Update.Mistake(), new Update.PassiveAggressive(0.5))) {
                OnlineLearner kernel = Learners.autoKernel(new Linear(), rule, Integer.MAX_VALUE, averaged);
                OnlineLearner plain = Learners.auto(rule, averaged);
                kernel.announce(TASKS);
                plain.announce(TASKS);
                assertThat(Example.margins(kernel, stream))
                        .containsExactly(Example.margins(plain, stream), within(1e-9));
                assertThat(kernel.search().orElseThrow().candidates().stream().map(SharingSearch.Candidate::mistakes))
                        .isEqualTo(plain.search().orElseThrow().candidates().stream()
                                .map(SharingSearch.Candidate::mistakes)
                                .toList());
            }
        }
        OnlineLearner kernel = Learners.averagedKernel(new UniformSharing(2), new Linear(), new Update.Mistake());
        OnlineLearner plain = Learners.shared(new UniformSharing(2), new Update.Mistake(), true);
        kernel.announce(TASKS);
        plain.announce(TASKS);
        assertThat(Example.margins(kernel, stream)).containsExactly(Example.margins(plain, stream), within(1e-9));
    }

    @Test
    void averagedSecondOrderIsTheMeanOfItsWeights() {
        List<Example> stream = stream(41, 0.5, 400);
        UniformSharing sharing = new UniformSharing(3);
        OnlineLearner latest = Learners.secondOrder(sharing, TASKS, D);
        OnlineLearner primal = Learners.averagedSecondOrder(sharing, TASKS, D);
        OnlineLearner dual = Learners.averagedSecondOrder(sharing, new Linear());
        dual.announce(TASKS);
        Matrix sum = Matrix.zeros(D, TASKS);
        int steps = 0;
        for (Example x : stream) {
            double expected = steps == 0 ? 0 : x.dot(sum.column(x.task())) / steps;
            assertThat(primal.learn(x.task(), x.row(), x.label())).isEqualTo(expected, within(1e-9));
            assertThat(dual.learn(x.task(), x.row(), x.label())).isEqualTo(expected, within(1e-9));
            latest.learn(x.task(), x.row(), x.label());
            sum = sum.plus(1, ((Weights.Linear) latest.weights(D)).matrix());
            steps++;
        }
        Matrix mean = ((Weights.Linear) primal.weights(D)).matrix();
        assertThat(mean.plus(-1.0 / steps, sum).maxAbs()).isLessThan(1e-9);
        Matrix explicit = ((Weights.Linear) dual.weights(D).explicit()).matrix();
        assertThat(explicit.plus(-1.0 / steps, sum).maxAbs()).isLessThan(1e-9);
    }

    /** V as it would be from the last rows alone. */
    @Test
    void theMatrixLearnerForgetsItsOldestRows() {
        List<Example> stream = stream(51, 0.5, 500);
        Gaussian kernel = new Gaussian(1);
        OnlineLearner large = Learners.matrix(2, java.util.Optional.empty(), kernel, 10_000);
        OnlineLearner whole = Learners.matrix(2, java.util.Optional.empty(), kernel);
        large.announce(TASKS);
        whole.announce(TASKS);
        assertThat(Example.margins(large, stream)).isEqualTo(Example.margins(whole, stream));
        OnlineLearner small = Learners.matrix(2, java.util.Optional.empty(), kernel, 30);
        small.announce(TASKS);
        List<Example> kept = new java.util.ArrayList<>();
        for (Example x : stream) {
            OnlineLearner again = Learners.matrix(2, java.util.Optional.empty(), kernel);
            again.announce(TASKS);
            kept.forEach(k -> again.update(k.task(), k.row(), k.label(), -k.label()));
            double margin = small.learn(x.task(), x.row(), x.label());
            assertThat(margin).isEqualTo(again.predict(x.task(), x.row()), within(1e-9));
            if (OnlineLearner.mistaken(x.label(), margin)) {
                kept.add(x);
                if (kept.size() > 30) {
                    kept.remove(0);
                }
            }
        }
        assertThat(kept).hasSize(30);
    }
}
