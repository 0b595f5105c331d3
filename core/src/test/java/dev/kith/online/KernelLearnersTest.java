package dev.kith.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.online.perceptron.KernelPerceptron;
import dev.kith.online.perceptron.KernelSecondOrder;
import dev.kith.online.perceptron.MatrixPerceptron;
import dev.kith.online.perceptron.PNormPerceptron;
import dev.kith.online.perceptron.RelatedPerceptron;
import dev.kith.online.perceptron.SecondOrderPerceptron;
import dev.kith.online.perceptron.SharedPerceptron;
import dev.kith.online.state.GramInverse;
import dev.kith.online.state.SpectralGauge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelLearnersTest {
    private static final int TASKS = 4;
    private static final int D = 30;

    private static List<Example> stream(long seed, int count) {
        Random random = new Random(seed);
        return Example.stream(random, Example.related(random, TASKS, D, 0.7), count, 8, 0.1);
    }

    private static <L extends OnlineLearner> L announced(L learner) {
        learner.announce(TASKS);
        return learner;
    }

    @Test
    void thePerceptronWithALinearKernelIsThePrimalOne() {
        List<Example> stream = stream(31, 800);
        double[] primal = Example.margins(announced(new SharedPerceptron(new UniformSharing(3))), stream);
        KernelPerceptron dual =
                new KernelPerceptron(new UniformSharing(3), new Linear(), new Update.Mistake(), Integer.MAX_VALUE);
        assertThat(Example.margins(announced(dual), stream)).containsExactly(primal, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void theMatrixPerceptronWithALinearKernelIsThePrimalOne(int p) {
        List<Example> stream = stream(32, 600);
        double[] primal = Example.margins(new MatrixPerceptron(p, Optional.empty()), stream);
        assertThat(Example.margins(
                        new MatrixPerceptron(new SpectralGauge.Schatten(p), Optional.empty(), new Linear()), stream))
                .containsExactly(primal, within(1e-8));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 4})
    void theDualSecondOrderPerceptronIsThePrimalOne(double b) {
        List<Example> stream = stream(33, 1000);
        double[] primal = Example.margins(new SecondOrderPerceptron(new UniformSharing(b), TASKS, D), stream);
        KernelSecondOrder dual = new KernelSecondOrder(new UniformSharing(b), new Linear(), Integer.MAX_VALUE);
        assertThat(Example.margins(announced(dual), stream)).containsExactly(primal, within(1e-8));
    }

    @Test
    void thePrimalSecondOrderPerceptronIsThePapersFormula() {
        List<Example> stream = stream(34, 120);
        UniformSharing sharing = new UniformSharing(2);
        SecondOrderPerceptron learner = new SecondOrderPerceptron(sharing, TASKS, D);
        List<Example> mistaken = new ArrayList<>();
        for (Example x : stream) {
            int s = mistaken.size();
            Matrix system = Matrix.identity(s);
            double[] g = new double[s];
            double[] y = new double[s];
            for (int i = 0; i < s; i++) {
                Example a = mistaken.get(i);
                y[i] = a.label();
                g[i] = sharing.between(a.task(), x.task(), TASKS) * product(a, x);
                for (int j = 0; j < s; j++) {
                    Example b = mistaken.get(j);
                    system.add(i, j, sharing.between(a.task(), b.task(), TASKS) * product(a, b));
                }
            }
            double expected = 0;
            double[] solved = LinearAlgebra.best().cholesky(system).solve(y);
            for (int i = 0; i < s; i++) {
                expected += g[i] * solved[i];
            }
            assertThat(learner.learn(x.task(), x.row(), x.label())).isEqualTo(expected, within(1e-9));
            if (OnlineLearner.mistaken(x.label(), expected)) {
                mistaken.add(x);
            }
        }
        assertThat(mistaken.size()).isGreaterThan(20);
    }

    private static double product(Example a, Example b) {
        double[] dense = new double[D];
        for (int k = 0; k < a.indices().length; k++) {
            dense[a.indices()[k]] = a.values()[k];
        }
        return b.dot(dense);
    }

    @Test
    void replacingRowsOfTheInverseIsStartingAgain() {
        Random random = new Random(35);
        int n = 12;
        Matrix x = Matrix.wrap(30, 6, random.doubles(180, -1, 1).toArray());
        Matrix gram = LinearAlgebra.best().multiplyTransposeB(x, x);
        GramInverse inverse = new GramInverse();
        int[] held = new int[n];
        double[] y = new double[n];
        for (int k = 0; k < 30; k++) {
            int slot = k % n;
            double[] products = new double[n];
            for (int s = 0; s < Math.min(k, n); s++) {
                products[s] = gram.get(k, held[s]);
            }
            held[slot] = k;
            y[slot] = random.nextBoolean() ? 1 : -1;
            inverse.put(slot, products, gram.get(k, k), y[slot]);
        }
        Matrix last = Matrix.zeros(n, n);
        for (int s = 0; s < n; s++) {
            for (int r = 0; r < n; r++) {
                last.set(s, r, gram.get(held[s], held[r]));
            }
        }
        double[] expected = GramInverse.of(last, y).solution();
        for (int s = 0; s < n; s++) {
            assertThat(inverse.solution()[s]).isEqualTo(expected[s], within(1e-9));
        }
    }

    @Test
    void aTaskThatAppearsLateIsAsIfAnnounced() {
        List<Example> stream = stream(36, 300);
        KernelSecondOrder learner = new KernelSecondOrder(new UniformSharing(2), new Linear(), Integer.MAX_VALUE);
        List<Example> mistaken = new ArrayList<>();
        for (Example x : stream) {
            if (x.task() < 3 && OnlineLearner.mistaken(x.label(), learner.learn(x.task(), x.row(), x.label()))) {
                mistaken.add(x);
            }
        }
        Example fresh = stream.stream().filter(x -> x.task() == 3).findFirst().orElseThrow();
        double late = learner.predict(3, fresh.row());
        Matrix gram = Matrix.zeros(mistaken.size(), mistaken.size());
        double[] y = new double[mistaken.size()];
        for (int i = 0; i < y.length; i++) {
            y[i] = mistaken.get(i).label();
            for (int j = 0; j < y.length; j++) {
                double shared = new UniformSharing(2)
                        .between(mistaken.get(i).task(), mistaken.get(j).task(), 4);
                gram.set(i, j, shared * product(mistaken.get(i), mistaken.get(j)));
            }
        }
        double expected = 0;
        double[] solution = GramInverse.of(gram, y).solution();
        for (int i = 0; i < y.length; i++) {
            expected += solution[i]
                    * new UniformSharing(2).between(mistaken.get(i).task(), 3, 4)
                    * product(mistaken.get(i), fresh);
        }
        assertThat(late).isEqualTo(expected, within(1e-9));
    }

    @Test
    void aBudgetForgetsTheOldest() {
        KernelPerceptron learner =
                new KernelPerceptron(new UniformSharing(0), new Gaussian(1), new Update.Mistake(), 2);
        learner.learn(0, Row.dense(1, 0, 0), -1);
        learner.learn(0, Row.dense(0, 1, 0), 1);
        assertThat(learner.snapshot().numbers("support coefficients")).containsExactly(-1, 1);
        learner.update(0, Row.dense(0, 0, 1), -1, 1);
        assertThat(learner.snapshot().numbers("support coefficients")).containsExactly(-1, 1);
        assertThat(learner.snapshot().numbers("support values")).hasSize(6);
        assertThat(learner.predict(0, Row.dense(1, 0, 0))).isEqualTo(0, within(1e-12));
        assertThatThrownBy(() -> new KernelSecondOrder(new UniformSharing(0), new Linear(), 0))
                .hasMessage("budget must be a whole number >= 1, got 0");
    }

    @Test
    void weightsGiveTheMarginsOfTheLearner() {
        List<Example> stream = stream(37, 400);
        List<OnlineLearner> learners = List.of(
                announced(new SharedPerceptron(new UniformSharing(2))),
                announced(new SharedPerceptron(new UniformSharing(2), new Update.PassiveAggressive(1), true)),
                announced(SharedPerceptron.auto(new Update.Mistake(), false)),
                new RelatedPerceptron(TaskRelations.of(Matrix.identity(TASKS)), new Update.Mistake(), true),
                announced(new PNormPerceptron(new UniformSharing(2), 4)),
                new SecondOrderPerceptron(new UniformSharing(2), TASKS, D),
                announced(new KernelSecondOrder(new UniformSharing(2), new Gaussian(1), 50)),
                announced(new KernelPerceptron(new UniformSharing(2), new Gaussian(1), new Update.Mistake(), 60)),
                announced(new MatrixPerceptron(3, Optional.empty())),
                announced(new MatrixPerceptron(new SpectralGauge.Schatten(3), Optional.empty(), new Gaussian(2))));
        for (OnlineLearner learner : learners) {
            Example.margins(learner, stream);
            Weights weights = learner.weights(D);
            for (Example x : stream.subList(0, 50)) {
                assertThat(margin(weights, x))
                        .as(learner.toString())
                        .isEqualTo(learner.predict(x.task(), x.row()), within(1e-9));
            }
        }
    }

    private static double margin(Weights weights, Example x) {
        if (weights instanceof Weights.Linear linear) {
            return x.dot(linear.matrix().column(x.task()));
        }
        Weights.Expansion expansion = (Weights.Expansion) weights;
        double margin = 0;
        for (int s = 0; s < expansion.support().rows(); s++) {
            double[] dense = new double[D];
            expansion.support().addInto(dense, 1, s);
            double k = expansion
                    .kernel()
                    .of(x.dot(dense), x.row().squaredNorm(), expansion.support().squaredNorm(s));
            margin += k * expansion.coefficients().get(s, x.task());
        }
        return margin;
    }
}
