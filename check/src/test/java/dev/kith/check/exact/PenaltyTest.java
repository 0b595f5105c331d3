package dev.kith.check.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Our own statements of losses and penalties, against values found by hand and against their definitions. */
class PenaltyTest {
    private static final int DIM = 3;
    private static final int TASKS = 4;
    private static final Dd LAMBDA = Dd.of(0.3);

    private static DdMatrix draw(long seed) {
        Random random = new Random(seed);
        DdMatrix u = new DdMatrix(DIM * TASKS, 1);
        for (int i = 0; i < u.rows; i++) {
            u.set(i, 0, Dd.of(random.nextGaussian()));
        }
        return u;
    }

    private static List<Penalty> all() {
        Dd rho = Dd.of(0.7);
        return List.of(
                new KnownPenalty(DdMatrix.identity(TASKS), LAMBDA, DIM),
                new RowPenalty(LAMBDA, DIM, TASKS),
                spectral(new Spectrum.Schatten(LAMBDA, rho, 1), 0, null),
                spectral(new Spectrum.Schatten(LAMBDA, rho, 2.5), 0, null),
                spectral(new Spectrum.OfTraceOne(), 0.2, null),
                spectral(new Spectrum.LogDet(LAMBDA, rho, 2), 0, null),
                spectral(new Spectrum.Clusters(Dd.of(0.1), Dd.of(1), Dd.of(1.8)), 0, Dd.of(0.5)),
                new NormPenalty(new int[] {0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2}, 3, 1.5, Dd.of(2)),
                new NormPenalty(new int[DIM * TASKS], 1, Double.POSITIVE_INFINITY, Dd.of(2)),
                new SparsePenalty(LAMBDA, 0.6, 0.1, DIM, DdMatrix.identity(TASKS)));
    }

    private static Penalty spectral(Spectrum spectrum, double ridge, @org.jspecify.annotations.Nullable Dd mean) {
        return new SpectralPenalty(spectrum, LAMBDA, Dd.of(ridge), mean, DIM, TASKS);
    }

    @Test
    void lossesHaveTheirValues() {
        assertThat(LossKind.SQUARED.value(Dd.of(3), Dd.of(1)).value()).isEqualTo(4);
        assertThat(LossKind.ABSOLUTE.value(Dd.of(3), Dd.of(1)).value()).isEqualTo(2);
        assertThat(LossKind.ABSOLUTE.value(Dd.of(1), Dd.of(3)).value()).isEqualTo(2);
        assertThat(LossKind.LOGISTIC.value(Dd.of(-1), Dd.ZERO).value()).isEqualTo(Math.log(2));
        assertThat(LossKind.LOGISTIC.value(Dd.ONE, Dd.of(-1000)).value()).isEqualTo(1000);
        assertThat(LossKind.HINGE.value(Dd.of(-1), Dd.of(0.5)).value()).isEqualTo(1.5);
        assertThat(LossKind.HINGE.value(Dd.ONE, Dd.of(2)).value()).isZero();
        assertThat(LossKind.SQUARED_HINGE.value(Dd.of(-1), Dd.of(0.5)).value()).isEqualTo(2.25);
        assertThat(LossKind.HUBER.value(Dd.of(3), Dd.of(1)).value()).isEqualTo(1.75);
        assertThat(LossKind.HUBER.value(Dd.of(1.25), Dd.of(1)).value()).isEqualTo(0.0625);
        assertThat(LossKind.INSENSITIVE.value(Dd.of(3), Dd.of(1)).value()).isEqualTo(1.75);
        assertThat(LossKind.QUANTILE.value(Dd.of(3), Dd.of(1)).value()).isEqualTo(1.5);
        assertThat(LossKind.QUANTILE.value(Dd.of(1), Dd.of(3)).value()).isEqualTo(0.5);
        assertThat(LossKind.POISSON.value(Dd.ZERO, Dd.ZERO).value()).isEqualTo(1);
        assertThat(LossKind.POISSON.value(Dd.of(2), Dd.ZERO).value()).isCloseTo(2 * Math.log(2) - 1, within(1e-15));
        // Near its minimum the loss is y d^2 / 2 and never negative, however small.
        Dd near = Dd.of(1e9).log().plus(1e-14);
        assertThat(LossKind.POISSON.value(Dd.of(1e9), near).value()).isCloseTo(5e-20, within(1e-32));
        Dd far = Dd.of(1e9).log().plus(0.25);
        Dd farther = Dd.of(1e9).log().plus(Math.nextUp(0.25));
        assertThat(LossKind.POISSON
                        .value(Dd.of(1e9), far)
                        .minus(LossKind.POISSON.value(Dd.of(1e9), farther))
                        .value())
                .isCloseTo(-1e9 * Math.expm1(0.25) * Math.ulp(0.25), within(1e-18));
    }

    @Test
    void slopesAndCurvaturesAreThoseOfTheSmoothLosses() {
        double h = 1e-8;
        for (LossKind loss : LossKind.values()) {
            for (double z : new double[] {-2, -0.3, 0.9, 1.4}) {
                LossKind.Local at = loss.smooth(Dd.ONE, Dd.of(z), 0.3);
                LossKind.Local up = loss.smooth(Dd.ONE, Dd.of(z + h), 0.3);
                Dd step = Dd.of(z + h).minus(Dd.of(z));
                assertThat(up.value().minus(at.value()).over(step).value())
                        .isCloseTo(at.slope().value(), within(1e-7));
                assertThat(up.slope().minus(at.slope()).over(step).value())
                        .isCloseTo(at.curvature().value(), within(1e-7));
                assertThat(at.value().compareTo(loss.value(Dd.ONE, Dd.of(z)))).isNotNegative();
            }
        }
    }

    @Test
    void traceNormOfADiagonalMatrix() {
        // W = diag(3, 4) in 3 x 4: 2 sqrt(lambda rho) (3 + 4)
        DdMatrix u = new DdMatrix(DIM * TASKS, 1);
        u.set(0, 0, Dd.of(3));
        u.set(DIM + 1, 0, Dd.of(4));
        Penalty trace = spectral(new Spectrum.Schatten(LAMBDA, Dd.of(0.7), 1), 0, null);
        assertThat(trace.exact(u).value()).isCloseTo(2 * Math.sqrt(0.3 * 0.7) * 7, within(1e-14));
        assertThat(spectral(new Spectrum.OfTraceOne(), 0.2, null).exact(u).value())
                .isCloseTo(0.3 * 49 + 0.2 * 25, within(1e-14));
        assertThat(new RowPenalty(LAMBDA, DIM, TASKS).exact(u).value()).isCloseTo(0.3 * 7, within(1e-14));
    }

    @Test
    void spectralStepsMinimiseWhatTheyClaim() {
        Random random = new Random(8);
        List<Spectrum> spectra = List.of(
                new Spectrum.Schatten(LAMBDA, Dd.of(0.7), 1),
                new Spectrum.Schatten(LAMBDA, Dd.of(0.7), 2.5),
                new Spectrum.LogDet(LAMBDA, Dd.of(0.7), 2));
        for (Spectrum spectrum : spectra) {
            Dd[] s = {Dd.of(2), Dd.of(0.3)};
            Dd least = spectrum.reduced(LAMBDA, s);
            for (int k = 0; k < 200; k++) {
                Dd[] g = {Dd.of(Math.exp(random.nextGaussian())), Dd.of(Math.exp(random.nextGaussian()))};
                Dd value = spectrum.cost(g)
                        .plus(LAMBDA.times(s[0]).over(g[0]))
                        .plus(LAMBDA.times(s[1]).over(g[1]));
                assertThat(value.compareTo(least)).isNotNegative();
            }
        }
    }

    @Test
    void clustersKeepTheirBoundsAndUseUpTheirSum() {
        Dd[] g = new Spectrum.Clusters(Dd.of(0.1), Dd.of(1), Dd.of(0.9)).step(new Dd[] {Dd.of(4), Dd.ONE, Dd.ZERO});
        assertThat(g[0].plus(g[1]).plus(g[2]).value()).isCloseTo(3 * 0.1 + 0.9, within(1e-15));
        assertThat(g[2].value()).isEqualTo(0.1);
        assertThat(g[0].over(g[1]).value()).isCloseTo(2, within(1e-14)); // nu sqrt(s)
    }

    @Test
    void quadraticsLieAboveThePenaltyAndTouchItWithItsSlope() {
        double delta = 0.1;
        for (Penalty penalty : all()) {
            DdMatrix u = draw(9);
            penalty.settle(u, delta);
            DdMatrix m = new DdMatrix(u.rows, u.rows);
            penalty.above(m);
            Dd at = penalty.smooth(u, delta);
            Dd own = u.transpose().times(m).times(u).get(0, 0);
            for (int k = 0; k < 20; k++) {
                DdMatrix v = u.plus(Dd.of(Math.pow(10, -k / 4.0)), draw(10 + k));
                Dd above = at.plus(
                        v.transpose().times(m).times(v).get(0, 0).minus(own).scale(-1));
                assertThat(penalty.smooth(v, delta).minus(above).value())
                        .as(penalty.toString())
                        .isLessThan(1e-25);
            }
            DdMatrix step = draw(40);
            Dd slope = m.times(u).dot(step);
            Dd difference =
                    penalty.smooth(u.plus(Dd.of(1e-9), step), delta).minus(at).over(1e-9);
            assertThat(difference.minus(slope).abs().value()).isLessThan(1e-6);
        }
    }

    @Test
    void smoothingAndAnySettledStructureOnlyRaiseThePenalty() {
        for (Penalty penalty : all()) {
            DdMatrix u = draw(11);
            penalty.settle(u, 1e-3);
            assertThat(penalty.smooth(u, 1e-3).minus(penalty.exact(u)).value()).isGreaterThan(-1e-28);
        }
    }

    @Test
    void sparseStructureMinimises() {
        // One task: lambda min over a of (s + eps)/a + a = 2 lambda sqrt(s + eps)
        SparsePenalty one = new SparsePenalty(LAMBDA, 0.6, 0.1, 1, DdMatrix.identity(1));
        DdMatrix u = DdMatrix.column(Dd.of(2));
        one.settle(u, 1e-18);
        assertThat(one.exact(u).value()).isCloseTo(2 * 0.3 * Math.sqrt(4.1), within(1e-14));
    }
}
