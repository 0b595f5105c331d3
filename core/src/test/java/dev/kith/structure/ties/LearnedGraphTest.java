package dev.kith.structure.ties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Names;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class LearnedGraphTest {
    private static final List<String> FOUR = List.of("a", "b", "c", "d");

    private static LearnedGraph graph(Matrix structure) {
        return LearnedGraph.of(FOUR, structure, OptionalDouble.empty());
    }

    @Test
    void exactZerosAreTheGraph() {
        Matrix structure = Matrix.of(
                new double[] {2, -1e-9, 0, 0},
                new double[] {-1e-9, 2, 0, 0},
                new double[] {0, 0, 1, 0.5},
                new double[] {0, 0, 0.5, 1});
        LearnedGraph graph = graph(structure);
        assertThat(graph.rule()).isEqualTo("non-zeros of the structure");
        assertThat(graph.ties()).extracting(LearnedGraph.Tie::a).containsExactly(2, 0);
        assertThat(graph.ties()).extracting(LearnedGraph.Tie::similarity).containsExactly(0.5, -5e-10);
        assertThat(graph.groups()).containsExactly(List.of("a"), List.of("b"), List.of("c", "d"));
    }

    /** In a chain a - b - c - d, neighbours are tied and all other likeness goes through them. */
    @Test
    void partialCorrelationsSeeThroughChains() {
        Matrix precision = Matrix.of(
                new double[] {1, -0.4, 0, 0},
                new double[] {-0.4, 1, -0.4, 0},
                new double[] {0, -0.4, 1, -0.4},
                new double[] {0, 0, -0.4, 1});
        Matrix structure = LinearAlgebra.best().cholesky(precision).solve(Matrix.identity(4));
        LearnedGraph graph = graph(structure);
        assertThat(structure.get(0, 2) / Math.sqrt(structure.get(0, 0) * structure.get(2, 2)))
                .isGreaterThan(0.15);
        assertThat(graph.ties())
                .extracting(tie -> tie.a() + "-" + tie.b())
                .containsExactlyInAnyOrder("0-1", "1-2", "2-3");
        assertThat(graph.ties()).allSatisfy(tie -> assertThat(tie.partial()).isEqualTo(0.37, within(0.06)));
        assertThat(graph.rule()).isEqualTo("partial correlations of at least 0.1 in size");
    }

    @Test
    void scalesOfTasksDoNotMatter() {
        Matrix structure = Matrix.of(
                new double[] {1, 0.6, -0.5, 0.1},
                new double[] {0.6, 1, -0.4, 0.1},
                new double[] {-0.5, -0.4, 1, 0.2},
                new double[] {0.1, 0.1, 0.2, 1});
        double[] scale = {1, 100, 0.01, 5};
        Matrix scaled = Matrix.zeros(4, 4);
        for (int t = 0; t < 4; t++) {
            for (int s = 0; s < 4; s++) {
                scaled.set(t, s, scale[t] * scale[s] * structure.get(t, s));
            }
        }
        List<LearnedGraph.Tie> expected = graph(structure).ties();
        List<LearnedGraph.Tie> found = graph(scaled).ties();
        assertThat(found).hasSameSizeAs(expected);
        for (int k = 0; k < found.size(); k++) {
            assertThat(found.get(k).partial()).isEqualTo(expected.get(k).partial(), within(1e-12));
        }
        assertThat(graph(structure).ties())
                .anySatisfy(tie -> assertThat(tie.partial()).isNegative());
    }

    @Test
    void aThresholdReplacesExactZeros() {
        Matrix structure = Matrix.of(
                new double[] {1, 0.9, 0, 0}, new double[] {0.9, 1, 0, 0}, new double[] {0, 0, 1, 0.2}, new double[] {
                    0, 0, 0.2, 1
                });
        assertThat(graph(structure).ties()).hasSize(2);
        assertThat(LearnedGraph.of(FOUR, structure, OptionalDouble.of(0.5)).ties())
                .hasSize(1);
        assertThat(LearnedGraph.of(FOUR, structure, OptionalDouble.of(0)).ties())
                .hasSize(2);
        assertThatThrownBy(() -> LearnedGraph.of(FOUR, structure, OptionalDouble.of(Double.NaN)))
                .hasMessage("the least partial correlation must be from 0 to 1, got NaN");
    }

    @Test
    void singularAndEmptyStructuresHaveGraphsToo() {
        assertThat(graph(Matrix.zeros(4, 4)).ties()).isEmpty();
        assertThat(graph(Matrix.identity(4)).ties()).isEmpty();
        LearnedGraph one = graph(Matrix.zeros(4, 4).map(x -> 1));
        assertThat(one.ties()).hasSize(6);
        assertThat(one.groups()).containsExactly(FOUR);
        assertThat(LearnedGraph.of(List.of("a"), Matrix.identity(1), OptionalDouble.empty())
                        .groups())
                .containsExactly(List.of("a"));
    }

    /** Two cliques of four joined by one weak tie; opposite tasks stay apart. */
    @Test
    void communitiesAreDenserThanChance() {
        List<String> tasks = List.of("a", "b", "c", "d", "e", "f", "g", "h");
        Matrix structure = Matrix.identity(8);
        for (int t = 0; t < 8; t++) {
            for (int s = 0; s < 8; s++) {
                if (s != t && s / 4 == t / 4) {
                    structure.set(t, s, 0.5);
                }
            }
        }
        structure.set(0, 7, 0.1);
        structure.set(7, 0, 0.1);
        structure.set(1, 6, -0.2);
        structure.set(6, 1, -0.2);
        assertThat(LearnedGraph.of(tasks, structure, OptionalDouble.empty()).groups())
                .containsExactly(tasks.subList(0, 4), tasks.subList(4, 8));
    }

    /** A ring with a chord, weighted, and a task alone. */
    private static final TaskNetwork RING =
            new TaskNetwork(7, 0.4, new int[] {0, 1, 2, 3, 4, 5, 1}, new int[] {1, 2, 3, 4, 5, 0, 4}, new double[] {
                1, 2, 0.5, 1, 3, 1, 0.25
            });

    @Test
    void edgesTellWhatTheInverseOfTheMatrixTells() {
        List<String> tasks = List.of("a", "b", "c", "d", "e", "f", "g");
        LearnedGraph found = LearnedGraph.ofNetwork(tasks, RING);
        LearnedGraph expected = LearnedGraph.ofLaplacian(tasks, RING.dense());
        assertThat(found.rule()).isEqualTo(expected.rule());
        assertThat(found.groups()).isEqualTo(expected.groups());
        assertThat(found.ties()).hasSameSizeAs(expected.ties());
        for (LearnedGraph.Tie tie : found.ties()) {
            assertThat(expected.ties()).anySatisfy(other -> {
                assertThat(other.a()).isEqualTo(tie.a());
                assertThat(other.b()).isEqualTo(tie.b());
                assertThat(other.partial()).isEqualTo(tie.partial(), within(1e-12));
                assertThat(other.similarity()).isEqualTo(tie.similarity(), within(1e-12));
            });
        }
    }

    /** 20,000 triangles in a row: 60,000 tasks, 29 GB as a matrix. */
    @Test
    void manyTasksHaveTheirCommunities() {
        int triangles = 20_000;
        List<Integer> from = new ArrayList<>();
        List<Integer> to = new ArrayList<>();
        List<Double> weight = new ArrayList<>();
        for (int k = 0; k < triangles; k++) {
            int[][] edges = {{3 * k, 3 * k + 1}, {3 * k + 1, 3 * k + 2}, {3 * k, 3 * k + 2}, {3 * k - 1, 3 * k}};
            for (int e = k == 0 ? 2 : 3; e >= 0; e--) {
                from.add(edges[e][0]);
                to.add(edges[e][1]);
                weight.add(e == 3 ? 0.001 : 5);
            }
        }
        TaskNetwork network = new TaskNetwork(
                3 * triangles,
                0.5,
                from.stream().mapToInt(Integer::intValue).toArray(),
                to.stream().mapToInt(Integer::intValue).toArray(),
                weight.stream().mapToDouble(Double::doubleValue).toArray());
        LearnedGraph graph = LearnedGraph.ofNetwork(Names.numbered("t", 3 * triangles), network);
        assertThat(graph.ties()).hasSize(4 * triangles - 1);
        assertThat(graph.communities().get(3)).isEqualTo(graph.communities().get(5));
        assertThat(graph.groups())
                .allSatisfy(group -> assertThat(group.size() % 3).isZero());
    }
}
