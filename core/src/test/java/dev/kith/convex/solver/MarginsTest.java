package dev.kith.convex.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.basis.Problem;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Training;
import dev.kith.structure.Relations;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** V(W) = min over b of sum w loss(y, z + b): value, gradient and bounds, each beside a sum or a search of its own. */
class MarginsTest {
    private static final int TASKS = 3;
    private static final double LAMBDA = 0.2;

    static Stream<Loss> losses() {
        return Stream.of(Losses.logistic(), Losses.hinge(), Losses.absolute(), Losses.squared());
    }

    /** Weighted observations of three tasks; numbers are around 50, so that intercepts are large. */
    private static Problem problem(Loss loss, boolean intercept, double level) {
        Random random = new Random(3);
        int n = 24;
        int[] row = new int[n];
        int[] task = new int[n];
        double[] y = new double[n];
        double[] w = new double[n];
        for (int o = 0; o < n; o++) {
            row[o] = o;
            task[o] = o % TASKS;
            w[o] = 0.2 + random.nextDouble();
            y[o] = loss.classification() ? (random.nextInt(3) > 0 ? 1 : -1) : level + random.nextGaussian();
        }
        w[5] = 0;
        Matrix x = Matrix.zeros(n, 2).map(zero -> random.nextGaussian());
        Dataset data = Dataset.of(DenseInputs.of(x), Names.numbered("t", TASKS), row, task, y, w, null);
        return Problem.onFeatures(
                data, Training.defaults().withIntercept(intercept).withWeighting(Training.Weighting.OBSERVATION));
    }

    private static Margins margins(Problem problem, Loss loss) {
        return new Margins(problem, Collections.nCopies(TASKS, loss));
    }

    private static Matrix weights() {
        Random random = new Random(4);
        return Matrix.zeros(TASKS, 2).map(zero -> random.nextGaussian());
    }

    private static double lossOf(Problem p, Loss loss, double[] z, int t, double b) {
        double sum = 0;
        for (int o = p.start[t]; o < p.start[t + 1]; o++) {
            sum += p.w[o] * loss.value(p.y[o], z[o] + b);
        }
        return sum;
    }

    /** The minimum of a convex function of one number between the bounds, by thirds. */
    private static double least(DoubleUnaryOperator f, double low, double high) {
        double from = low;
        double to = high;
        for (int k = 0; k < 200; k++) {
            double left = from + (to - from) / 3;
            double right = to - (to - from) / 3;
            if (f.applyAsDouble(left) < f.applyAsDouble(right)) {
                to = right;
            } else {
                from = left;
            }
        }
        return f.applyAsDouble((from + to) / 2);
    }

    @ParameterizedTest
    @MethodSource("losses")
    void theValueIsThatOfTheBestIntercepts(Loss loss) {
        for (double level : new double[] {0, 50, -3000}) {
            for (boolean intercept : new boolean[] {true, false}) {
                Problem p = problem(loss, intercept, level);
                Margins v = margins(p, loss);
                Matrix wt = weights();
                double[] z = new double[p.size()];
                p.predictInto(z, wt);
                double expected = 0;
                for (int t = 0; t < TASKS; t++) {
                    int task = t;
                    expected +=
                            intercept ? least(b -> lossOf(p, loss, z, task, b), -4000, 4000) : lossOf(p, loss, z, t, 0);
                }
                double value = v.valueAndGradientInto(Matrix.zeros(TASKS, 2), wt);
                assertThat(value).isCloseTo(expected, within(1e-9 * (1 + expected)));
                double[] b = v.intercepts(wt);
                double there = 0;
                for (int t = 0; t < TASKS; t++) {
                    there += lossOf(p, loss, z, t, b[t]);
                    assertThat(intercept || b[t] == 0).isTrue();
                }
                assertThat(there).isCloseTo(expected, within(1e-9 * (1 + expected)));
                assertThat(v.toBasis(wt)).isSameAs(wt);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("losses")
    void theGradientIsTheSlopeOfTheValueAndTheCurvatureBoundsIt(Loss loss) {
        for (boolean intercept : new boolean[] {true, false}) {
            Problem p = problem(loss, intercept, 2);
            Margins v = margins(p, loss);
            assertThat(v.smooth()).isEqualTo(loss.smooth());
            Matrix wt = weights();
            Matrix gradient = Matrix.zeros(TASKS, 2);
            Matrix ignored = Matrix.zeros(TASKS, 2);
            double value = v.valueAndGradientInto(gradient, wt);
            Random random = new Random(9);
            for (int k = 0; k < 6 && loss.smooth(); k++) {
                Matrix move = Matrix.zeros(TASKS, 2).map(zero -> random.nextGaussian());
                double h = 1e-5;
                double slope = (v.valueAndGradientInto(ignored, wt.plus(h, move))
                                - v.valueAndGradientInto(ignored, wt.plus(-h, move)))
                        / (2 * h);
                assertThat(gradient.dot(move)).isCloseTo(slope, within(1e-6 * (1 + Math.abs(slope))));
                double bound = value + gradient.dot(move) + v.curvatureAlong(move) / 2;
                assertThat(v.valueAndGradientInto(ignored, wt.plus(1, move))).isLessThanOrEqualTo(bound + 1e-9);
                // sum of curvature w z^2, z the centred predictions of the move
                double[] z = new double[p.size()];
                p.predictInto(z, move);
                double sum = 0;
                for (int o = 0; o < z.length; o++) {
                    sum += loss.curvature() * p.w[o] * z[o] * z[o];
                }
                assertThat(v.curvatureAlong(move)).isCloseTo(sum, within(1e-12 * sum));
            }
        }
    }

    /** The dual value, from the definition: multipliers in range, of sum 0 per task, and the penalty's sup. */
    @ParameterizedTest
    @MethodSource("losses")
    void theCertificateIsTheDualOfBalancedSlopes(Loss loss) {
        for (boolean intercept : new boolean[] {true, false}) {
            Problem p = problem(loss, intercept, 1);
            Margins v = margins(p, loss);
            Matrix wt = weights().scale(0.3);
            Regularizer r = Regularizer.of(
                    Relations.independent().penalty(Names.numbered("t", TASKS), LAMBDA), LAMBDA, TASKS, 2);
            double[] z = new double[p.size()];
            p.predictInto(z, wt);
            double[] b = v.intercepts(wt);
            double[] theta = new double[p.size()];
            double primal = LAMBDA * wt.dot(wt);
            for (int t = 0; t < TASKS; t++) {
                double up = 0;
                double down = 0;
                for (int o = p.start[t]; o < p.start[t + 1]; o++) {
                    primal += p.w[o] * loss.value(p.y[o], z[o] + b[t]);
                    theta[o] = -p.w[o] * loss.slope(p.y[o], z[o] + b[t]);
                    up += Math.max(0, theta[o]);
                    down += Math.max(0, -theta[o]);
                }
                for (int o = p.start[t]; o < p.start[t + 1] && intercept; o++) {
                    theta[o] *= theta[o] > 0 ? Math.min(1, down / up) : Math.min(1, up / down);
                }
            }
            Matrix sums = Matrix.zeros(TASKS, 2);
            p.gatherInto(sums, theta);
            double dual = -sums.dot(sums) / (4 * LAMBDA);
            for (int o = 0; o < theta.length; o++) {
                dual -= p.w[o] > 0 ? p.w[o] * loss.conjugate(p.y[o], -theta[o] / p.w[o]) : 0;
            }
            Certificate found = v.certificate(r, wt, r.value(wt));
            assertThat(found.primal()).isCloseTo(primal, within(1e-9 * primal));
            assertThat(found.dual()).isCloseTo(dual, within(1e-6 * (1 + Math.abs(dual))));
            assertThat(found.dual()).isLessThan(found.primal());
        }
    }

    /** A task of one class alone: its best intercept is at infinity, and stays at 40. */
    @Test
    void interceptsOfOneClassStayInBounds() {
        Matrix x = Matrix.of(new double[] {1}, new double[] {2});
        Dataset data = Dataset.ofLong(DenseInputs.of(x), List.of("a"), new int[] {0, 0}, new double[] {1, 1});
        for (Loss loss : List.of(Losses.logistic(), Losses.hinge())) {
            Problem p = Problem.onFeatures(data, Training.defaults());
            double[] b = new Margins(p, List.of(loss)).intercepts(Matrix.zeros(1, 1));
            // any b >= 1 is best for the hinge: the end of its interval
            assertThat(b[0]).isCloseTo(loss.smooth() ? 40 : 1, within(1e-9));
            Dataset negative = data.withLabels(new double[] {-1, -1});
            double[] down = new Margins(Problem.onFeatures(negative, Training.defaults()), List.of(loss))
                    .intercepts(Matrix.zeros(1, 1));
            assertThat(down[0]).isCloseTo(loss.smooth() ? -40 : -1, within(1e-9));
        }
    }

    /** Of all medians the middle one. */
    @Test
    void anIntervalOfBestInterceptsHasItsMiddle() {
        Matrix x = Matrix.zeros(4, 1);
        Dataset data = Dataset.ofLong(DenseInputs.of(x), List.of("a"), new int[4], new double[] {1, 2, 5, 100});
        Problem p = Problem.onFeatures(data, Training.defaults());
        assertThat(new Margins(p, List.of(Losses.absolute())).intercepts(Matrix.zeros(1, 1))[0])
                .isCloseTo(3.5, within(1e-9));
    }
}
