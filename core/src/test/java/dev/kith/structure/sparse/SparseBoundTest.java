package dev.kith.structure.sparse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.SparseDescent;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bound on the sup of the sparse penalty's dual: never below the sup, and equal to it at the A that attains it. */
class SparseBoundTest {
    private static final int TASKS = 5;
    private static final double LAMBDA = 0.3;
    private static final double EPS = 0.02;

    @Tag("lengthy")
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 0.6, 0.95, 1})
    void noStructureBeatsTheBound(double mu) {
        SplittableRandom random = new SplittableRandom(11);
        for (int trial = 0; trial < 200; trial++) {
            Matrix m = positive(random, 0.6 * random.nextDouble(), 2);
            Matrix near = positive(random, 0.2, TASKS).plusDiagonal(0.5).map(x -> Math.abs(x) < 0.1 ? 0 : x);
            StructurePenalty.Sup sup = new SparseBound(LAMBDA, mu, EPS, near).sup(m);
            assertThat(sup.c()).isBetween(0.0, 1.0);
            Matrix best = best(m.scale(sup.c()), mu);
            assertThat(sup.c() * best.dot(m) - penalty(best, mu))
                    .as("mu %s, trial %d", mu, trial)
                    .isLessThanOrEqualTo(sup.value() + 1e-12);
        }
    }

    /** Nearly the structure that attains the sup, or one far out where there is none. */
    private static Matrix best(Matrix m, double mu) {
        Matrix c = m.scale(-1 / LAMBDA).plusDiagonal(mu);
        SparseDescent.Smooth smooth = a -> {
            if (LinearAlgebra.best().eigen(a).value(0) <= 1e-6) {
                return Optional.empty();
            }
            Matrix inverse = LinearAlgebra.best().cholesky(a).solve(Matrix.identity(TASKS));
            Matrix gradient = c.plus(-EPS, LinearAlgebra.best().multiply(inverse, inverse));
            return Optional.of(new SparseDescent.Value(
                    a,
                    LAMBDA * (EPS * inverse.trace() + a.dot(c)),
                    gradient.scale(LAMBDA).symmetrized()));
        };
        int[] steps = {0};
        return new SparseDescent(smooth, LAMBDA * (1 - mu))
                .solve(Matrix.identity(TASKS), at -> steps[0]++ == 100)
                .a();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 0.6, 0.95, 1})
    void theBoundIsTightWhereItIsAttained(double mu) {
        SplittableRandom random = new SplittableRandom(12);
        for (int trial = 0; trial < 50; trial++) {
            Matrix a = positive(random, 0.5, TASKS).map(x -> Math.abs(x) < 0.05 ? 0 : x);
            if (LinearAlgebra.best().eigen(a).value(0) < 0.05) {
                continue;
            }
            // M that makes A the maximiser: M / lambda = mu I + (1 - mu) sign(A) - eps A^-2, where that is positive.
            Matrix inverse = LinearAlgebra.best().cholesky(a).solve(Matrix.identity(TASKS));
            Matrix m = a.map(x -> (1 - mu) * Math.signum(x))
                    .plusDiagonal(mu)
                    .plus(-EPS, LinearAlgebra.best().multiply(inverse, inverse))
                    .scale(LAMBDA)
                    .symmetrized();
            StructurePenalty.Sup sup = new SparseBound(LAMBDA, mu, EPS, a).sup(m);
            assertThat(sup.c()).isEqualTo(1);
            assertThat(sup.value() - (a.dot(m) - penalty(a, mu))).isBetween(-1e-10, 1e-10);
        }
    }

    /**
     * Scaling C = M / lambda + eps A^-2 down until its entries are within 1 - mu, those of its diagonal within 1, always gives a
     * bound: what is found scales M no further, and mostly less. No structure at hand beats it.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 0.6, 0.95})
    void theDualPointIsKeptAsLargeAsPlainScalingKeepsIt(double mu) {
        SplittableRandom random = new SplittableRandom(13);
        int better = 0;
        for (int trial = 0; trial < 30; trial++) {
            Matrix m = positive(random, 1 + random.nextDouble(), 3);
            Matrix near = positive(random, 0.2, TASKS).plusDiagonal(0.5).map(x -> Math.abs(x) < 0.1 ? 0 : x);
            Matrix inverse = LinearAlgebra.best().cholesky(near).solve(Matrix.identity(TASKS));
            Matrix c = m.scale(1 / LAMBDA).plus(EPS, LinearAlgebra.best().multiply(inverse, inverse));
            double plain = 1;
            for (int t = 0; t < TASKS; t++) {
                for (int u = 0; u < TASKS; u++) {
                    plain = Math.min(plain, (u == t ? 1 : 1 - mu) / Math.abs(c.get(t, u)));
                }
            }
            StructurePenalty.Sup sup = new SparseBound(LAMBDA, mu, EPS, near).sup(m);
            assertThat(sup.c()).as("mu %s, trial %d", mu, trial).isBetween(plain * (1 - 1e-9), 1.0);
            better += sup.c() > 1.01 * plain ? 1 : 0;
            for (Matrix a :
                    new Matrix[] {near, near.scale(0.3), Matrix.identity(TASKS).scale(0.2), near.scale(3)}) {
                assertThat(sup.c() * a.dot(m) - penalty(a, mu)).isLessThanOrEqualTo(sup.value() + 1e-12);
            }
        }
        assertThat(better).as("mu %s: times M was kept larger", mu).isGreaterThan(mu > 0.5 ? 20 : mu > 0 ? 5 : -1);
    }

    /** Far beyond all bounds nothing is left but c = 0, where the sup is that of F alone, at A = sqrt(eps) I. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 1})
    void hopelessPointsStillHaveABound(double mu) {
        Matrix m = positive(new SplittableRandom(14), 1, TASKS).scale(1e12);
        StructurePenalty.Sup sup = new SparseBound(LAMBDA, mu, EPS, Matrix.identity(TASKS)).sup(m);
        assertThat(sup.c()).isBetween(0.0, 1e-9);
        double alone = -2 * LAMBDA * Math.sqrt(EPS) * TASKS;
        assertThat(sup.value()).isBetween(alone - 1e-9, 0.0);
    }

    private static double penalty(Matrix a, double mu) {
        double absolute = 0;
        for (double x : a.data()) {
            absolute += Math.abs(x);
        }
        double inverse =
                LinearAlgebra.best().cholesky(a).solve(Matrix.identity(TASKS)).trace();
        return LAMBDA * (EPS * inverse + mu * a.trace() + (1 - mu) * absolute);
    }

    /** scale times a random matrix of this rank, and a little of the identity where the rank is full. */
    private static Matrix positive(SplittableRandom random, double scale, int rank) {
        Matrix x = Matrix.zeros(TASKS, rank);
        for (int i = 0; i < x.data().length; i++) {
            x.data()[i] = random.nextGaussian();
        }
        Matrix gram = LinearAlgebra.best().multiplyTransposeB(x, x).scale(scale / rank);
        return (rank == TASKS ? gram.plusDiagonal(0.05 * scale) : gram).symmetrized();
    }
}
