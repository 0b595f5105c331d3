package dev.kith.mkl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.structure.TaskTree;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class HierarchyTest {
    /** Names of the leaves below each inner node. */
    private static List<String> groups(TaskTree tree) {
        List<Integer> leaves = tree.leaves();
        return java.util.stream.IntStream.range(0, tree.nodes().size())
                .filter(node -> !leaves.contains(node))
                .mapToObj(node -> leaves.stream()
                        .map(leaf -> tree.nodes().get(leaf).name())
                        .filter(name -> tree.path(name).contains(node))
                        .sorted()
                        .collect(Collectors.joining()))
                .sorted()
                .toList();
    }

    @Test
    void nearestTasksJoinFirst() {
        Matrix d = Matrix.of(
                new double[] {0, 1, 6, 8, 9},
                new double[] {1, 0, 6, 8, 9},
                new double[] {6, 6, 0, 7, 9},
                new double[] {8, 8, 7, 0, 2},
                new double[] {9, 9, 9, 2, 0});
        TaskTree tree = Hierarchy.cluster(List.of("a", "b", "c", "d", "e"), d);
        assertThat(groups(tree)).containsExactly("ab", "abc", "abcde", "de");
        // Average linkage: c joins ab at 6, which itself was made at 1.
        int ab = tree.nodes().get(tree.path("a").get(0)).parent();
        assertThat(tree.nodes().get(ab).length()).isCloseTo(5, within(1e-12));
    }

    @Test
    void oneTaskIsATreeOfOneNode() {
        assertThat(Hierarchy.cluster(List.of("a"), Matrix.zeros(1, 1)).leaves()).containsExactly(0);
    }

    @Test
    void pairsOfTasksAreFound() {
        Dataset data = MklTrainerTest.pairs(21, 100, Losses.hinge());
        TaskTree tree = Hierarchy.infer(
                data, Losses.hinge(), Views.all(), 0.5, MklTrainer.DEFAULT_TRAINING, MklOptions.defaults());
        assertThat(groups(tree)).containsExactly("ab", "abcd", "cd");
    }
}
