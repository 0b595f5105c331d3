package dev.kith.structure.sparse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import dev.kith.structure.penalty.SparseDescent;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bound on the sup over all A of a pattern: never below the sup, whatever A it was told, and equal to it at the one that attains it. */
class PatternPenaltyTest {
    private static final int TASKS = 6;
    private static final double LAMBDA = 0.3;
    private static final double MU = 0.7;
    private static final double RHO = 0.2;

    private static Matrix mask(SplittableRandom random, double density) {
        Matrix mask = Matrix.identity(TASKS);
        for (int t = 0; t < TASKS; t++) {
            for (int s = 0; s < t; s++) {
                double in = random.nextDouble() < density ? 1 : 0;
                mask.set(t, s, in);
                mask.set(s, t, in);
            }
        }
        return mask;
    }

    private static Matrix positive(SplittableRandom random, int rank, double scale) {
        Matrix x = Matrix.zeros(TASKS, rank).map(zero -> random.nextGaussian());
        return LinearAlgebra.best().multiplyTransposeB(x, x).scale(scale / rank).symmetrized();
    }

    private static Matrix inside(Matrix m, Matrix mask) {
        Matrix cut = m.copy();
        for (int i = 0; i < cut.data().length; i++) {
            cut.data()[i] *= mask.data()[i];
        }
        double least = LinearAlgebra.best().eigen(cut).value(0);
        return least > 0.05 ? cut : cut.plusDiagonal(0.05 - least);
    }

    private static double cost(Matrix a) {
        return RHO * (MU * a.trace() - LinearAlgebra.best().cholesky(a).logDet());
    }

    /** The A of the pattern with the largest tr(A M) - F(A), by descent. */
    private static Matrix best(Matrix m, Matrix mask) {
        SparseDescent.Smooth smooth = a -> {
            try {
                Cholesky factor = LinearAlgebra.best().cholesky(a);
                Matrix gradient = m.scale(-1).plusDiagonal(RHO * MU).plus(-RHO, factor.inverse());
                for (int i = 0; i < gradient.data().length; i++) {
                    gradient.data()[i] *= mask.data()[i];
                }
                double value = RHO * (MU * a.trace() - factor.logDet()) - a.dot(m);
                return Optional.of(new SparseDescent.Value(a, value, gradient));
            } catch (NumericalException notPositive) {
                return Optional.empty();
            }
        };
        int[] steps = {0};
        return new SparseDescent(smooth, 0)
                .solve(Matrix.identity(TASKS), at -> steps[0]++ == 400)
                .a();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 0.6, 1})
    void noStructureBeatsTheBound(double density) {
        SplittableRandom random = new SplittableRandom(21);
        int scaled = 0;
        for (int trial = 0; trial < 200; trial++) {
            Matrix mask = mask(random, density);
            PatternPenalty penalty = new PatternPenalty(mask, LAMBDA, MU, RHO);
            penalty.remember(inside(positive(random, TASKS, 2), mask));
            Matrix m = positive(random, 1 + trial % 3, 0.25 * random.nextDouble());
            StructurePenalty.Sup sup = penalty.sup(m);
            scaled += sup.c() < 1 ? 1 : 0;
            assertThat(sup.c()).isBetween(0.0, 1.0);
            Matrix best = best(m.scale(sup.c()), mask);
            assertThat(sup.c() * best.dot(m) - cost(best))
                    .as("density %s, trial %d", density, trial)
                    .isLessThanOrEqualTo(sup.value() + 1e-12);
        }
        assertThat(scaled).as("some points had to be scaled, others not").isBetween(1, 199);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 0.6, 1})
    void theBoundIsTightWhereItIsAttained(double density) {
        SplittableRandom random = new SplittableRandom(22);
        for (int trial = 0; trial < 50; trial++) {
            Matrix mask = mask(random, density);
            Matrix m = positive(random, 3, 0.01);
            Matrix best = best(m, mask);
            PatternPenalty penalty = new PatternPenalty(mask, LAMBDA, MU, RHO);
            penalty.remember(best);
            StructurePenalty.Sup sup = penalty.sup(m);
            assertThat(sup.c()).isEqualTo(1);
            assertThat(sup.value() - (best.dot(m) - cost(best))).isBetween(-1e-12, 1e-10);
        }
    }

    /** A near the best one costs in the second order only. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-2, 1e-3, 1e-4})
    void errorsOfTheStructureCountSquared(double error) {
        SplittableRandom random = new SplittableRandom(23);
        for (int trial = 0; trial < 20; trial++) {
            Matrix mask = mask(random, 0.5);
            Matrix m = positive(random, 3, 0.01);
            Matrix best = best(m, mask);
            PatternPenalty penalty = new PatternPenalty(mask, LAMBDA, MU, RHO);
            Matrix moved = best.plus(error, inside(positive(random, TASKS, 1), mask));
            penalty.remember(moved);
            assertThat(penalty.sup(m).value() - (best.dot(m) - cost(best))).isBetween(-1e-12, 10 * error * error);
        }
    }
}
