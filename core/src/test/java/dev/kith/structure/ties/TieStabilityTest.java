package dev.kith.structure.ties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** How often ties appear, ties as signs, and graphs read off a Laplacian. */
class TieStabilityTest {
    private static final Matrix ALIKE = Matrix.of(new double[] {0, 0.5}, new double[] {0.5, 0});
    private static final Matrix OPPOSITE = Matrix.of(new double[] {0, 0.25}, new double[] {0.25, 0});

    @Test
    void sharesAreBySignOrTogether() {
        TieStability stability = new TieStability(1, ALIKE, OPPOSITE);
        assertThat(stability.share(0, 1)).isEqualTo(0.75);
        assertThat(stability.share(0, 1, 2)).isEqualTo(0.5);
        assertThat(stability.share(0, 1, 0)).isEqualTo(0.5);
        assertThat(stability.share(0, 1, -0.1)).isEqualTo(0.25);
    }

    @Test
    void sharesMustBeSharesOfEqualNumbersOfTasks() {
        assertThatThrownBy(() -> new TieStability(0, ALIKE, OPPOSITE))
                .hasMessage("refits must be a whole number >= 1, got 0");
        assertThatThrownBy(() -> new TieStability(1, ALIKE, Matrix.zeros(3, 3)))
                .hasMessage("alike and opposite must be of equal size, got 2 and 3");
        assertThatThrownBy(() -> new TieStability(1, Matrix.zeros(2, 3), OPPOSITE))
                .hasMessage("alike must be square, got 2 x 3");
        assertThatThrownBy(() -> new TieStability(1, ALIKE, OPPOSITE.scale(-1)))
                .hasMessage("opposite must hold shares from 0 to 1, got -0.25");
        assertThatThrownBy(() -> new TieStability(1, ALIKE.scale(4), OPPOSITE))
                .hasMessage("alike must hold shares from 0 to 1, got 2.0");
        assertThat(new TieStability(1, ALIKE.scale(2), OPPOSITE).share(0, 1, 1)).isEqualTo(1);
    }

    @Test
    void graphsKnowTheStabilityOfTheirTies() {
        Matrix structure = Matrix.of(new double[] {1, -0.8}, new double[] {-0.8, 1});
        LearnedGraph graph = LearnedGraph.of(List.of("a", "b"), structure, OptionalDouble.empty());
        LearnedGraph.Tie tie = graph.ties().get(0);
        assertThat(graph.stability(tie)).isEmpty();
        LearnedGraph known = graph.withRefits(new TieStability(4, ALIKE, OPPOSITE));
        assertThat(known.stability(tie)).hasValue(0.25);
        assertThat(known.ties()).isEqualTo(graph.ties());
        assertThatThrownBy(() -> graph.withRefits(new TieStability(1, Matrix.zeros(3, 3), Matrix.zeros(3, 3))))
                .hasMessage("stability must be of 2 tasks, got 3");
    }

    /** Similarity 0.3 and -0.6 of exact ties, whose partial correlations have other sizes: a task c ties with both. */
    @Test
    void exactTiesAreOrderedAndSignedBySimilarity() {
        Matrix structure = Matrix.of(
                new double[] {1, 0.3, 0.9, 0},
                new double[] {0.3, 1, 0.6, 0},
                new double[] {0.9, 0.6, 1, 0},
                new double[] {0, 0, 0, 1});
        LearnedGraph graph = LearnedGraph.of(List.of("a", "b", "c", "d"), structure, OptionalDouble.empty());
        assertThat(graph.ties())
                .extracting(LearnedGraph.Tie::similarity)
                .usingComparatorForType((x, y) -> Math.abs(x - y) < 1e-12 ? 0 : 1, Double.class)
                .containsExactly(0.9, 0.6, 0.3);
        LearnedGraph.Tie last = graph.ties().get(2);
        assertThat(last.partial()).as("less alike than what both share with c").isNegative();
        Matrix zeros = Matrix.zeros(4, 4);
        Matrix always = zeros.map(zero -> 0.75);
        assertThat(graph.withRefits(new TieStability(4, always, zeros)).stability(last))
                .hasValue(0.75);
        Matrix partial = LearnedGraph.partialCorrelations(LearnedGraph.similarity(structure));
        assertThat(partial).isEqualTo(partial.transpose());
        assertThat(partial.get(0, 1)).isEqualTo(last.partial());
    }

    /** a and b alike, a and c opposite, d too weakly tied to count as a partial correlation. */
    @Test
    void tiesAsSigns() {
        Matrix structure = Matrix.of(
                new double[] {4, 1.2, -1.2, 0.02},
                new double[] {1.2, 1, 0, 0},
                new double[] {-1.2, 0, 1, 0},
                new double[] {0.02, 0, 0, 1});
        assertThat(LearnedGraph.signs(structure, true))
                .isEqualTo(Matrix.of(
                        new double[] {0, 1, -1, 1},
                        new double[] {1, 0, 0, 0},
                        new double[] {-1, 0, 0, 0},
                        new double[] {1, 0, 0, 0}));
        Matrix partial = LearnedGraph.signs(structure, false);
        assertThat(partial.row(3)).containsOnly(0);
        assertThat(partial.row(0)).containsExactly(0, 1, -1, 0);
        assertThat(partial.get(1, 2))
                .as("both are tied to a, with opposite signs")
                .isEqualTo(1);
        assertThat(LearnedGraph.hasZeros(structure)).isTrue();
        assertThat(LearnedGraph.hasZeros(Matrix.of(new double[] {0, 1}, new double[] {1, 0})))
                .isFalse();
    }

    @Test
    void similarityIsCutToOneAndZeroBesideATaskWithoutVariance() {
        Matrix similarity = LearnedGraph.similarity(Matrix.of(
                new double[] {4, 5, -1, 1}, new double[] {5, 4, -9, 1}, new double[] {-1, -9, 1, 1}, new double[] {
                    1, 1, 1, 0
                }));
        assertThat(similarity.row(0)).containsExactly(1, 1, -0.5, 0);
        assertThat(similarity.row(1)).containsExactly(1, 1, -1, 0);
        assertThat(similarity.row(3)).containsExactly(0, 0, 0, 1);
    }

    @Test
    void aLaplacianCarriesItsGraph() {
        Matrix precision = Matrix.of(
                new double[] {1.5, -0.5, 0, 0},
                new double[] {-0.5, 4.5, -3, 0},
                new double[] {0, -3, 4, 0},
                new double[] {0, 0, 0, 1});
        Matrix structure = LinearAlgebra.best().cholesky(precision).solve(Matrix.identity(4));
        LearnedGraph graph = LearnedGraph.ofLaplacian(List.of("a", "b", "c", "d"), structure);
        assertThat(graph.rule()).isEqualTo("edges of the graph, non-zeros of the inverse structure");
        assertThat(graph.ties()).extracting(LearnedGraph.Tie::a).containsExactly(1, 0);
        assertThat(graph.ties()).extracting(LearnedGraph.Tie::b).containsExactly(2, 1);
        assertThat(graph.ties().get(0).partial()).isCloseTo(3 / Math.sqrt(18), within(1e-12));
        assertThat(graph.ties().get(0).similarity())
                .isCloseTo(LearnedGraph.similarity(structure).get(1, 2), within(0.0));
        assertThat(graph.stability(graph.ties().get(0))).isEmpty();
        assertThat(graph.groups()).hasSize(2).last().isEqualTo(List.of("d"));
    }

    /** Two pairs, and pairs of pairs tied weakly: united as long as that is more than chance. */
    @Test
    void communitiesUniteWhereTiesExceedChance() {
        List<LearnedGraph.Tie> ties = List.of(
                new LearnedGraph.Tie(0, 3, 1, 1),
                new LearnedGraph.Tie(1, 2, 0.9, 1),
                new LearnedGraph.Tie(0, 1, 0.05, 1),
                new LearnedGraph.Tie(2, 4, -0.8, 1));
        assertThat(Communities.of(5, ties)).containsExactly(0, 1, 1, 0, 2);
        assertThat(Communities.of(3, List.of())).containsExactly(0, 1, 2);
        // a chain of three: the whole is worth 0, each of its halves alone less
        assertThat(Communities.of(3, List.of(new LearnedGraph.Tie(0, 1, 1, 1), new LearnedGraph.Tie(1, 2, 1, 1))))
                .containsExactly(0, 0, 0);
    }
}
