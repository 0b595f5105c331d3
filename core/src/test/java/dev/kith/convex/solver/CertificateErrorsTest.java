package dev.kith.convex.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.proof.Bounds;
import dev.kith.convex.proof.DualValue;
import dev.kith.convex.proof.Expansion;
import dev.kith.convex.proof.Factor;
import dev.kith.convex.proof.FeatureExpansion;
import dev.kith.convex.proof.FixedBounds;
import dev.kith.convex.proof.Proof;
import dev.kith.convex.proof.ProofData;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import dev.kith.linalg.TwofoldSum;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Training;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a certificate adds for errors: enough for the worst case, seen where the errors are made large. */
class CertificateErrorsTest {
    private static final double LAMBDA = 0.5;

    /** One row per label, tasks one after another, each weight of a task the same. */
    private static ProofData data(Loss loss, boolean intercept, boolean pooled, double[]... labels) {
        int n = java.util.Arrays.stream(labels).mapToInt(each -> each.length).sum();
        int[] rows = new int[n];
        int[] tasks = new int[n];
        double[] y = new double[n];
        int o = 0;
        for (int t = 0; t < labels.length; t++) {
            for (double label : labels[t]) {
                rows[o] = o;
                tasks[o] = t;
                y[o++] = label;
            }
        }
        Dataset raw = Dataset.of(
                DenseInputs.of(Matrix.zeros(n, 1)), Names.numbered("t", labels.length), rows, tasks, y, null, null);
        return new ProofData(
                raw,
                Standardizer.none(1, labels.length),
                Collections.nCopies(labels.length, loss),
                Training.defaults().withIntercept(intercept),
                pooled);
    }

    private static Bounds plain(int tasks) {
        return new FixedBounds(Matrix.identity(tasks), LAMBDA);
    }

    /** The objective with functions off by {@code error}, without its penalty lambda c^2. */
    private static double primal(ProofData data, Matrix values, double error, double c) {
        double[] none = new double[data.size()];
        return new Proof(data, new FeatureExpansion(values, error), plain(1))
                        .certify(saved(Matrix.of(new double[] {c}), new double[1]), null, none)
                        .primal()
                - LAMBDA * c * c;
    }

    /** Predictions may be off by |c| error, each its own way: no less than the loss of the worst, label by label. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 0.1, 0.7})
    void theObjectiveIsThatOfTheWorstPredictions(double error) {
        double[] y = {1, -1, 1, -1};
        Matrix values = Matrix.of(new double[][] {{0.5}, {-0.5}, {-0.25}, {1}});
        double c = 2;
        for (Loss loss : List.of(Losses.squared(), Losses.absolute(), Losses.hinge(), Losses.logistic())) {
            double worst = 0;
            double steepest = 0;
            for (int o = 0; o < 4; o++) {
                double z = c * values.get(o, 0);
                double up = z + c * error;
                double down = z - c * error;
                worst += Math.max(loss.value(y[o], up), loss.value(y[o], down)) / 4;
                double slope = Math.max(Math.abs(loss.slope(y[o], up)), Math.abs(loss.slope(y[o], down)));
                steepest += (loss.value(y[o], z) + slope * c * error) / 4;
            }
            double found = primal(data(loss, false, false, y), values, error, c);
            assertThat(found).as(loss.name()).isGreaterThanOrEqualTo(worst * (1 - 1e-12));
            double most = loss.equals(Losses.squared()) ? worst : steepest;
            assertThat(found).as(loss.name()).isLessThanOrEqualTo(most * (1 + 1e-11));
        }
    }

    /** Without weights there is no penalty to hide behind: no less than the exact sum of squares, by a digit or two. */
    @Test
    void theLossIsRoundedUp() {
        Random random = new Random(5);
        for (int trial = 0; trial < 50; trial++) {
            double[] y = random.doubles(8).map(u -> 1e3 * (u - 0.3)).toArray();
            BigDecimal exact = BigDecimal.ZERO;
            for (double label : y) {
                exact = exact.add(new BigDecimal(label).pow(2));
            }
            exact = exact.divide(new BigDecimal(8));
            double found = primal(data(Losses.squared(), false, false, y), Matrix.zeros(8, 1), 0, 0);
            assertThat(new BigDecimal(found)).isGreaterThan(exact);
            assertThat(new BigDecimal(found)).isLessThan(exact.multiply(new BigDecimal(1 + 0x1p-48)));
            BigDecimal sum = BigDecimal.ZERO;
            for (double label : y) {
                sum = sum.add(new BigDecimal(label).abs());
            }
            sum = sum.divide(new BigDecimal(8));
            double absolute = primal(data(Losses.absolute(), false, false, y), Matrix.zeros(8, 1), 0, 0);
            assertThat(new BigDecimal(absolute)).isGreaterThan(sum);
            assertThat(new BigDecimal(absolute)).isLessThan(sum.multiply(new BigDecimal(1 + 0x1p-44)));
        }
    }

    /** A predictor saved once per task, one of them 0.01 away: lambda (1 + 0.01)^2. */
    @Test
    void pooledWeightsAreBoundedWithTheDistanceBetweenThem() {
        ProofData data = data(Losses.squared(), false, true, new double[] {0}, new double[] {0}, new double[] {0});
        Matrix values = Matrix.zeros(3, 2);
        double[][] saved = {{0.6, 0.8}, {0.6, 0.81}, {0.598, 0.8}};
        for (double error : new double[] {0, 0.1}) {
            Expansion phi = new FeatureExpansion(values, 0) {
                @Override
                public Factor penalty(Matrix c, double[] units) {
                    return new Factor(c, error);
                }
            };
            double found = new Proof(data, phi, plain(1))
                    .certify(saved(Matrix.of(saved), new double[3]), null, new double[3])
                    .primal();
            assertThat(found).isCloseTo(LAMBDA * Math.pow(1.01 + error, 2), within(1e-12));
        }
    }

    /** A loss that is 1 at its best: nothing can be below the sum of all weights, less what the penalty's dual takes. */
    private static final class Raised implements Loss {
        private final Loss inner = Losses.absolute();

        @Override
        public String name() {
            return "raised";
        }

        @Override
        public double value(double y, double z) {
            return 1 + inner.value(y, z);
        }

        @Override
        public double slope(double y, double z) {
            return inner.slope(y, z);
        }

        @Override
        public double conjugate(double y, double u) {
            return inner.conjugate(y, u) - 1;
        }

        @Override
        public double curvature() {
            return inner.curvature();
        }

        @Override
        public boolean classification() {
            return false;
        }

        @Override
        public double prox(double y, double v, double tau) {
            return inner.prox(y, v, tau);
        }

        @Override
        public double nearestDual(double y, double u) {
            return inner.nearestDual(y, u);
        }
    }

    @Test
    void theValueAtZeroIsRoundedDown() {
        ProofData data = data(new Raised(), true, false, new double[] {3, 4}, new double[] {5, 6, 7, 8});
        Recorder bounds = new Recorder(0.25);
        double found = new DualValue(data, new FeatureExpansion(Matrix.zeros(6, 1), 0), bounds).atZero();
        assertThat(found).isLessThan(2 - 0.25).isGreaterThan(2 - 0.25 - 1e-12);
        double some = new DualValue(data, new FeatureExpansion(Matrix.zeros(6, 1), 0), bounds).below(new double[6]);
        assertThat(some).isLessThan(2 - 0.25).isGreaterThan(2 - 0.25 - 1e-11);
    }

    /** Bounds that remember what they were asked. */
    private static final class Recorder implements Bounds {
        final List<Double> errors = new ArrayList<>();
        final List<Matrix> halves = new ArrayList<>();
        private final double sup;

        Recorder(double sup) {
            this.sup = sup;
        }

        @Override
        public double above(Matrix wt, double error) {
            return 0;
        }

        @Override
        public Regularizer.DualTerm dualAbove(Matrix half, double error) {
            errors.add(error);
            halves.add(half);
            return new Regularizer.DualTerm(1, sup);
        }
    }

    /** Functions with an error, a size and a reach so large that what is made of them can be seen. */
    private static final class Large extends FeatureExpansion {
        double off;
        private final double factorError;

        Large(Matrix values, double factorError) {
            super(values, 0.125);
            this.factorError = factorError;
        }

        @Override
        public double largest() {
            return 1e29;
        }

        @Override
        public double reach() {
            return 0x1p100;
        }

        @Override
        public Factor dual(Multipliers theta, Matrix hi, Matrix lo, double given) {
            off = given;
            return new Factor(hi.plus(1, lo), factorError);
        }
    }

    /** Half of the factor's error, and what theta may miss a sum of zero by, (n + 4) 2^-98 sum |theta|, times the reach. */
    @Test
    void theDualIsAskedWithAllErrors() {
        double[] theta = {0.5, -0.25, -0.25, 1, -0.5, -0.5};
        Matrix values = Matrix.of(new double[][] {{1}, {2}, {4}, {1}, {1}, {3}});
        for (boolean intercept : new boolean[] {true, false}) {
            ProofData data = data(Losses.squared(), intercept, false, new double[] {3, 4, 4}, new double[] {9, 7, 8});
            Recorder bounds = new Recorder(0.5);
            Large phi = new Large(values, 0.75);
            new DualValue(data, phi, bounds).below(theta);
            double absolute = 3;
            assertThat(phi.off).isCloseTo(TwofoldSum.error(6, absolute * 1e29) + absolute * 0.125, within(1e-9));
            double expected = 0.375 + (intercept ? 10 * 4 * absolute : 0);
            assertThat(bounds.errors.get(0)).isCloseTo(expected, within(1e-9));
            Matrix half = Matrix.of(new double[][] {{-0.5}, {-0.5}});
            assertThat(bounds.halves.get(0).plus(-1, half).maxAbs()).isLessThan(1e-12);
            // the top of the ray, where it was looked again
            double top = bounds.halves.get(1).get(0, 0) / half.get(0, 0);
            assertThat(bounds.errors.get(1)).isGreaterThan(expected * top).isCloseTo(expected * top, within(1e-9));
        }
    }

    @Test
    void errorsWithoutBoundLeaveNoLowerBound() {
        ProofData data = data(Losses.squared(), false, false, new double[] {3, 4});
        Large phi = new Large(Matrix.zeros(2, 1), Double.POSITIVE_INFINITY);
        Recorder bounds = new Recorder(0);
        assertThat(new DualValue(data, phi, bounds).below(new double[2])).isEqualTo(Double.NEGATIVE_INFINITY);
        Large unknown = new Large(Matrix.zeros(2, 1), Double.NaN);
        assertThat(new DualValue(data, unknown, bounds).below(new double[2])).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(bounds.errors).isEmpty();
    }

    /** Exact labels, theta and features: the squared dual, evaluated in whole numbers, is never below what is found. */
    @Test
    void theDualIsRoundedDown() {
        ProofData data = data(Losses.squared(), false, false, new double[] {3, -5, 7, 2});
        double[] theta = {1.5, -0.25, 2, 0.5};
        // sum theta y - theta^2 / (4 w), w = 1/4
        double exact = 4.5 + 1.25 + 14 + 1 - (2.25 + 0.0625 + 4 + 0.25);
        Recorder nothing = new Recorder(0);
        double below = new DualValue(data, new FeatureExpansion(Matrix.zeros(4, 1), 0), nothing).below(theta);
        double linear = 20.75;
        double quadratic = 6.5625;
        double top = linear * linear / (4 * quadratic);
        assertThat(top).isGreaterThan(exact);
        assertThat(below).isLessThan(top).isGreaterThan(top - 1e-12);
        ProofData half = data(Losses.absolute(), false, false, new double[] {3, -5, 7, 2});
        double[] inside = {0.125, -0.25, 0.25, 0.0625};
        double sum = 0.375 + 1.25 + 1.75 + 0.125;
        double found = new DualValue(half, new FeatureExpansion(Matrix.zeros(4, 1), 0), nothing).below(inside);
        assertThat(found).isLessThan(sum).isGreaterThan(sum - 1e-11);
    }

    @Test
    void aLowerBoundAboveTheObjectiveIsAMistakeAndSaysSo() {
        ProofData data = data(Losses.squared(), false, false, new double[] {1, 1});
        Bounds wrong = new Recorder(-5);
        Proof proof = new Proof(data, new FeatureExpansion(Matrix.zeros(2, 1), 0), wrong);
        Scaled.Saved none = saved(Matrix.zeros(1, 1), new double[1]);
        assertThatThrownBy(() -> proof.certify(none, null, new double[2]))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("lies above the objective");
        Proof endless = new Proof(data, new FeatureExpansion(Matrix.zeros(2, 1), 0), new Bounds() {
            @Override
            public double above(Matrix wt, double error) {
                return Double.POSITIVE_INFINITY;
            }

            @Override
            public Regularizer.DualTerm dualAbove(Matrix half, double error) {
                return new Regularizer.DualTerm(1, 0);
            }
        });
        assertThatThrownBy(() -> endless.certify(none, null, new double[2]))
                .isInstanceOf(NumericalException.class)
                .hasMessageStartingWith("the objective of the fitted model must be a finite number, got Infinity");
    }

    private static Scaled.Saved saved(Matrix c, double[] b) {
        return new Scaled.Saved(c.transpose(), Matrix.wrap(1, b.length, b));
    }
}
