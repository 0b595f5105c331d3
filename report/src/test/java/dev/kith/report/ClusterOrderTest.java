package dev.kith.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClusterOrderTest {
    @Test
    void tasksOfOneGroupStandSideBySide() {
        Matrix similarity = Matrix.zeros(9, 9);
        for (int t = 0; t < 9; t++) {
            for (int s = 0; s < 9; s++) {
                similarity.set(t, s, t == s ? 1 : t % 3 == s % 3 ? 0.9 : -0.2);
            }
        }
        int[] groups =
                Arrays.stream(ClusterOrder.of(similarity)).map(t -> t % 3).toArray();
        long changes =
                IntStream.range(1, 9).filter(i -> groups[i] != groups[i - 1]).count();
        assertThat(changes).isEqualTo(2);
    }

    @Test
    void isAPermutationForAnySize() {
        for (int count : new int[] {0, 1, 2, 13}) {
            int[] order = ClusterOrder.of(Matrix.identity(count));
            assertThat(Arrays.stream(order).sorted().toArray())
                    .isEqualTo(IntStream.range(0, count).toArray());
        }
    }

    @Test
    void aChainIsUnrolled() {
        // Similarity falls with the distance on a line; shuffled names must come back in line order.
        int[] place = {3, 0, 4, 1, 2};
        Matrix similarity = Matrix.zeros(5, 5);
        for (int t = 0; t < 5; t++) {
            for (int s = 0; s < 5; s++) {
                similarity.set(t, s, 1 - 0.2 * Math.abs(place[t] - place[s]));
            }
        }
        int[] line =
                Arrays.stream(ClusterOrder.of(similarity)).map(t -> place[t]).toArray();
        assertThat(Arrays.toString(line)).isIn("[0, 1, 2, 3, 4]", "[4, 3, 2, 1, 0]");
    }
}
