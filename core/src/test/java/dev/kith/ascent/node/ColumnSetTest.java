package dev.kith.ascent.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnSetTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 4095, 4096, 4097, 300_000})
    void columnsComeOutInOrderWithTheirRanks(int columns) {
        SplittableRandom random = new SplittableRandom(columns);
        ColumnSet set = new ColumnSet(columns);
        for (int round = 0; round < 3; round++) {
            int[] drawn = IntStream.range(0, Math.min(columns, 1000))
                    .map(k -> random.nextInt(columns))
                    .toArray();
            set.addAll(drawn, 0, drawn.length);
            int[] expected = IntStream.of(drawn).distinct().sorted().toArray();
            assertThat(set.count()).isEqualTo(expected.length);
            assertThat(set.toArray()).isEqualTo(expected);
            for (int k = 0; k < expected.length; k++) {
                assertThat(set.rank(expected[k])).isEqualTo(k);
            }
            set.clear();
        }
    }
}
