package dev.kith.data.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TreeTest {
    private final Simulated drawn = new Tree(5, 100, 5, 20, 10, 100, 1).draw();

    @Test
    void hasThePapersSizes() {
        assertThat(drawn.data().taskCount()).isEqualTo(32);
        assertThat(drawn.data().countPerTask()).containsOnly(20);
        assertThat(drawn.test().orElseThrow().countPerTask()).containsOnly(200);
        assertThat(drawn.data().classes()).contains(List.of("-1", "1"));
        double sum = 0;
        for (int o = 0; o < drawn.data().size(); o++) {
            sum += drawn.data().label(o);
        }
        assertThat(sum).isZero();
    }

    @Test
    void bestAucIsTheOneOfVarianceTwenty() {
        assertThat(drawn.facts().get("bayes-auc")).isCloseTo(0.94308, within(1e-5)); // Phi(10 / sqrt(40)), scipy 1.10.1
        Simulated wide = new Tree(1, 100, 5, 400, 1, 0, 1).draw();
        assertThat(wide.facts().get("bayes-auc")).isCloseTo(0.638163, within(1e-6)); // Phi(10 / sqrt(800))
        assertThat(new Tree(0, 100_000, 5, 1, 1, 0, 1).draw().facts()).containsEntry("bayes-auc", 1.0);
    }

    @Test
    void theTrueDirectionReachesTheBestAuc() {
        Dataset test = new Tree(0, 100, 5, 20, 1, 4000, 3).draw().test().orElseThrow();
        Matrix x = ((DenseInputs) test.inputs()).values();
        double[] scores = new double[test.size()];
        for (int o = 0; o < scores.length; o++) {
            scores[o] = Arrays.stream(x.row(test.row(o))).sum();
        }
        long wins = 0;
        for (int p = 0; p < scores.length; p += 2) {
            for (int n = 1; n < scores.length; n += 2) {
                wins += scores[p] > scores[n] ? 1 : 0;
            }
        }
        double auc = 4.0 * wins / scores.length / scores.length;
        assertThat(auc).isCloseTo(0.943, within(0.01)); // 4 standard errors
    }

    @Test
    void everyEdgeFlipsFiveCoordinates() {
        Matrix similarity = drawn.truth().orElseThrow().values();
        for (int t = 0; t < 32; t++) {
            assertThat(similarity.get(t, t)).isEqualTo(100);
        }
        // siblings differ by two edges: at most 10 coordinates, each costing 2
        assertThat(similarity.get(0, 1)).isBetween(80.0, 100.0);
        assertThat(new Tree(1, 100, 0, 20, 1, 0, 1)
                        .draw()
                        .truth()
                        .orElseThrow()
                        .values()
                        .get(0, 1))
                .isEqualTo(100);
        // flipping all coordinates twice over
        assertThat(new Tree(1, 6, 6, 20, 1, 0, 1)
                        .draw()
                        .truth()
                        .orElseThrow()
                        .values()
                        .get(0, 1))
                .isEqualTo(6);
    }

    @Test
    void treeIsBinaryWithTheTasksAsLeaves() {
        Map<String, String> parent = new HashMap<>();
        drawn.tree().forEach(link -> parent.put(link.child(), link.parent()));
        assertThat(drawn.tree()).hasSize(62);
        for (String task : drawn.data().tasks()) {
            int depth = 0;
            for (String node = task; parent.containsKey(node); node = parent.get(node)) {
                depth++;
            }
            assertThat(depth).isEqualTo(5);
        }
        assertThat(parent).containsEntry("leaf1", "node16").containsEntry("leaf2", "node16");
        assertThat(parent).containsEntry("node2", "node1").doesNotContainKey("node1");
    }

    @Test
    void moreFlipsThanDimensionsAreRefused() {
        assertThatThrownBy(() -> new Tree(2, 4, 5, 20, 1, 0, 1)).hasMessage("flips must be <= dimensions = 4, got 5");
    }
}
