package dev.kith.check.exact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Factorisations undo themselves to 28 digits. */
class FactorTest {
    private static DdMatrix draw(Random random, int rows, int cols) {
        DdMatrix m = new DdMatrix(rows, cols);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < cols; j++) {
                m.set(i, j, Dd.of(random.nextGaussian()).plus(1e-17 * random.nextGaussian()));
            }
        }
        return m;
    }

    private static double difference(DdMatrix a, DdMatrix b) {
        return a.plus(Dd.of(-1), b).maxAbs().value();
    }

    @Test
    void solvesHilbertsSystemWhereDoublesFail() {
        int n = 12;
        DdMatrix hilbert = new DdMatrix(n, n);
        DdMatrix ones = new DdMatrix(n, 1);
        for (int i = 0; i < n; i++) {
            ones.set(i, 0, Dd.ONE);
            for (int j = 0; j < n; j++) {
                hilbert.set(i, j, Dd.ONE.over(i + j + 1));
            }
        }
        DdMatrix x = Factor.of(hilbert).orElseThrow().solve(hilbert.times(ones));
        assertThat(difference(x, ones)).isLessThan(1e-13);
    }

    @Test
    void pivotedRootGivesBackTheMatrixAndItsRank() {
        DdMatrix thin = draw(new Random(3), 9, 4);
        DdMatrix a = thin.times(thin.transpose());
        DdMatrix root = Factor.root(a, 1e-26);
        assertThat(root.cols).isEqualTo(4);
        assertThat(difference(root.times(root.transpose()), a)).isLessThan(1e-29);
    }

    @Test
    void singularMatricesHaveNoCholeskyFactorButARidgedOne() {
        DdMatrix zero = DdMatrix.of(new double[] {1, 1}, new double[] {1, 1});
        assertThat(Factor.of(zero)).isEmpty();
        assertThat(Factor.ridged(zero)).isPresent();
    }

    @Test
    void eigenvaluesAndVectorsGiveBackTheMatrix() {
        DdMatrix w = draw(new Random(4), 6, 6);
        DdMatrix a = w.gram();
        Jacobi eigen = Jacobi.of(a);
        DdMatrix diagonal = new DdMatrix(6, 6);
        for (int i = 0; i < 6; i++) {
            diagonal.set(i, i, eigen.values[i]);
        }
        DdMatrix again = eigen.vectors.times(diagonal).times(eigen.vectors.transpose());
        assertThat(difference(again, a)).isLessThan(1e-28);
        assertThat(difference(eigen.vectors.gram(), DdMatrix.identity(6))).isLessThan(1e-29);
    }

    @Test
    void singularValuesAreThoseOfTheGramMatrixAndTinyOnesAreKept() {
        DdMatrix w = draw(new Random(5), 7, 4);
        double[] fromGram = Arrays.stream(Jacobi.of(w.gram()).values)
                .mapToDouble(x -> x.sqrt().value())
                .sorted()
                .toArray();
        double[] direct = Arrays.stream(Jacobi.singularValues(w))
                .mapToDouble(Dd::value)
                .sorted()
                .toArray();
        assertThat(direct).containsExactly(fromGram);
        DdMatrix graded = DdMatrix.of(new double[] {1, 1e-25}, new double[] {0, 1e-25});
        double least = Arrays.stream(Jacobi.singularValues(graded))
                .mapToDouble(Dd::value)
                .min()
                .orElseThrow();
        assertThat(least).isBetween(0.99e-25, 1.01e-25);
    }

    @Test
    void logarithmOfTheDeterminant() {
        DdMatrix a = DdMatrix.of(new double[] {2, 1}, new double[] {1, 3});
        assertThat(Factor.of(a)
                        .orElseThrow()
                        .logDet()
                        .minus(Dd.of(5).log())
                        .abs()
                        .value())
                .isLessThan(1e-30);
    }
}
