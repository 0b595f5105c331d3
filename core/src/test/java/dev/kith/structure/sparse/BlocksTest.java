package dev.kith.structure.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Everything done block by block is what it is for the whole matrix. */
class BlocksTest {
    /** Positive definite with ties between 0, 3, 5, between 1, 4, and none of 2. */
    private static Matrix inPieces() {
        int[][] groups = {{0, 3, 5}, {1, 4}, {2}};
        Random random = new Random(1);
        Matrix a = Matrix.identity(6).scale(3);
        for (int[] group : groups) {
            for (int t : group) {
                for (int s : group) {
                    double tie = random.nextGaussian();
                    a.add(t, s, tie / 2);
                    a.add(s, t, tie / 2);
                }
            }
        }
        return a.plusDiagonal(4);
    }

    @Test
    void groupsAreWhatTiesReach() {
        assertThat(Blocks.of(inPieces()).groups())
                .containsExactly(new int[] {0, 3, 5}, new int[] {1, 4}, new int[] {2});
        Matrix chain = Matrix.identity(4);
        chain.set(3, 0, 1e-300);
        chain.set(1, 3, -1);
        assertThat(Blocks.of(chain).groups())
                .as("through others, one way")
                .containsExactly(new int[] {0, 1, 3}, new int[] {2});
        assertThat(Blocks.of(Matrix.zeros(0, 0)).groups()).isEmpty();
    }

    @Test
    void solvesInversesAndEigenvaluesAreThoseOfTheWhole() {
        Matrix a = inPieces();
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix b = Matrix.zeros(6, 2).map(v -> 1);
        b.set(4, 1, -3);
        assertThat(Blocks.of(a)
                        .solve(b, 0.5)
                        .plus(-1, algebra.cholesky(a.plusDiagonal(0.5)).solve(b))
                        .maxAbs())
                .isLessThan(1e-13);
        Matrix inverse = algebra.cholesky(a).solve(Matrix.identity(6));
        Matrix square = Matrix.identity(6);
        assertThat(Blocks.of(a).addInverseSquareInto(square, 2)).isCloseTo(inverse.trace(), within(1e-13));
        assertThat(square.plus(-2, algebra.multiply(inverse, inverse))
                        .plus(-1, Matrix.identity(6))
                        .maxAbs())
                .isLessThan(1e-13);
        assertThat(Blocks.of(a).eigenvalues())
                .containsExactly(algebra.eigen(a).values().row(0), within(1e-12));
        assertThat(Blocks.of(a).positive()).isTrue();
        a.set(2, 2, -1);
        assertThat(Blocks.of(a).positive()).isFalse();
    }

    /** A tie below anything that counts makes it one piece: value and gradient must not notice. */
    @Test
    void thePenaltyDoesNotNoticeWhetherTasksAreFactoredApart() {
        Matrix a = inPieces();
        Matrix tied = a.copy();
        for (int t = 1; t < 6; t++) {
            tied.set(0, t, tied.get(0, t) + 1e-200);
            tied.set(t, 0, tied.get(0, t));
        }
        assertThat(Blocks.of(tied).groups()).hasSize(1);
        Matrix f = Matrix.zeros(6, 3).map(v -> 0.1);
        f.set(2, 1, 2);
        SparsePenalty penalty = new SparsePenalty(6, 0.3, 0.7, 1e-3);
        var apart = penalty.smoothPart(a, f, 0.2).orElseThrow();
        var whole = penalty.smoothPart(tied, f, 0.2).orElseThrow();
        assertThat(apart.smooth()).isCloseTo(whole.smooth(), within(1e-13 * whole.smooth()));
        assertThat(apart.gradient().plus(-1, whole.gradient()).maxAbs()).isLessThan(1e-14);
        double expected = 0;
        for (double value : LinearAlgebra.best().eigen(a).values().row(0)) {
            expected += Math.sqrt(value);
        }
        assertThat(SparseBound.rootTrace(a)).isCloseTo(expected, within(1e-12 * expected));
    }

    /** Factors are kept from call to call: for another A, and for A changed in place, they must be made anew. */
    @Test
    void keptFactorsBelongToTheMatrixAsItIs() {
        Matrix f = Matrix.zeros(6, 3).map(v -> 0.1);
        f.set(2, 1, 2);
        SparsePenalty kept = new SparsePenalty(6, 0.3, 0.7, 1e-3);
        Matrix a = inPieces();
        kept.smoothPart(a, f, 0.2);
        for (double kappa : new double[] {0, 0.2, 5}) {
            a.add(0, 0, 1);
            var expected = new SparsePenalty(6, 0.3, 0.7, 1e-3)
                    .smoothPart(a.copy(), f, kappa)
                    .orElseThrow();
            var found = kept.smoothPart(a, f, kappa).orElseThrow();
            assertThat(found.smooth()).isEqualTo(expected.smooth());
            assertThat(found.gradient()).isEqualTo(expected.gradient());
            assertThat(kept.solve(a, f, kappa)).isEqualTo(Blocks.of(a).solve(f, kappa));
        }
    }
}
