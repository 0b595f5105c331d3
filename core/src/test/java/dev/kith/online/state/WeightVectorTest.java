package dev.kith.online.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.online.Row;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightVectorTest {
    /** Narrow rows stay in an array, wide ones go through the table, all agree with a plain array to the bit. */
    @ParameterizedTest
    @ValueSource(ints = {1, 13, 300, 5_000, 200_000})
    void tableAndArrayGiveTheSameBits(int width) {
        Random random = new Random(width);
        WeightVector vector = new WeightVector();
        double[] plain = new double[width];
        for (int n = 0; n < 2000; n++) {
            int reach = 1 + (int) ((long) width * (n + 1) / 2000);
            int[] indices = random.ints(0, Math.min(width, reach))
                    .limit(20)
                    .distinct()
                    .sorted()
                    .toArray();
            double[] values = random.doubles(indices.length, -1, 1).toArray();
            Row row = Row.sparse(indices, values);
            double even = 0;
            double odd = 0;
            for (int k = 0; k < indices.length; k++) {
                double term = values[k] * plain[indices[k]];
                even += k % 2 == 0 ? term : 0;
                odd += k % 2 == 0 ? 0 : term;
            }
            assertThat(vector.dot(row)).isEqualTo(even + odd);
            vector.add(0.5, row);
            for (int k = 0; k < indices.length; k++) {
                plain[indices[k]] += 0.5 * values[k];
            }
        }
        for (int f = 0; f < width; f++) {
            assertThat(vector.get(f)).isEqualTo(plain[f]);
        }
        for (int f : vector.nonZeros()) {
            assertThat(plain[f]).isNotZero();
        }
    }
}
