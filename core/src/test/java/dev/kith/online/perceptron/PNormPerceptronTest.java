package dev.kith.online.perceptron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.Matrix;
import dev.kith.online.Example;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.UniformSharing;
import dev.kith.online.bound.Comparators;
import dev.kith.online.learner.Learners;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PNormPerceptronTest {
    private static final int TASKS = 4;
    private static final int D = 25;

    private static List<Example> stream(long seed, int count) {
        Random random = new Random(seed);
        return Example.stream(random, Example.related(random, TASKS, D, 0.7), count, 8, 0.1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {2, 3, 6.5})
    void pNormFollowsTheGradientOfTheNorm(double p) {
        UniformSharing sharing = new UniformSharing(1.5);
        PNormPerceptron learner = new PNormPerceptron(sharing, p);
        learner.announce(TASKS);
        double[][] v = new double[TASKS][D];
        for (Example x : stream(41, 500)) {
            double norm = 0;
            for (double[] row : v) {
                norm += Arrays.stream(row).map(a -> Math.pow(Math.abs(a), p)).sum();
            }
            norm = Math.pow(norm, 1 / p);
            double expected = 0;
            for (int j = 0; j < TASKS && norm > 0; j++) {
                for (int k = 0; k < x.indices().length; k++) {
                    double a = v[j][x.indices()[k]];
                    double w = Math.signum(a) * Math.pow(Math.abs(a), p - 1) / Math.pow(norm, p - 2);
                    expected += sharing.between(j, x.task(), TASKS) * w * x.values()[k];
                }
            }
            assertThat(learner.learn(x.task(), x.row(), x.label())).isEqualTo(expected, within(1e-9));
            for (int j = 0; OnlineLearner.mistaken(x.label(), expected) && j < TASKS; j++) {
                for (int k = 0; k < x.indices().length; k++) {
                    v[j][x.indices()[k]] += x.label() * sharing.between(j, x.task(), TASKS) * x.values()[k];
                }
            }
        }
    }

    /** Powers as high as 63 of numbers as small as 2^-300: signs must not depend on the unit of the inputs. */
    @ParameterizedTest
    @CsvSource({"2, -300", "2, 300", "17.3, -300", "17.3, 300", "64, -300", "64, -20", "64, 20", "64, 300"})
    void pNormDoesNotDependOnTheUnitOfTheInputs(double p, int exponent) {
        PNormPerceptron learner = new PNormPerceptron(new UniformSharing(1.5), p);
        PNormPerceptron scaled = new PNormPerceptron(new UniformSharing(1.5), p);
        int mistakes = 0;
        for (Example x : stream(43, 800)) {
            double[] values = Arrays.stream(x.values())
                    .map(value -> Math.scalb(value, exponent))
                    .toArray();
            double margin = learner.learn(x.task(), x.row(), x.label());
            double other = scaled.learn(x.task(), Row.sparse(x.indices(), values), x.label());
            assertThat(Math.signum(other)).isEqualTo(Math.signum(margin));
            mistakes += OnlineLearner.mistaken(x.label(), margin) ? 1 : 0;
        }
        assertThat(mistakes).isBetween(40, 360);
    }

    @Test
    void pNormKnowsTheSignOfFeaturesFarSmallerThanOthers() {
        PNormPerceptron learner = new PNormPerceptron(new UniformSharing(2), 64);
        Row large = Row.sparse(new int[] {0}, new double[] {1});
        Row small = Row.sparse(new int[] {1, 2}, new double[] {1e-9, -3e-9});
        learner.learn(0, large, -1);
        learner.learn(0, small, -1);
        assertThat(learner.predict(0, small)).isNegative();
        assertThat(learner.predict(1, small)).isNegative();
        assertThat(learner.predict(1, Row.sparse(new int[] {2}, new double[] {5})))
                .isPositive();
        assertThat(Learners.restore(learner.snapshot()).predict(1, small)).isNegative();
    }

    /** After some |v| have grown 2^20 times beyond the first, everything is kept in a larger unit. */
    @Test
    void pNormMovesItsUnitAsWeightsGrow() {
        PNormPerceptron learner = new PNormPerceptron(new UniformSharing(0), 40);
        double v = 0;
        for (int k = 0; k < 60; k++) {
            double x = Math.scalb(1.0, k);
            double y = v >= 0 ? -1 : 1;
            assertThat(learner.learn(0, Row.dense(x), y)).isEqualTo(v * x, within(1e-12 * Math.abs(v * x)));
            v += y * x;
        }
    }

    @Test
    void theoremSixHoldsAsPrinted() {
        for (long seed = 50; seed < 56; seed++) {
            Random random = new Random(seed);
            Matrix u = Example.related(random, TASKS, D, 0.1).scale(8);
            PNormPerceptron learner =
                    new PNormPerceptron(UniformSharing.pairwise(), PNormPerceptron.defaultP(TASKS, D));
            learner.announce(TASKS);
            Comparators comparators = new Comparators(u);
            double largest = 0;
            for (Example x : Example.stream(random, u, 2000, 6, 0.05)) {
                if (OnlineLearner.mistaken(x.label(), learner.learn(x.task(), x.row(), x.label()))) {
                    comparators.mistake(x.task(), x.row(), x.label());
                    largest = Math.max(
                            largest,
                            Arrays.stream(x.values()).map(Math::abs).max().orElse(0));
                }
            }
            double l1 = 0;
            for (double a : UniformSharing.pairwise().apply(u).data()) {
                l1 += Math.abs(a);
            }
            double h = 8
                    * Math.E
                    * Math.E
                    * Math.log(Math.max(TASKS, D))
                    / Math.pow(TASKS + 1, 2)
                    * largest
                    * largest
                    * l1
                    * l1;
            assertThat((double) comparators.mistakes())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(comparators.loss() + h + Math.sqrt(2 * h * comparators.loss()));
        }
    }
}
