package dev.kith.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.kernel.Gaussian;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.online.learner.Learners;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds against given comparators, computed a second time from their formulas. */
class ComparatorBoundTest {
    private static final int TASKS = 4;
    private static final int D = 12;

    private static double hinge(double z) {
        return Math.max(0, 1 - z);
    }

    /** A of (5): (K + b (K - 1)) / K on the diagonal, -b / K off it. */
    private static Matrix interaction(double b) {
        Matrix a = Matrix.zeros(TASKS, TASKS);
        for (int i = 0; i < TASKS; i++) {
            for (int j = 0; j < TASKS; j++) {
                a.set(i, j, (i == j ? TASKS + b * (TASKS - 1) : -b) / TASKS);
            }
        }
        return a;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 4, 16})
    void corollaryFourIsTheLeastOverMultiplesOfTheComparator(double b) {
        Random random = new Random(7);
        Matrix u = Example.related(random, TASKS, D, 0.3);
        OnlineLearner learner = Learners.shared(new UniformSharing(b));
        learner.announce(TASKS);
        MistakeBound bound = learner.bound(u).orElseThrow();
        double[] losses = new double[17];
        long mistakes = 0;
        for (Example x : Example.stream(random, u, 500, 5, 0.1)) {
            double margin = learner.learn(x.task(), x.row(), x.label());
            bound.row(x.task(), x.row(), x.label(), margin);
            bound.endOfRound();
            if (OnlineLearner.mistaken(x.label(), margin)) {
                mistakes++;
                for (int k = 0; k < losses.length; k++) {
                    losses[k] += hinge(Math.pow(2, k - 6) * x.label() * x.dot(u.row(x.task())));
                }
            }
        }
        double energy = 0;
        Matrix a = interaction(b);
        for (int i = 0; i < TASKS; i++) {
            for (int j = 0; j < TASKS; j++) {
                for (int f = 0; f < D; f++) {
                    energy += a.get(i, j) * u.get(i, f) * u.get(j, f);
                }
            }
        }
        double expected = Double.POSITIVE_INFINITY;
        for (int k = 0; k < losses.length; k++) {
            double reach = (b + TASKS) / ((1 + b) * TASKS) * energy * Math.pow(4, k - 6);
            expected = Math.min(expected, losses[k] + reach + Math.sqrt(reach * losses[k]));
        }
        assertThat(bound.mistakes()).isEqualTo(mistakes);
        assertThat(bound.value()).isEqualTo(expected, within(1e-9 * expected)).isGreaterThanOrEqualTo((double)
                mistakes);
    }

    @Test
    void withAKernelTheEnergyIsThatOfTheExpansion() {
        Random random = new Random(9);
        Gaussian kernel = new Gaussian(1);
        UniformSharing sharing = new UniformSharing(2);
        Matrix u = Example.related(random, TASKS, D, 0.3);
        List<Example> stream = Example.stream(random, u, 300, 5, 0.1);
        SparseRows support = support(stream.subList(0, 20));
        Matrix c = Matrix.zeros(20, TASKS);
        for (int s = 0; s < 20; s++) {
            for (int t = 0; t < TASKS; t++) {
                c.set(s, t, stream.get(s).label() * random.nextDouble());
            }
        }
        OnlineLearner learner = Learners.kernel(sharing, kernel, new Update.Mistake(), Integer.MAX_VALUE);
        learner.announce(TASKS);
        MistakeBound bound =
                learner.bound(new Weights.Expansion(kernel, support, c)).orElseThrow();
        double[] losses = new double[17];
        for (Example x : stream) {
            double margin = learner.learn(x.task(), x.row(), x.label());
            bound.row(x.task(), x.row(), x.label(), margin);
            bound.endOfRound();
            if (OnlineLearner.mistaken(x.label(), margin)) {
                double h = 0;
                for (int s = 0; s < 20; s++) {
                    h += c.get(s, x.task()) * kernel(stream.get(s), x);
                }
                for (int k = 0; k < losses.length; k++) {
                    losses[k] += hinge(Math.pow(2, k - 6) * x.label() * h);
                }
            }
        }
        double energy = 0;
        Matrix a = interaction(2);
        for (int s = 0; s < 20; s++) {
            for (int r = 0; r < 20; r++) {
                for (int i = 0; i < TASKS; i++) {
                    for (int j = 0; j < TASKS; j++) {
                        energy += a.get(i, j) * c.get(s, i) * c.get(r, j) * kernel(stream.get(s), stream.get(r));
                    }
                }
            }
        }
        double expected = Double.POSITIVE_INFINITY;
        for (int k = 0; k < losses.length; k++) {
            double reach = (2.0 + TASKS) / (3 * TASKS) * energy * Math.pow(4, k - 6);
            expected = Math.min(expected, losses[k] + reach + Math.sqrt(reach * losses[k]));
        }
        assertThat(bound.value()).isEqualTo(expected, within(1e-9 * expected));
        assertThat(learner.bound(u))
                .as("linear comparators under a Gaussian kernel")
                .isEmpty();
        assertThat(learner.bound(new Weights.Expansion(new Gaussian(2), support, c)))
                .as("another kernel")
                .isEmpty();
    }

    private static double kernel(Example x, Example z) {
        double square = 0;
        double[] a = dense(x);
        double[] b = dense(z);
        for (int f = 0; f < D; f++) {
            square += (a[f] - b[f]) * (a[f] - b[f]);
        }
        return Math.exp(-square / 2);
    }

    private static double[] dense(Example x) {
        double[] all = new double[D];
        for (int k = 0; k < x.indices().length; k++) {
            all[x.indices()[k]] = x.values()[k];
        }
        return all;
    }

    private static SparseRows support(List<Example> rows) {
        int[] starts = new int[rows.size() + 1];
        int[] indices = rows.stream()
                .flatMapToInt(x -> java.util.Arrays.stream(x.indices()))
                .toArray();
        double[] values = rows.stream()
                .flatMapToDouble(x -> java.util.Arrays.stream(x.values()))
                .toArray();
        for (int s = 0; s < rows.size(); s++) {
            starts[s + 1] = starts[s] + rows.get(s).indices().length;
        }
        return new SparseRows(D, starts, indices, values);
    }

    /** Every row of a round is predicted before any is learned from: theorem 1 with ||M_t||^2 / m_t in place of R_ii. */
    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33, 34, 35, 36})
    void theoremOneHoldsInRounds(long seed) {
        Random random = new Random(seed);
        Matrix u = Example.related(random, TASKS, D, 0.4).scale(3);
        OnlineLearner learner = Learners.shared(new UniformSharing(random.nextInt(9)));
        learner.announce(TASKS);
        MistakeBound bound = learner.bound(u).orElseThrow();
        Round round = new Round();
        List<Example> stream = Example.stream(random, u, 1200, 4, 0.05);
        for (int n = 0; n < stream.size(); n += TASKS) {
            round.clear();
            for (int t = 0; t < TASKS; t++) {
                // The same input for every task, and labels against the learner: all steps add up.
                Example x = stream.get(n);
                double margin = learner.predict(t, x.row());
                double own = x.dot(u.row(t));
                double y = Math.abs(own) < 0.5 ? (margin >= 0 ? -1 : 1) : Math.signum(own);
                round.add(t, y).point(x.indices(), x.values(), 0, x.indices().length);
            }
            learner.learn(round);
            for (int k = 0; k < TASKS; k++) {
                bound.row(k, round.row(k), round.label(k), round.margin(k));
            }
            bound.endOfRound();
            assertThat(bound.reached()).as("seed %d", seed).isLessThanOrEqualTo(bound.value() * (1 + 1e-9));
        }
        assertThat(bound.mistakes()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {41, 42, 43})
    void sharedLossesStayBelowRemarkTwelveWithAKernelToo(long seed) {
        Random random = new Random(seed);
        Matrix u = Example.related(random, TASKS, D, 0.2).scale(4);
        SharedLoss loss = new SharedLoss(
                List.of(SharedLoss.Norm.L1, SharedLoss.Norm.L2, SharedLoss.Norm.LINF)
                        .get((int) (seed % 3)),
                0.4);
        Gaussian kernel = new Gaussian(1.5);
        List<Example> stream = Example.stream(random, u, 600, 4, 0.1);
        OnlineLearner teacher = Learners.matrix(2, Optional.of(loss), kernel);
        Example.margins(teacher, stream);
        OnlineLearner learner = Learners.matrix(2, Optional.of(loss), kernel);
        learner.announce(TASKS);
        MistakeBound bound = learner.bound(teacher.weights(D)).orElseThrow();
        double suffered = 0;
        Round round = new Round();
        for (int n = 0; n < stream.size(); n += TASKS) {
            round.clear();
            for (int t = 0; t < TASKS; t++) {
                Example x = stream.get(n + t);
                round.add(t, x.label()).point(x.indices(), x.values(), 0, x.indices().length);
            }
            learner.learn(round);
            double[] losses = new double[TASKS];
            for (int k = 0; k < TASKS; k++) {
                losses[k] = hinge(round.label(k) * round.margin(k));
                bound.row(k, round.row(k), round.label(k), round.margin(k));
            }
            bound.endOfRound();
            suffered += loss.value(losses, TASKS);
            assertThat(bound.reached()).isLessThanOrEqualTo(bound.value());
        }
        assertThat(bound.bounded()).isEqualTo("shared loss");
        assertThat(bound.reached()).isEqualTo(suffered, within(1e-9 * suffered));
    }

    /** The energy of a graph is (6): sum ||u_i||^2 + sum over edges ||u_i - u_j||^2. */
    @Test
    void corollaryFiveCountsEdges() {
        Random random = new Random(51);
        Matrix u = Example.related(random, TASKS, D, 0.5);
        Matrix edges = Matrix.of(
                new double[] {0, 1, 0, 0}, new double[] {1, 0, 1, 0}, new double[] {0, 1, 0, 0}, new double[] {
                    0, 0, 0, 0
                });
        TaskRelations graph = TaskRelations.graph(edges);
        double energy = 0;
        for (int i = 0; i < TASKS; i++) {
            energy += u.squaredNorm(i);
            for (int j = 0; j < i; j++) {
                for (int f = 0; f < D; f++) {
                    energy += edges.get(i, j) * Math.pow(u.get(i, f) - u.get(j, f), 2);
                }
            }
        }
        Matrix gram = LinearAlgebra.best().multiplyTransposeB(u, u);
        assertThat(graph.apply(gram).trace()).isEqualTo(energy, within(1e-12 * energy));
    }
}
