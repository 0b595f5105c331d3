package dev.kith.stream.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SortedEntriesTest {
    @Test
    void entriesAreSortedAndEqualFeaturesAddedInTheOrderTheyCame() {
        Random random = new Random(3);
        for (int size : new int[] {0, 1, 2, 47, 48, 49, 50, 1000}) {
            int[] indices = random.ints(size + 2, 0, 1 + size / 2).toArray();
            double[] values = random.doubles(size + 2).toArray();
            TreeMap<Integer, Double> expected = new TreeMap<>();
            for (int k = 1; k <= size; k++) {
                expected.merge(indices[k], values[k], Double::sum);
            }
            int outside = indices[size + 1];
            int end = SortedEntries.sortAndAdd(indices, values, 1, size + 1);
            assertThat(Arrays.copyOfRange(indices, 1, end))
                    .containsExactly(expected.keySet().stream().mapToInt(i -> i).toArray());
            assertThat(Arrays.copyOfRange(values, 1, end))
                    .containsExactly(
                            expected.values().stream().mapToDouble(v -> v).toArray());
            assertThat(indices[size + 1]).isEqualTo(outside);
        }
    }
}
