package dev.kith.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JointLossTest {
    private static final Random RANDOM = new Random(3);

    static Stream<Loss> losses() {
        return Stream.of(Losses.softmax(), Losses.multiclassHinge());
    }

    private static double[] random(int size, double scale) {
        return RANDOM.doubles(size).map(x -> scale * (2 * x - 1)).toArray();
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }

    /**
     * The proximal step z of v has slope (v - z) / tau = p - e_own with p in the simplex, where loss and conjugate add up to
     * slope'z; that makes both of them, and the step, what they should be.
     */
    @ParameterizedTest
    @MethodSource("losses")
    void stepsLandWhereLossAndConjugateMeet(Loss loss) {
        JointLoss joint = loss.joint().orElseThrow();
        for (int trial = 0; trial < 2000; trial++) {
            int classes = 2 + RANDOM.nextInt(6);
            int own = RANDOM.nextInt(classes);
            double tau = Math.pow(10, -3 + 6 * RANDOM.nextDouble());
            double[] v = random(classes, Math.pow(10, -2 + 4 * RANDOM.nextDouble()));
            double[] z = new double[classes];
            joint.proxInto(z, own, v, tau);
            double[] p = new double[classes];
            Arrays.setAll(p, k -> (v[k] - z[k]) / tau + (k == own ? 1 : 0));
            double size = 1 + Arrays.stream(v).map(Math::abs).max().orElse(0);
            double digits = 1e-13 * (1 + size / tau);
            assertThat(Arrays.stream(p).min().orElse(-1)).isGreaterThan(-digits);
            assertThat(Arrays.stream(p).sum()).isCloseTo(1, within(10 * digits));
            double[] clean = Arrays.stream(p).map(x -> Math.max(0, x)).toArray();
            double[] slope = clean.clone();
            slope[own] -= 1;
            assertThat(joint.value(own, z) + joint.conjugate(own, clean))
                    .isCloseTo(dot(slope, z), within(1e-11 * size + 100 * digits));
        }
    }

    @ParameterizedTest
    @MethodSource("losses")
    void lossAndConjugateAreNeverBelowTheirProduct(Loss loss) {
        JointLoss joint = loss.joint().orElseThrow();
        for (int trial = 0; trial < 1000; trial++) {
            int classes = 2 + RANDOM.nextInt(5);
            int own = RANDOM.nextInt(classes);
            double[] z = random(classes, 5);
            double[] p = random(classes, 1);
            double sum = Arrays.stream(p).map(Math::abs).sum();
            Arrays.setAll(p, k -> Math.abs(p[k]) / sum);
            double[] slope = p.clone();
            slope[own] -= 1;
            assertThat(joint.value(own, z) + joint.conjugate(own, p)).isGreaterThanOrEqualTo(dot(slope, z) - 1e-12);
        }
    }

    @Test
    void valuesByHand() {
        JointLoss softmax = Losses.softmax().joint().orElseThrow();
        assertThat(softmax.value(0, new double[] {0, 0, 0})).isCloseTo(Math.log(3), within(1e-15));
        assertThat(softmax.value(1, new double[] {1000, 0})).isEqualTo(1000);
        JointLoss hinge = Losses.multiclassHinge().joint().orElseThrow();
        assertThat(hinge.value(0, new double[] {2, 1.5, -4})).isEqualTo(0.5);
        assertThat(hinge.value(2, new double[] {2, 1.5, 4})).isZero();
    }

    @Test
    void decisionsOfSoftmaxAreLogOddsAndThoseOfTheHingeMargins() {
        double[] z = {1, 2, -1};
        Losses.softmax().joint().orElseThrow().decide(z);
        double sum = Math.exp(1) + Math.exp(2) + Math.exp(-1);
        assertThat(Losses.softmax().probability(z[1]).orElseThrow()).isCloseTo(Math.exp(2) / sum, within(1e-15));
        assertThat(Arrays.stream(z)
                        .map(d -> Losses.softmax().probability(d).orElseThrow())
                        .sum())
                .isCloseTo(1, within(1e-15));
        double[] m = {1, 2, -1};
        Losses.multiclassHinge().joint().orElseThrow().decide(m);
        assertThat(m).containsExactly(-1, 1, -3);
    }

    @Test
    void whoJudgesOneByOneRefuses() {
        assertThatThrownBy(() -> Losses.requireSeparate(Losses.softmax(), "this method"))
                .hasMessage(
                        "loss 'softmax' judges all classes of a row together, which this method cannot: use logistic or"
                                + " hinge, one class against the rest");
        Losses.requireSeparate(Losses.logistic(), "this method");
    }
}
