package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.basis.FeatureRows;
import dev.kith.convex.proof.Bounds;
import dev.kith.convex.proof.Expansion;
import dev.kith.convex.proof.FeatureExpansion;
import dev.kith.convex.proof.FixedBounds;
import dev.kith.convex.proof.KernelExpansion;
import dev.kith.convex.proof.LandmarkExpansion;
import dev.kith.convex.proof.LinearExpansion;
import dev.kith.convex.proof.Proof;
import dev.kith.convex.proof.ProofData;
import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Scaled;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer;
import dev.kith.kernel.Gaussian;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Training;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Objective and lower bound of a certificate against their formulas in plain loops, for weights that are not optimal. */
class CertificateValuesTest {
    private static final double LAMBDA = 0.2;
    /** Doubles in plain loops, of some thirty terms. */
    private static final double ROUNDING = 1e-11;

    private static final int[] TASK = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 0, 1, 2, 1};
    private static final int[] ROW = {0, 0, 1, 1, 2, 3, 4, 5, 5, 6, 2, 3, 6, 4};
    private static final Matrix A = Matrix.of(new double[][] {{2, 0.5, 0.1}, {0.5, 1, -0.3}, {0.1, -0.3, 0.7}});
    private static final double[] FEATURE_SCALE = {2, 0.25};

    private final Random random = new Random(11);
    private final Matrix x = Matrix.zeros(7, 2).map(zero -> random.nextGaussian() + 0.5);
    private final double[] weight =
            random.doubles(TASK.length).map(u -> 0.2 + 2 * u).toArray();
    private final double[] theta =
            random.doubles(TASK.length).map(u -> 0.4 * u - 0.15).toArray();

    static Stream<Arguments> cases() {
        List<List<Loss>> losses = List.of(
                List.of(Losses.squared(), Losses.squared(), Losses.squared()),
                List.of(Losses.logistic(), Losses.logistic(), Losses.logistic()),
                List.of(Losses.hinge(), Losses.hinge(), Losses.hinge()),
                List.of(Losses.absolute(), Losses.absolute(), Losses.absolute()),
                List.of(Losses.squared(), Losses.logistic(), Losses.absolute()));
        return losses.stream()
                .flatMap(each -> Stream.of(true, false)
                        .flatMap(intercept -> Stream.of(true, false)
                                .filter(pooled -> !pooled || each.get(0).equals(each.get(1)))
                                .map(pooled -> Arguments.of(each, intercept, pooled))));
    }

    /** Everything a certificate is about, and the same observations in the order in which they were given. */
    private final class Case {
        final List<Loss> losses;
        final boolean intercept;
        final boolean pooled;
        final Training training;
        final double[] label = new double[TASK.length];
        final double[] labelMean = new double[3];
        final double[] labelScale = {1, 1, 1};
        final double[] w = new double[TASK.length];
        final ProofData data;

        Case(List<Loss> losses, boolean intercept, boolean pooled) {
            this.losses = losses;
            this.intercept = intercept;
            this.pooled = pooled;
            training = Training.defaults().withIntercept(intercept);
            double[] total = new double[3];
            for (int o = 0; o < label.length; o++) {
                boolean classes = losses.get(TASK[o]).classification();
                label[o] = classes ? (o % 3 == 0 ? 1 : -1) : 5 + 2 * Math.sin(o);
                total[TASK[o]] += weight[o];
                if (!classes) {
                    labelMean[TASK[o]] = intercept ? 4 + (pooled ? 0 : TASK[o]) : 0;
                    labelScale[TASK[o]] = pooled ? 3 : 2 + TASK[o];
                }
            }
            Arrays.setAll(w, o -> weight[o] / total[TASK[o]]);
            Standardizer scaling = new Standardizer(
                    Matrix.zeros(1, 2), Matrix.of(FEATURE_SCALE), Matrix.of(labelMean), Matrix.of(labelScale));
            data = new ProofData(
                    Dataset.of(DenseInputs.of(x), List.of("a", "b", "c"), ROW, TASK, label, weight, null),
                    scaling,
                    losses,
                    training,
                    pooled);
        }

        int group(int o) {
            return pooled ? 0 : TASK[o];
        }

        int groups() {
            return pooled ? 1 : 3;
        }

        Bounds bounds() {
            return pooled ? new FixedBounds(Matrix.identity(1), LAMBDA) : new FixedBounds(A, LAMBDA);
        }

        /** The multipliers by task, as certificates have them. */
        double[] sorted(double[] given) {
            int[] order = IntStream.range(0, given.length)
                    .boxed()
                    .sorted((o, p) -> Integer.compare(TASK[o], TASK[p]))
                    .mapToInt(o -> o)
                    .toArray();
            return IntStream.of(order).mapToDouble(o -> given[o]).toArray();
        }

        /** Intercepts of squared losses at their best for the predictions f, which are without intercept. */
        double[] intercepts(double[] f, double[] given) {
            double[] b = given.clone();
            for (int g = 0; g < groups() && intercept; g++) {
                double sum = 0;
                double total = 0;
                for (int o = 0; o < w.length; o++) {
                    sum += group(o) == g ? w[o] * (label[o] - f[o]) : 0;
                    total += group(o) == g ? w[o] : 0;
                }
                for (int t = 0; t < 3; t++) {
                    b[t] = (pooled || t == g) && losses.get(t).equals(Losses.squared()) ? sum / total : b[t];
                }
            }
            return b;
        }

        double loss(double[] f, double[] b) {
            double sum = 0;
            for (int o = 0; o < w.length; o++) {
                int t = TASK[o];
                double y = (label[o] - labelMean[t]) / labelScale[t];
                sum += w[o] * losses.get(t).value(y, (f[o] + b[t] - labelMean[t]) / labelScale[t]);
            }
            return sum;
        }

        double[] feasible(double[] given) {
            double[] made = new double[given.length];
            for (int o = 0; o < made.length; o++) {
                int t = TASK[o];
                double y = (label[o] - labelMean[t]) / labelScale[t];
                made[o] = losses.get(t).equals(Losses.squared())
                        ? given[o]
                        : -w[o] * losses.get(t).nearestDual(y, -given[o] / w[o]);
            }
            for (int g = 0; g < groups() && intercept; g++) {
                int current = g;
                int[] members = IntStream.range(0, made.length)
                        .filter(o -> group(o) == current)
                        .toArray();
                boolean squared = losses.get(TASK[members[0]]).equals(Losses.squared());
                double up = IntStream.of(members)
                        .mapToDouble(o -> Math.max(0, made[o]))
                        .sum();
                double down = IntStream.of(members)
                        .mapToDouble(o -> Math.max(0, -made[o]))
                        .sum();
                double total = IntStream.of(members).mapToDouble(o -> w[o]).sum();
                for (int o : members) {
                    if (squared) {
                        made[o] -= w[o] * (up - down) / total;
                    } else if (made[o] > 0 ? up > down : down > up) {
                        made[o] *= Math.min(up, down) / Math.max(up, down);
                    }
                }
            }
            return made;
        }

        /** -sum w loss*(y, -theta / w) - tr(A Theta'K Theta) / (4 lambda). */
        double dual(double[] made, Matrix k) {
            double sum = 0;
            Matrix n = Matrix.zeros(groups(), groups());
            for (int o = 0; o < made.length; o++) {
                int t = TASK[o];
                double y = (label[o] - labelMean[t]) / labelScale[t];
                sum -= w[o] * losses.get(t).conjugate(y, -made[o] / w[o]);
                for (int p = 0; p < made.length; p++) {
                    n.add(group(o), group(p), made[o] * made[p] * k.get(ROW[o], ROW[p]));
                }
            }
            return sum - (pooled ? n.get(0, 0) : A.dot(n)) / (4 * LAMBDA);
        }

        /** The best on the ray of multiples where all losses are squared: D(c) = c L - c^2 Q. */
        double best(double[] made, Matrix k) {
            double one = dual(made, k);
            if (!losses.stream().allMatch(Losses.squared()::equals)) {
                return one;
            }
            double two = dual(Arrays.stream(made).map(v -> 2 * v).toArray(), k);
            double quadratic = one - two / 2;
            double linear = one + quadratic;
            return linear > 0 ? linear * linear / (4 * quadratic) : one;
        }

        double penalty(Matrix gram) {
            return pooled
                    ? LAMBDA * gram.get(0, 0)
                    : LAMBDA * LinearAlgebra.best().cholesky(A).solve(gram).trace();
        }

        void check(Expansion phi, Matrix c, double[] f, Matrix k, Matrix gram) {
            double[] b = {0.3, pooled ? 0.3 : -0.2, pooled ? 0.3 : 0.1};
            if (!intercept) {
                Arrays.fill(b, 0);
            }
            double[] settled = intercepts(f, b);
            double[] saved = b.clone();
            Certificate found = new Proof(data, phi, bounds()).certify(saved(c, saved), null, sorted(theta));
            double primal = loss(f, settled) + penalty(gram);
            assertThat(saved).containsExactly(settled, within(ROUNDING));
            assertThat(found.primal()).isCloseTo(primal, within(ROUNDING * primal));
            double[] zero = new double[theta.length];
            double dual = Math.max(best(feasible(theta), k), dual(zero, k));
            assertThat(found.dual()).isCloseTo(dual, within(ROUNDING * (1 + Math.abs(dual))));
            // no multipliers: the slopes of the losses at the predictions
            double[] slopes = new double[theta.length];
            for (int o = 0; o < slopes.length; o++) {
                int t = TASK[o];
                double y = (label[o] - labelMean[t]) / labelScale[t];
                slopes[o] = -w[o] * losses.get(t).slope(y, (f[o] + settled[t] - labelMean[t]) / labelScale[t]);
            }
            double own = Math.max(best(feasible(slopes), k), dual(zero, k));
            Certificate ofOwn = new Proof(data, phi, bounds()).certify(saved(c, b.clone()), null, null);
            assertThat(ofOwn.dual()).isCloseTo(own, within(ROUNDING * (1 + Math.abs(own))));
            Certificate ofOther = new Proof(data, phi, bounds())
                    .certify(saved(c.scale(3), b.clone()), saved(c, settled.clone()), null);
            assertThat(ofOther.dual()).isCloseTo(own, within(ROUNDING * (1 + Math.abs(own))));
            assertThat(ofOther.primal()).isNotCloseTo(primal, within(ROUNDING * primal));
        }
    }

    /** Coefficients of three tasks, equal where they are pooled. */
    private Matrix coefficients(int width, boolean pooled) {
        Matrix c = Matrix.zeros(3, width).map(zero -> 0.4 * random.nextGaussian());
        return pooled ? c.selectRows(0, 0, 0) : c;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void ofFeaturesAsTheyWereRead(List<Loss> losses, boolean intercept, boolean pooled) {
        Case given = new Case(losses, intercept, pooled);
        Matrix c = coefficients(2, pooled);
        Matrix scaled = Matrix.zeros(7, 2);
        Matrix wt = Matrix.zeros(3, 2);
        for (int j = 0; j < 2; j++) {
            for (int i = 0; i < 7; i++) {
                scaled.set(i, j, x.get(i, j) / FEATURE_SCALE[j]);
            }
            for (int t = 0; t < 3; t++) {
                wt.set(t, j, c.get(t, j) * FEATURE_SCALE[j] / given.labelScale[t]);
            }
        }
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix k = algebra.multiplyTransposeB(scaled, scaled);
        double[] f = predictions(algebra.multiplyTransposeB(x, c));
        Matrix gram = algebra.multiplyTransposeB(wt, wt);
        given.check(new LinearExpansion(new FeatureRows.Dense(x), FEATURE_SCALE), c, f, k, gram);
        given.check(new LinearExpansion(new FeatureRows.Sparse(sparse(x)), FEATURE_SCALE), c, f, k, gram);
    }

    private static SparseRows sparse(Matrix dense) {
        int[] start = IntStream.rangeClosed(0, dense.rows()).map(i -> 2 * i).toArray();
        int[] index = IntStream.range(0, 2 * dense.rows()).map(i -> i % 2).toArray();
        return new SparseRows(2, start, index, dense.data().clone());
    }

    private static double[] predictions(Matrix all) {
        return IntStream.range(0, TASK.length)
                .mapToDouble(o -> all.get(ROW[o], TASK[o]))
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void ofKernelsOnAllInputs(List<Loss> losses, boolean intercept, boolean pooled) {
        Case given = new Case(losses, intercept, pooled);
        Gaussian kernel = new Gaussian(1.5);
        DenseInputs inputs = DenseInputs.of(x);
        Matrix k = kernel.gram(inputs);
        Matrix c = coefficients(7, pooled);
        LinearAlgebra algebra = LinearAlgebra.best();
        double[] f = predictions(algebra.multiplyTransposeB(k, c));
        Matrix divided = Expansion.dividedRows(c, given.labelScale);
        Matrix gram = algebra.multiplyTransposeB(algebra.multiply(divided, k), divided);
        given.check(new KernelExpansion(kernel.precisely(inputs, inputs), 7, 7), c, f, k, gram);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void ofKernelsOnLandmarks(List<Loss> losses, boolean intercept, boolean pooled) {
        Case given = new Case(losses, intercept, pooled);
        Gaussian kernel = new Gaussian(1.5);
        DenseInputs inputs = DenseInputs.of(x);
        DenseInputs few = DenseInputs.of(x.selectRows(0, 3, 5));
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix zz = kernel.gram(few);
        Matrix full = kernel.gram(inputs);
        Matrix xz = full.selectRows(0, 3, 5).transpose();
        Matrix k = algebra.multiply(xz, algebra.cholesky(zz).solve(xz.transpose()));
        Matrix c = coefficients(3, pooled);
        double[] f = predictions(algebra.multiplyTransposeB(xz, c));
        Matrix divided = Expansion.dividedRows(c, given.labelScale);
        Matrix gram = algebra.multiplyTransposeB(algebra.multiply(divided, zz), divided);
        Expansion phi = new LandmarkExpansion(kernel.precisely(inputs, few), kernel.precisely(few, few), 7, 3);
        given.check(phi, c, f, k, gram);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void ofTablesOfFeatures(List<Loss> losses, boolean intercept, boolean pooled) {
        Case given = new Case(losses, intercept, pooled);
        Matrix phi = Matrix.zeros(7, 4).map(zero -> random.nextGaussian());
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix c = coefficients(4, pooled);
        double[] f = predictions(algebra.multiplyTransposeB(phi, c));
        Matrix divided = Expansion.dividedRows(c, given.labelScale);
        given.check(
                new FeatureExpansion(phi, 0),
                c,
                f,
                algebra.multiplyTransposeB(phi, phi),
                algebra.multiplyTransposeB(divided, divided));
    }

    /** Functions known to 0.02 only: the certificate holds for every table within that, and is no looser than it must. */
    @ParameterizedTest
    @MethodSource("cases")
    void functionsThatAreOffAreBoundedOnBothSides(List<Loss> losses, boolean intercept, boolean pooled) {
        Case given = new Case(losses, intercept, pooled);
        double error = 0.02;
        Matrix phi = Matrix.zeros(7, 3).map(zero -> random.nextGaussian());
        Matrix c = coefficients(3, pooled);
        Certificate wide = certificate(given, phi, error, c);
        Certificate exact = certificate(given, phi, 0, c);
        for (int draw = 0; draw < 40; draw++) {
            Matrix moved = phi.map(value -> value + (random.nextBoolean() ? error : -error));
            Certificate there = certificate(given, moved, 0, c);
            assertThat(there.primal()).isLessThan(wide.primal());
            assertThat(there.dual()).isGreaterThanOrEqualTo(wide.dual());
        }
        assertThat(wide.primal() - exact.primal()).isLessThan(0.5 * exact.primal());
        assertThat(exact.dual() - wide.dual()).isLessThan(0.5 * exact.primal());
    }

    private Certificate certificate(Case given, Matrix phi, double error, Matrix c) {
        double[] b = new double[3];
        return new Proof(given.data, new FeatureExpansion(phi, error), given.bounds())
                .certify(saved(c, b), null, given.sorted(theta));
    }

    /** Labels of 1, 2 and 4 have last digits of 2^-52, 2^-51 and 2^-50; of absolute losses nothing is asked. */
    @Test
    void theSmallestObjectiveIsThatOfTheLastDigits() {
        Case squared = new Case(List.of(Losses.squared(), Losses.squared(), Losses.squared()), true, false);
        double sum = 0;
        for (int o = 0; o < TASK.length; o++) {
            double digit = Math.ulp(squared.label[o]) / squared.labelScale[TASK[o]];
            sum += squared.w[o] * digit * digit;
        }
        assertThat(squared.data.smallest()).isCloseTo(sum, within(1e-12 * sum));
        assertThat(new Case(List.of(Losses.hinge(), Losses.hinge(), Losses.hinge()), true, false).data.smallest())
                .isZero();
    }

    private static Scaled.Saved saved(Matrix c, double[] b) {
        return new Scaled.Saved(c.transpose(), Matrix.wrap(1, b.length, b));
    }
}
