package dev.kith.select.detail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.DenseInputs;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Cells of one column change places, and nothing else does. */
class ShufflingTest {
    @Test
    void everyRowGetsAnotherOneOfItsGroup() {
        List<int[]> groups = List.of(new int[] {0, 2, 4, 6}, new int[] {1, 3}, new int[] {5});
        for (long seed = 0; seed < 50; seed++) {
            int[] from = Shuffling.cycles(groups, 7, new SplittableRandom(seed));
            for (int[] group : groups) {
                int[] sources = Arrays.stream(group).map(i -> from[i]).sorted().toArray();
                assertThat(sources).as("seed " + seed).containsExactly(group);
                assertThat(Arrays.stream(group).noneMatch(i -> group.length > 1 && from[i] == i))
                        .as("seed " + seed)
                        .isTrue();
            }
        }
    }

    @Test
    void otherColumnsStay() {
        DenseInputs x = DenseInputs.of(Matrix.of(new double[][] {{1, 10}, {2, 20}, {3, 30}}));
        DenseInputs shuffled = (DenseInputs) Shuffling.shuffled(x, 1, 2, 0, 1);
        assertThat(shuffled.values().column(0)).containsExactly(1, 2, 3);
        assertThat(shuffled.values().column(1)).containsExactly(30, 10, 20);
        assertThat(x.values().column(1)).containsExactly(10, 20, 30);
    }

    @Test
    void aCategoryMovesAsOneColumn() {
        RawInputs raw = new RawInputs(
                List.of(
                        RawColumn.Numbers.of("size", 1, Double.NaN, 3),
                        RawColumn.Texts.of("colour", Arrays.asList("red", null, "blue"))),
                Optional.empty(),
                Recipe.of(new Recipe.Numeric("size"), new Recipe.Category("colour")));
        RawInputs shuffled = (RawInputs) Shuffling.shuffled(raw, 1, 2, 0, 1);
        RawColumn.Texts colours = (RawColumn.Texts) shuffled.column("colour");
        assertThat(IntStream.range(0, 3).mapToObj(colours::value))
                .containsExactly(Optional.of("blue"), Optional.of("red"), Optional.empty());
        assertThat(shuffled.column("size").missing(1)).isTrue();
        assertThat(Shuffling.same(raw, 0, 1, 1)).isTrue();
        assertThat(Shuffling.same(raw, 1, 0, 2)).isFalse();
    }
}
