package dev.kith.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.SparseInputs;
import dev.kith.kernel.map.FeatureMaps;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MonomialsTest {
    @ParameterizedTest
    @CsvSource({"2, 1", "2, 0", "3, 1", "3, 0.25", "3, 0"})
    void innerProductsAreTheKernel(int degree, double offset) {
        Random random = new Random(degree);
        Matrix values = Matrix.zeros(9, 4).map(x -> random.nextInt(3) == 0 ? 0 : random.nextGaussian());
        DenseInputs x = DenseInputs.of(values);
        Kernel kernel = Kernels.polynomial(degree, offset);
        FeatureMap map = kernel.explicit(4).orElseThrow();
        SparseRows rows = map.rows(x);
        assertThat(rows.cols()).isEqualTo(degree == 2 ? 15 : 35);
        assertThat(rows.timesTranspose(rows).plus(-1, kernel.gram(x)).maxAbs()).isLessThan(1e-12);
        SparseRows sparse = sparse(values);
        assertThat(map.rows(new SparseInputs(sparse, Names.numbered("x", 4)))).isEqualTo(rows);
        assertThat(FeatureMaps.parse(map.spec(), 4)).isEqualTo(map);
    }

    @ParameterizedTest
    @CsvSource({"2, 6000, 18009001", "3, 500, 21084251"})
    void tooManyAreRefused(int degree, int features, long columns) {
        assertThatThrownBy(() -> Kernels.polynomial(degree, 1).explicit(features))
                .isInstanceOf(DataException.class)
                .hasMessage(features + " features have " + columns + " products of degree " + degree
                        + ", more than 16777216 are not written out; use the kernel without --explicit");
    }

    private static SparseRows sparse(Matrix values) {
        int[] starts = new int[values.rows() + 1];
        int[] columns = new int[values.rows() * values.cols()];
        double[] numbers = new double[columns.length];
        int size = 0;
        for (int i = 0; i < values.rows(); i++) {
            for (int j = 0; j < values.cols(); j++) {
                if (values.get(i, j) != 0) {
                    columns[size] = j;
                    numbers[size++] = values.get(i, j);
                }
            }
            starts[i + 1] = size;
        }
        return new SparseRows(values.cols(), starts, Arrays.copyOf(columns, size), Arrays.copyOf(numbers, size));
    }
}
