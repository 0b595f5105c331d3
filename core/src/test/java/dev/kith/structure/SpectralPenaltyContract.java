package dev.kith.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.SpectralPenalty;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Beside the contract of all penalties: numbers for eigenvalues agree with matrices, and zeros may be left out. */
public abstract class SpectralPenaltyContract extends StructurePenaltyContract {
    private SpectralPenalty spectral() {
        return (SpectralPenalty) penalty();
    }

    /** Eigenvalues of the free directions, some of them zero. */
    private double[] values(int zeros) {
        double[] values = new double[spectral().dimension()];
        for (int k = zeros; k < values.length; k++) {
            values[k] = 0.05 * random.nextDouble(1, 4);
        }
        return values;
    }

    private double[] withoutZeros(double[] values) {
        return Arrays.stream(values).filter(x -> x > 0).toArray();
    }

    @Test
    void zerosMayBeLeftOut() {
        for (int zeros = 0; zeros < TASKS - 1; zeros++) {
            double[] all = values(zeros);
            double[] few = withoutZeros(all);
            assertThat(spectral().reduced(few)).isCloseTo(spectral().reduced(all), within(1e-12));
            assertThat(spectral().conjugate(few)).isCloseTo(spectral().conjugate(all), within(1e-12));
            assertThat(spectral().feasible(few)).isEqualTo(spectral().feasible(all));
            for (double kappa : new double[] {0, 0.3}) {
                double[] gAll = new double[all.length];
                double[] gFew = new double[few.length];
                spectral().writeStep(all, kappa, gAll);
                spectral().writeStep(few, kappa, gFew);
                assertThat(gFew)
                        .usingComparatorWithPrecision(1e-12)
                        .containsExactly(Arrays.copyOfRange(gAll, zeros, all.length));
            }
        }
    }

    /** The proximal step of the penalty itself, where a step along the slope leads to. */
    @Test
    void noStructureIsBetterThanTheProximalStepOfThePenalty() {
        for (int k = 0; k < 20; k++) {
            Matrix x = feasible().plus(1, positive());
            double tau = Math.pow(10, random.nextDouble(-2, 1));
            Matrix best = spectral().prox(x, tau).rebuild(g -> g);
            double least = cost(best) + squaredDistance(best, x) / (2 * tau);
            assertThat(least).isFinite();
            for (double share : new double[] {1e-3, 0.03, 0.3, 1}) {
                Matrix other = mix(best, feasible(), share);
                assertThat(cost(other) + squaredDistance(other, x) / (2 * tau))
                        .as("draw %d, tau %s, share %s", k, tau, share)
                        .isGreaterThanOrEqualTo(least - 1e-9 * (1 + Math.abs(least)));
            }
        }
    }

    private static double squaredDistance(Matrix a, Matrix b) {
        Matrix difference = a.plus(-1, b);
        return difference.dot(difference);
    }

    /** Few features: the same structure from singular vectors as from T x T numbers. */
    @Test
    void theStructureOfFewFeaturesIsTheStepOfTheirProducts() {
        for (int features = 1; features < TASKS - 1; features++) {
            Matrix wt = Matrix.zeros(TASKS, features).map(zero -> 0.3 * random.nextGaussian());
            Matrix products = LinearAlgebra.best().multiplyTransposeB(wt, wt).symmetrized();
            Matrix expected = penalty().shown(penalty().step(products, 0));
            Matrix found = spectral().structure(wt).dense();
            // Eigenvalues of the products that should be 0 are about 1e-17 there, and (1e-17)^(1/(p + 1)) in the
            // structure.
            double rounding = Math.max(1e-6, 10 * Math.abs(difference(products)));
            assertThat(found.plus(-1, expected).maxAbs()).isLessThan(rounding * expected.maxAbs());
        }
    }

    private double difference(Matrix products) {
        return penalty()
                .step(products.plusDiagonal(1e-16), 0)
                .plus(-1, penalty().step(products, 0))
                .maxAbs();
    }

    @Test
    void eigenvaluesMayComeInAnyOrder() {
        double[] up = values(0);
        Arrays.sort(up);
        double[] down = new double[up.length];
        Arrays.setAll(down, k -> up[up.length - 1 - k]);
        assertThat(spectral().reduced(down)).isCloseTo(spectral().reduced(up), within(1e-12));
        assertThat(spectral().conjugate(down)).isCloseTo(spectral().conjugate(up), within(1e-12));
        assertThat(spectral().feasible(down)).isEqualTo(spectral().feasible(up));
        double[] gUp = new double[up.length];
        double[] gDown = new double[up.length];
        spectral().writeStep(up, 0.1, gUp);
        spectral().writeStep(down, 0.1, gDown);
        for (int k = 0; k < up.length; k++) {
            assertThat(gDown[k]).isCloseTo(gUp[up.length - 1 - k], within(1e-12));
        }
    }

    @Test
    void eigenvaluesAndMatricesAgree() {
        Matrix s = positive();
        Matrix a = penalty().step(s, 0.2);
        double[] found = new double[TASKS];
        Arrays.setAll(found, k -> LinearAlgebra.best().eigen(a).value(k));
        double[] free = free(s);
        double[] g = new double[free.length];
        spectral().writeStep(free, 0.2, g);
        double mean = spectral().meanEigenvalue().orElse(Double.NaN);
        double[] expected = free.length == TASKS ? g.clone() : Arrays.copyOf(g, TASKS);
        if (free.length < TASKS) {
            expected[TASKS - 1] = mean;
        }
        Arrays.sort(expected);
        assertThat(found).usingComparatorWithPrecision(1e-9).containsExactly(expected);
    }

    /** Eigenvalues of S on the free directions. */
    private double[] free(Matrix s) {
        boolean all = spectral().dimension() == TASKS;
        Matrix centring = Matrix.identity(TASKS)
                .plus(all ? 0 : -1.0 / TASKS, Matrix.zeros(TASKS, TASKS).map(x -> 1));
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix cut = algebra.multiply(algebra.multiply(centring, s), centring).symmetrized();
        double[] values = new double[spectral().dimension()];
        Arrays.setAll(values, k -> algebra.eigen(cut).value(k + (all ? 0 : 1)));
        return values;
    }
}
