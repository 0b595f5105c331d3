package dev.kith.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.Matrix;
import dev.kith.online.learner.Learners;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every learner owes its users. A learner's test extends this and says how to make one. */
public abstract class OnlineLearnerContract {
    /** Tasks of the streams. */
    protected static final int TASKS = 5;

    /** Features of the streams. */
    protected static final int D = 40;

    /** A fresh learner that is told of {@link #TASKS} tasks. */
    protected abstract OnlineLearner learner();

    /** Whether every task is treated alike, so that renaming tasks renames predictions. */
    protected boolean symmetric() {
        return true;
    }

    private static List<Example> stream(long seed, int count) {
        Random random = new Random(seed);
        return Example.stream(random, Example.related(random, TASKS, D, 0.5), count, 8, 0.1);
    }

    @Test
    void sameStreamSameBits() {
        List<Example> stream = stream(1, 400);
        assertThat(Example.margins(learner(), stream)).isEqualTo(Example.margins(learner(), stream));
    }

    @Test
    void learnsSomething() {
        List<Example> stream = stream(2, 3000);
        double[] margins = Example.margins(learner(), stream);
        int late = 0;
        for (int n = 2000; n < 3000; n++) {
            late += OnlineLearner.mistaken(stream.get(n).label(), margins[n]) ? 1 : 0;
        }
        assertThat(late)
                .as("mistakes in the last 1000 of 3000 steps, 100 labels being noise")
                .isLessThan(430);
    }

    @Test
    void learnIsPredictThenUpdate() {
        OnlineLearner a = learner();
        OnlineLearner b = learner();
        for (Example x : stream(3, 300)) {
            double margin = b.predict(x.task(), x.row());
            assertThat(b.predict(x.task(), x.row())).isEqualTo(margin);
            b.update(x.task(), x.row(), x.label(), margin);
            assertThat(a.learn(x.task(), x.row(), x.label())).isEqualTo(margin);
        }
        assertThat(a.snapshot()).isEqualTo(b.snapshot());
    }

    @Test
    void inputsStayAsTheyWere() {
        OnlineLearner learner = learner();
        for (Example x : stream(4, 50)) {
            double[] before = x.values().clone();
            learner.learn(x.task(), x.row(), x.label());
            assertThat(x.values()).isEqualTo(before);
        }
    }

    @Test
    void restoredLearnerGoesOnWithTheSameBits() {
        List<Example> stream = stream(5, 600);
        OnlineLearner learner = learner();
        Example.margins(learner, stream.subList(0, 300));
        Snapshot snapshot = learner.snapshot();
        OnlineLearner restored = Learners.restore(snapshot);
        assertThat(restored.snapshot()).isEqualTo(snapshot);
        List<Example> rest = stream.subList(300, 600);
        assertThat(Example.margins(restored, rest)).isEqualTo(Example.margins(learner, rest));
        assertThat(restored.snapshot()).isEqualTo(learner.snapshot());
        assertThat(snapshot)
                .as("a snapshot does not change")
                .isEqualTo(Learners.restore(snapshot).snapshot());
    }

    @Test
    void namesOfTasksDoNotMatter() {
        if (!symmetric()) {
            return;
        }
        List<Integer> names = new ArrayList<>(List.of(0, 1, 2, 3, 4));
        Collections.shuffle(names, new Random(6));
        OnlineLearner a = learner();
        OnlineLearner b = learner();
        for (Example x : stream(6, 300)) {
            double expected = a.learn(x.task(), x.row(), x.label());
            assertThat(b.learn(names.get(x.task()), x.row(), x.label())).isEqualTo(expected, within(1e-9));
        }
    }

    @Test
    void denseRowsAreSparseRows() {
        OnlineLearner a = learner();
        OnlineLearner b = learner();
        for (Example x : stream(7, 200)) {
            double[] all = new double[D];
            for (int k = 0; k < x.indices().length; k++) {
                all[x.indices()[k]] = x.values()[k];
            }
            double expected = a.learn(x.task(), x.row(), x.label());
            assertThat(b.learn(x.task(), Row.dense(all), x.label())).isEqualTo(expected, within(1e-9));
        }
    }

    @Test
    void roundsPredictBeforeAnyLabelIsUsed() {
        OnlineLearner whole = learner();
        OnlineLearner probe = learner();
        List<Example> stream = stream(8, 300);
        Round round = new Round();
        for (int n = 0; n < stream.size(); n += TASKS) {
            round.clear();
            for (int t = 0; t < TASKS; t++) {
                Example x = stream.get(n + t);
                round.add(t, x.label()).point(x.indices(), x.values(), 0, x.indices().length);
            }
            double[] before = new double[TASKS];
            for (int t = 0; t < TASKS; t++) {
                before[t] = probe.predict(t, round.row(t));
            }
            whole.learn(round);
            for (int t = 0; t < TASKS; t++) {
                assertThat(round.margin(t)).isEqualTo(before[t]);
            }
            probe.learn(round);
        }
        assertThat(whole.snapshot()).isEqualTo(probe.snapshot());
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16})
    void theMistakeBoundIsNeverBroken(long seed) {
        Random random = new Random(seed);
        double scale = 0.5 + 10 * random.nextDouble();
        Matrix u = Example.related(random, TASKS, D, random.nextDouble()).scale(scale);
        boolean adversarial = seed % 2 == 0;
        OnlineLearner learner = learner();
        Optional<MistakeBound> bound = learner.bound(u);
        if (bound.isEmpty()) {
            return;
        }
        for (Example x : Example.stream(random, u, 800, 6, 0.02 * random.nextInt(10))) {
            double margin = learner.predict(x.task(), x.row());
            double worst = margin >= 0 ? -1 : 1;
            double y = adversarial && Math.abs(x.dot(u.row(x.task()))) < 1 ? worst : x.label();
            learner.update(x.task(), x.row(), y, margin);
            bound.get().row(x.task(), x.row(), y, margin);
            bound.get().endOfRound();
            assertThat(bound.get().reached())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(bound.get().value() * (1 + 1e-9));
        }
        assertThat(bound.get().mistakes()).isPositive();
    }

    /** Also of learners with a kernel: what they learn is an expansion in it. */
    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void theBoundHoldsAgainstWhatWasLearnedBefore(long seed) {
        List<Example> stream = stream(seed, 600);
        OnlineLearner before = learner();
        Example.margins(before, stream);
        OnlineLearner learner = learner();
        Optional<MistakeBound> bound = learner.bound(before.weights(D));
        if (bound.isEmpty()) {
            return;
        }
        MistakeBound goesOn = learner().bound(before.weights(D)).orElseThrow();
        for (int n = 0; n < stream.size(); n++) {
            Example x = stream.get(n);
            double margin = learner.learn(x.task(), x.row(), x.label());
            bound.get().row(x.task(), x.row(), x.label(), margin);
            bound.get().endOfRound();
            if (n >= 300) {
                goesOn.row(x.task(), x.row(), x.label(), margin);
                goesOn.endOfRound();
            }
            if (n == 299) {
                Snapshot.Builder saved = Snapshot.builder();
                bound.get().save(saved);
                goesOn.restore(saved.build());
            }
        }
        assertThat(bound.get().reached())
                .isPositive()
                .isLessThanOrEqualTo(bound.get().value() * (1 + 1e-9));
        assertThat(goesOn.value()).isEqualTo(bound.get().value(), within(1e-9 * goesOn.value()));
        assertThat(goesOn.reached()).isEqualTo(bound.get().reached());
    }
}
