package dev.kith.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.SparseInputs;
import dev.kith.data.StringInputs;
import dev.kith.kernel.map.ColumnViews;
import dev.kith.kernel.map.FeatureMaps;
import dev.kith.kernel.map.HashedColumns;
import dev.kith.kernel.map.HashedStrings;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeatureMapTest {
    private static final StringInputs WORDS =
            new StringInputs(List.of("ACGTACGT", "ACGTTCGT", "GGGTACGA", "CCCCCCCC"), "dna");

    private static double product(SparseRows rows, int i, int j) {
        return rows.dot(i, rows, j);
    }

    @Test
    void specsParseBack() {
        List<FeatureMap> maps = List.of(
                ColumnViews.all(5),
                ColumnViews.of(5, List.of("a=1;", "b,c"), List.of(List.of(4, 0, 1), List.of(1))),
                new HashedColumns(12),
                new HashedStrings(new Spectrum(3), 10, false, true),
                new HashedStrings(new WeightedDegree(4), 14, true, false));
        for (FeatureMap map : maps) {
            assertThat(FeatureMaps.parse(map.spec(), 5)).isEqualTo(map);
        }
        assertThatThrownBy(() -> FeatureMaps.parse("columns:9;a=0-1", 5)).isInstanceOf(DataException.class);
        assertThatThrownBy(() -> FeatureMaps.parse("columns:5;a=0", 5)).isInstanceOf(DataException.class);
        assertThatThrownBy(() -> FeatureMaps.parse("nonsense", 5)).isInstanceOf(DataException.class);
    }

    @Test
    void hashedStringsAreTheKernelUpToCollisions() {
        for (StringKernel kernel : List.of(new Spectrum(3), new WeightedDegree(3))) {
            Matrix gram = kernel.gram(WORDS);
            SparseRows rows = new HashedStrings(kernel, 22).rows(WORDS);
            for (int i = 0; i < 4; i++) {
                for (int j = 0; j < 4; j++) {
                    assertThat(product(rows, i, j)).isCloseTo(gram.get(i, j), within(1e-12));
                }
            }
        }
    }

    @Test
    void splitGivesEveryLengthAViewOfUnitLength() {
        HashedStrings map = new HashedStrings(new WeightedDegree(3), 16, true, false);
        assertThat(map.views()).containsExactly("length 1", "length 2", "length 3");
        SparseRows rows = map.rows(WORDS);
        for (int i = 0; i < 4; i++) {
            assertThat(rows.squaredNorm(i)).isCloseTo(3, within(1e-12));
        }
    }

    @Test
    void mismatchMakesNearWordsAlike() {
        StringInputs pair = new StringInputs(List.of("ACG", "ATG"), "dna");
        assertThat(product(new HashedStrings(new Spectrum(3), 20).rows(pair), 0, 1))
                .isZero();
        // One shared pattern A*G of value 1/2; length of a row: 1 + 3/4.
        assertThat(product(new HashedStrings(new Spectrum(3), 20, false, true).rows(pair), 0, 1))
                .isCloseTo(0.25 / 1.75, within(1e-12));
    }

    @Test
    void tooShortStringIsNamed() {
        StringInputs words = new StringInputs(List.of("ACGT", "AC"), "dna");
        assertThatThrownBy(() -> new HashedStrings(new Spectrum(3), 10).rows(words))
                .hasMessage("column 'dna', input 1: \"AC\" is too short for kernel 'spectrum:3'");
    }

    @Test
    void hashedColumnsKeepInnerProductsWithoutCollisionsAndOnAverageWithThem() {
        Matrix x = Matrix.of(new double[] {1, 2, 0, 3}, new double[] {4, 0, 5, 6});
        DenseInputs dense = new DenseInputs(x, List.of("a", "b", "c=1", "c=2"));
        assertThat(product(new HashedColumns(20).rows(dense), 0, 1)).isCloseTo(22, within(1e-12));
        double sum = 0;
        int draws = 4000;
        for (int k = 0; k < draws; k++) {
            List<String> names = List.of("a" + k, "b" + k, "c" + k, "d" + k);
            sum += product(new HashedColumns(2).rows(new DenseInputs(x, names)), 0, 1);
        }
        assertThat(sum / draws).as("unbiased; standard error 0.25").isCloseTo(22, within(1.0));
    }

    @Test
    void viewsSelectColumnsOfDenseAndSparseInputsAlike() {
        Matrix x = Matrix.of(new double[] {1, 0, 2}, new double[] {0, 3, 4});
        ColumnViews views = ColumnViews.of(3, List.of("u", "v"), List.of(List.of(2, 0), List.of(1, 2)));
        SparseRows fromDense = views.rows(new DenseInputs(x, Names.numbered("x", 3)));
        SparseRows sparse = ColumnViews.all(3).rows(new DenseInputs(x, Names.numbered("x", 3)));
        SparseRows fromSparse = views.rows(new SparseInputs(sparse, Names.numbered("x", 3)));
        assertThat(fromDense).isEqualTo(fromSparse);
        assertThat(fromDense.toDense()).isEqualTo(Matrix.of(new double[] {1, 2, 0, 2}, new double[] {0, 4, 3, 4}));
        assertThat(views.starts()).containsExactly(0, 2, 4);
    }
}
