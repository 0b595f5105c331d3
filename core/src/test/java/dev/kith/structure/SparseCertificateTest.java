package dev.kith.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Names;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.SparseDescent;
import dev.kith.structure.penalty.SpectralPenalty;
import dev.kith.structure.penalty.StructurePenalty;
import dev.kith.structure.sparse.SparseBound;
import dev.kith.structure.sparse.SparsePenalty;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts of the sparse penalty's bound and of its descent, and the roots of the log determinant, one by one. */
class SparseCertificateTest {
    private static final double LAMBDA = 0.7;
    private static final double EPS = 0.05;

    private static Matrix diagonal(double... values) {
        Matrix m = Matrix.zeros(values.length, values.length);
        for (int i = 0; i < values.length; i++) {
            m.set(i, i, values[i]);
        }
        return m;
    }

    /** Eigenvalues may be off by (n + 8) 2^-51 of the largest: roots are taken below that, and not at all within it. */
    @Test
    void theTraceOfTheRootIsRoundedDown() {
        assertThat(SparseBound.rootTrace(diagonal(4, 9, 0.25))).isLessThan(5.5).isGreaterThan(5.5 - 1e-13);
        double off = 11 * 0x1p-51 * 100;
        assertThat(SparseBound.rootTrace(diagonal(100, 1, 2 * off))).isCloseTo(11 + Math.sqrt(off), within(1e-11));
        assertThat(SparseBound.rootTrace(diagonal(100, 1, 0.5 * off))).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(SparseBound.rootTrace(diagonal(100, 1, -1e-3))).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(SparseBound.rootTrace(diagonal(-1, -2))).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(SparseBound.rootTrace(Matrix.zeros(0, 0))).isZero();
        assertThat(SparseBound.rootTrace(Matrix.zeros(2, 2))).isZero();
    }

    private static Matrix positive(SplittableRandom random, int n, double scale) {
        Matrix x = Matrix.zeros(n, n);
        for (int i = 0; i < x.data().length; i++) {
            x.data()[i] = random.nextGaussian();
        }
        return LinearAlgebra.best().multiplyTransposeB(x, x).scale(scale / n).symmetrized();
    }

    private static double value(Matrix a, Matrix m, double mu) {
        double absolute = 0;
        for (double x : a.data()) {
            absolute += Math.abs(x);
        }
        double inverse = LinearAlgebra.best()
                .cholesky(a)
                .solve(Matrix.identity(a.rows()))
                .trace();
        return a.dot(m) - LAMBDA * (EPS * inverse + mu * a.trace() + (1 - mu) * absolute);
    }

    /** For T = 1 the bound is the sup itself, -2 lambda sqrt(eps (1 - m / lambda)), at whatever A. */
    @Test
    void forOneTaskTheBoundIsTheSup() {
        for (double m : new double[] {0, 0.3, 0.6}) {
            for (double at : new double[] {0.5, 1, 2}) {
                StructurePenalty.Sup sup = new SparseBound(LAMBDA, 0.4, EPS, diagonal(at)).sup(diagonal(m));
                double expected = -2 * LAMBDA * Math.sqrt(EPS * (1 - sup.c() * m / LAMBDA));
                assertThat(sup.value()).isCloseTo(expected, within(1e-12));
                assertThat(sup.c()).isEqualTo(1);
            }
        }
    }

    /** No A near the place the bound was taken from, nor any that random steps from there reach, is above it. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.4, 0.9, 1})
    void nothingRandomBeatsTheBound(double mu) {
        SplittableRandom random = new SplittableRandom(21);
        for (int trial = 0; trial < 20; trial++) {
            Matrix m = positive(random, 3, 0.5);
            Matrix near = positive(random, 3, 0.3).plusDiagonal(0.2).map(x -> Math.abs(x) < 0.1 ? 0 : x);
            StructurePenalty.Sup sup = new SparseBound(LAMBDA, mu, EPS, near).sup(m);
            assertThat(sup.c()).isBetween(0.0, 1.0);
            Matrix best = near;
            double top = value(near, m.scale(sup.c()), mu);
            for (int step = 0; step < 300; step++) {
                double size = 0.3 * random.nextDouble();
                Matrix moved = best.map(x -> x + size * random.nextGaussian()).symmetrized();
                if (LinearAlgebra.best().eigen(moved).value(0) > 1e-3) {
                    double there = value(moved, m.scale(sup.c()), mu);
                    best = there > top ? moved : best;
                    top = Math.max(top, there);
                }
            }
            assertThat(top).as("trial " + trial).isLessThanOrEqualTo(sup.value() + 1e-12);
        }
    }

    private static SparsePenalty penalty(double mu, int tasks) {
        return (SparsePenalty) new SparseRelations(mu, EPS).penalty(Names.numbered("t", tasks), LAMBDA);
    }

    /** The minimum and its own dual value agree to the step's tolerance, from a cold start and from a warm one. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 1})
    void stepsEndAtTheMinimumAndCountTheirWork(double mu) {
        SplittableRandom random = new SplittableRandom(5);
        SparsePenalty penalty = penalty(mu, 3);
        assertThat(penalty.work()).isZero();
        for (int trial = 0; trial < 5; trial++) {
            Matrix s = positive(random, 3, 2);
            Matrix a = penalty.step(s, 0);
            double cost = cost(a, s, mu);
            assertThat(penalty.reduced(s)).isCloseTo(cost, within(1e-9 * cost));
            for (int draw = 0; draw < 50; draw++) {
                Matrix other = a.map(x -> x + 0.05 * random.nextGaussian()).symmetrized();
                if (LinearAlgebra.best().eigen(other).value(0) > 1e-3) {
                    assertThat(cost(other, s, mu)).isGreaterThan(cost * (1 - 1e-9));
                }
            }
        }
        assertThat(penalty.work() > 0).isEqualTo(mu < 1);
        assertThat(penalty.work()).as("steps of a warm start are few").isLessThan(1000);
        assertThatThrownBy(() -> penalty.step(Matrix.identity(3), 0.1))
                .hasMessage("the sparse penalty has no proximal step, kappa must be 0");
    }

    private static double cost(Matrix a, Matrix s, double mu) {
        Matrix inverse = LinearAlgebra.best().cholesky(a).solve(Matrix.identity(a.rows()));
        return LAMBDA * inverse.dot(s) - value(a, Matrix.zeros(a.rows(), a.rows()), mu);
    }

    /** f(A) = (A - 3)^2 for one positive number, and weight 2 |A|: the minimum is 2, or 0.1 where A must stay above it. */
    @Test
    void descentFindsSoftThresholdsAndStaysInTheDomain() {
        for (double start : new double[] {0.5, 2.7, 40}) {
            SparseDescent.Value found = descend(0, start, 2);
            assertThat(found.a().get(0, 0)).isCloseTo(2, within(1e-9));
            assertThat(found.objective(2)).isCloseTo(1 + 4, within(1e-9));
        }
        assertThat(descend(2.5, 4, 2).a().get(0, 0))
                .as("kept inside")
                .isGreaterThan(2.5)
                .isLessThan(4);
        assertThatThrownBy(() -> descend(2.5, 1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("start must be positive definite, got ");
        assertThat(descend(0, 3, 0).a().get(0, 0)).as("a start without slope").isEqualTo(3);
    }

    private static SparseDescent.Value descend(double above, double start, double weight) {
        SparseDescent.Smooth smooth = a -> {
            double x = a.get(0, 0);
            return x > above
                    ? Optional.of(new SparseDescent.Value(a, (x - 3) * (x - 3), Matrix.of(new double[] {2 * (x - 3)})))
                    : Optional.empty();
        };
        int[] steps = {0};
        return new SparseDescent(smooth, weight).solve(Matrix.of(new double[] {start}), now -> ++steps[0] > 60);
    }

    /** lambda s / (g + kappa)^2 = rho (mu - 1/g): the step's eigenvalues, shifted or not, from tiny to huge s. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-6, 0.3, 5, 1e4})
    void stepsOfTheLogDeterminantSolveTheirEquation(double kappa) {
        SpectralPenalty penalty = (SpectralPenalty) new LogDet(0.5).penalty(Names.numbered("t", 1), LAMBDA);
        for (double s : new double[] {0, 1e-9, 1e-3, 0.5, 1, 7, 1e3, 1e9}) {
            double[] g = new double[1];
            penalty.writeStep(new double[] {s}, kappa, g);
            double[] at = {g[0] * (1 - 1e-7), g[0] * (1 + 1e-7)};
            double f = objective(penalty, s, g[0], kappa);
            for (double other : at) {
                assertThat(objective(penalty, s, other, kappa)).isGreaterThanOrEqualTo(f - 1e-12 * Math.abs(f));
            }
            for (double share : new double[] {0.5, 0.99, 1.01, 2}) {
                assertThat(objective(penalty, s, share * g[0], kappa))
                        .as("s %s", s)
                        .isGreaterThan(f);
            }
        }
    }

    /** lambda s / (g + kappa) + F(g), F recovered from the cost of no signal: F = rho (mu g - log g). */
    private static double objective(SpectralPenalty penalty, double s, double g, double kappa) {
        double[] least = new double[1];
        penalty.writeStep(new double[] {0}, 0, least);
        double mu = 1 / least[0];
        double rho = penalty.reduced(new double[] {0}) / (1 + Math.log(mu));
        return LAMBDA * s / (g + kappa) + rho * (mu * g - Math.log(g));
    }

    /** What cancels in a value is never larger than the magnitude that is told for it. */
    @Test
    void magnitudesCoverTheTermsBehindAValue() {
        for (double mu : new double[] {0.05, 0.5, 1, 20}) {
            SpectralPenalty penalty = (SpectralPenalty) new LogDet(mu).penalty(Names.numbered("t", 3), LAMBDA);
            double[] least = new double[1];
            penalty.writeStep(new double[] {0}, 0, least);
            double inside = 1 / least[0];
            double rho = penalty.reduced(new double[] {0, 0, 0}) / (3 * (1 + Math.log(inside)));
            for (double s : new double[] {0, 0.1, 10, 1e6}) {
                double[] g = new double[1];
                penalty.writeStep(new double[] {s}, 0, g);
                double value = penalty.reduced(new double[] {s, s, s});
                double terms = 3 * (LAMBDA * s / g[0] + rho * (inside * g[0] + Math.abs(Math.log(g[0]))));
                assertThat(penalty.magnitude(value)).isGreaterThanOrEqualTo(terms * (1 - 1e-12));
            }
            assertThat(penalty.magnitude(2))
                    .isCloseTo(3 * (2 + 3 * rho * (1 + Math.abs(Math.log(inside)))), within(1e-9));
        }
        SpectralPenalty plain = (SpectralPenalty) new Schatten(1).penalty(Names.numbered("t", 3), LAMBDA);
        assertThat(plain.magnitude(-2)).isEqualTo(2);
    }
}
