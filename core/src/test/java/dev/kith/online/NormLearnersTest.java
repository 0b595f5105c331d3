package dev.kith.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.online.bound.Comparators;
import dev.kith.online.perceptron.MatrixPerceptron;
import dev.kith.online.perceptron.PNormPerceptron;
import dev.kith.online.perceptron.SharedPerceptron;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NormLearnersTest {
    private static final int TASKS = 4;
    private static final int D = 25;

    private static List<Example> stream(long seed, int count) {
        Random random = new Random(seed);
        return Example.stream(random, Example.related(random, TASKS, D, 0.7), count, 8, 0.1);
    }

    @Test
    void matrixWithPOneIsIndependentPerceptrons() {
        List<Example> stream = stream(42, 800);
        double[] alone = Example.margins(new SharedPerceptron(new UniformSharing(0)), stream);
        assertThat(Example.margins(new MatrixPerceptron(1, Optional.empty()), stream))
                .containsExactly(alone, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 1.3, 1.5, 2, 2.7, 3, 7})
    void matrixWeightsAreTheGradientOfTheSchattenNorm(double p) {
        MatrixPerceptron learner = new MatrixPerceptron(p, Optional.empty());
        MatrixPerceptron sums = new MatrixPerceptron(1, Optional.empty());
        List<Example> stream = stream(43, 60);
        for (Example x : stream) {
            learner.update(x.task(), x.row(), x.label(), -x.label());
            sums.update(x.task(), x.row(), x.label(), -x.label());
        }
        Matrix v = ((Weights.Linear) sums.weights(D)).matrix();
        Matrix w = ((Weights.Linear) learner.weights(D)).matrix();
        double step = 1e-5;
        for (int f = 0; f < D; f += 6) {
            for (int t = 0; t < TASKS; t++) {
                Matrix up = v.copy();
                Matrix down = v.copy();
                up.add(f, t, step);
                down.add(f, t, -step);
                double slope = (potential(up, p) - potential(down, p)) / (2 * step);
                assertThat(w.get(f, t)).isEqualTo(slope, within(1e-6 * (1 + Math.abs(slope))));
            }
        }
    }

    private static double schatten(Matrix m, double exponent) {
        double[] singular = LinearAlgebra.best().svd(m).s().data();
        return Math.pow(Arrays.stream(singular).map(s -> Math.pow(s, exponent)).sum(), 1 / exponent);
    }

    private static double potential(Matrix v, double p) {
        return 0.5 * Math.pow(schatten(v, 2.0 * p), 2);
    }

    @ParameterizedTest
    @ValueSource(longs = {61, 62, 63, 64})
    void theoremNineHoldsOnRoundsOfAllTasks(long seed) {
        Random random = new Random(seed);
        Matrix u = Example.related(random, TASKS, D, 0.2).scale(5);
        int p = 1 + (int) (seed % 4);
        MatrixPerceptron learner = new MatrixPerceptron(p, Optional.empty());
        MistakeBound bound = learner.bound(u).orElseThrow();
        Round round = new Round();
        List<Example> stream = Example.stream(random, u, 2000, 6, 0.1);
        for (int n = 0; n < stream.size(); n += TASKS) {
            fill(round, stream, n, u);
            learner.learn(round);
            for (int k = 0; k < TASKS; k++) {
                if (OnlineLearner.mistaken(round.label(k), round.margin(k))) {
                    bound.mistake(round.task(k), round.row(k), round.label(k));
                }
            }
            bound.endOfRound();
            assertThat((double) bound.mistakes()).as("seed %d", seed).isLessThanOrEqualTo(bound.value());
        }
    }

    private static void fill(Round round, List<Example> stream, int from, Matrix u) {
        round.clear();
        for (int t = 0; t < TASKS; t++) {
            Example x = stream.get(from + t);
            double y = x.dot(u.row(t)) >= 0 ? 1 : -1;
            round.add(t, y).point(x.indices(), x.values(), 0, x.indices().length);
        }
    }

    @ParameterizedTest
    @EnumSource(SharedLoss.Norm.class)
    void sharedLossStepsAreTheArgmax(SharedLoss.Norm norm) {
        Random random = new Random(44);
        SharedLoss loss = new SharedLoss(norm, 0.7);
        for (int n = 0; n < 200; n++) {
            double[] losses = random.doubles(5).map(a -> Math.max(0, a - 0.3)).toArray();
            double[] tau = losses.clone();
            loss.stepsInto(tau, 5);
            assertThat(dot(tau, losses)).isEqualTo(0.7 * loss.value(losses, 5), within(1e-12));
            double[] other = random.doubles(5).toArray();
            double size = dualNorm(norm, other);
            assertThat(dualNorm(norm, tau)).isLessThanOrEqualTo(0.7 + 1e-12);
            assertThat(dot(other, losses) * 0.7 / size).isLessThanOrEqualTo(dot(tau, losses) + 1e-12);
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }

    private static double dualNorm(SharedLoss.Norm norm, double[] a) {
        return switch (norm) {
            case L1 -> Arrays.stream(a).max().orElse(0);
            case L2 -> Math.sqrt(dot(a, a));
            case LINF -> Arrays.stream(a).sum();
        };
    }

    /**
     * The loss bound of remark 12, sum ||l(W)|| <= sum ||l(U)|| + (||U||^2 + (2p - 1) sum ||M_t||^2) / (2C). The factor
     * 2p - 1 is missing in print.
     */
    @ParameterizedTest
    @EnumSource(SharedLoss.Norm.class)
    void sharedLossesStayBelowTheirBound(SharedLoss.Norm norm) {
        for (int p = 1; p <= 3; p++) {
            Random random = new Random(70 + p);
            Matrix u = Example.related(random, TASKS, D, 0.2).scale(5);
            SharedLoss shared = new SharedLoss(norm, 0.3);
            MatrixPerceptron learner = new MatrixPerceptron(p, Optional.of(shared));
            Comparators comparators = new Comparators(u);
            Round round = new Round();
            List<Example> stream = Example.stream(random, u, 1200, 6, 0.1);
            double suffered = 0;
            double allowed = Math.pow(schatten(u, 2.0 * p / (2 * p - 1)), 2) / (2 * shared.c());
            for (int n = 0; n < stream.size(); n += TASKS) {
                fill(round, stream, n, u);
                learner.learn(round);
                double[] mine = new double[TASKS];
                double[] theirs = new double[TASKS];
                for (int k = 0; k < TASKS; k++) {
                    mine[k] = Math.max(0, 1 - round.label(k) * round.margin(k));
                    theirs[k] = Math.max(0, 1 - round.label(k) * comparators.margin(k, round.row(k)));
                }
                suffered += shared.value(mine, TASKS);
                allowed += shared.value(theirs, TASKS);
                shared.stepsInto(mine, TASKS);
                Matrix moved = Matrix.zeros(D, TASKS);
                for (int k = 0; k < TASKS; k++) {
                    Row x = round.row(k);
                    for (int e = x.start(); e < x.end(); e++) {
                        moved.add(x.indices()[e], k, mine[k] * round.label(k) * x.values()[e]);
                    }
                }
                allowed += (2 * p - 1) * Math.pow(schatten(moved, 2.0 * p), 2) / (2 * shared.c());
            }
            assertThat(suffered).as("p = %d", p).isLessThanOrEqualTo(allowed);
        }
    }

    @Test
    void autoFindsHowMuchToShare() {
        Random random = new Random(45);
        List<Example> alike = Example.stream(random, Example.related(random, 8, 60, 0.1), 6000, 10, 0.02);
        List<Example> unlike = Example.stream(random, Example.related(random, 8, 60, 30), 6000, 10, 0.02);
        for (List<Example> stream : List.of(alike, unlike)) {
            long best = Long.MAX_VALUE;
            for (double b : new double[] {0, 1, 4, 8, 16, 64}) {
                best = Math.min(best, mistakes(new SharedPerceptron(new UniformSharing(b)), stream));
            }
            SharedPerceptron auto = SharedPerceptron.auto(new Update.Mistake(), false);
            long found = mistakes(auto, stream);
            assertThat((double) found).isLessThan(1.1 * best);
            SharingSearch search = auto.search().orElseThrow();
            assertThat(search.regret(found)).isEqualTo(found - search.best().mistakes());
            assertThat(search.candidates().stream()
                            .mapToDouble(SharingSearch.Candidate::weight)
                            .sum())
                    .isEqualTo(1, within(1e-12));
        }
    }

    private static long mistakes(OnlineLearner learner, List<Example> stream) {
        return stream.stream()
                .filter(x -> OnlineLearner.mistaken(x.label(), learner.learn(x.task(), x.row(), x.label())))
                .count();
    }

    @Test
    void parametersAreChecked() {
        assertThatThrownBy(() -> new PNormPerceptron(new UniformSharing(0), 1.5))
                .hasMessage("p must be a number from 2 to 64.0, got 1.5");
        assertThatThrownBy(() -> new MatrixPerceptron(0, Optional.empty()))
                .hasMessage("p must be a number from 1 to 1000, got 0.0");
        assertThatThrownBy(() -> new SharedLoss(SharedLoss.Norm.L1, Double.NaN))
                .hasMessage("C must be a finite number > 0, got NaN");
        assertThatThrownBy(() -> new Update.PassiveAggressive(0)).hasMessage("C must be a number > 0, got 0.0");
    }
}
