package dev.kith.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.Matrix;
import dev.kith.structure.ties.LearnedGraph;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TiesTest {
    /** A chain: neighbours correlate by r, so that everything else goes through them. */
    private static Matrix chain(int count, double r) {
        Matrix chain = Matrix.identity(count);
        for (int t = 0; t < count; t++) {
            for (int s = 0; s < count; s++) {
                chain.set(t, s, Math.pow(r, Math.abs(t - s)));
            }
        }
        return chain;
    }

    @Test
    void aChainIsTiedToItsNeighboursOnly() {
        Matrix partial = LearnedGraph.partialCorrelations(chain(6, 0.7));
        for (int t = 0; t < 6; t++) {
            for (int s = 0; s < t; s++) {
                double weakest = t - s == 1 ? 0.35 : 0;
                double strongest = t - s == 1 ? 1 : 0.1;
                assertThat(partial.get(t, s)).isBetween(weakest, strongest).isEqualTo(partial.get(s, t));
            }
        }
    }

    @Test
    void threeTasksFollowTheTextbookFormula() {
        Matrix s = Matrix.identity(3);
        double[] r = {0.5, -0.3, 0.2};
        int[][] pairs = {{0, 1}, {0, 2}, {1, 2}};
        for (int k = 0; k < 3; k++) {
            s.set(pairs[k][0], pairs[k][1], r[k]);
            s.set(pairs[k][1], pairs[k][0], r[k]);
        }
        double ab = 0.9 * r[0];
        double ac = 0.9 * r[1];
        double bc = 0.9 * r[2];
        double expected = (ab - ac * bc) / Math.sqrt((1 - ac * ac) * (1 - bc * bc));
        assertThat(LearnedGraph.partialCorrelations(s).get(0, 1)).isCloseTo(expected, within(1e-12));
    }

    @Test
    void equalTasksAreTiedEquallyAndFinitely() {
        Matrix partial = LearnedGraph.partialCorrelations(Matrix.zeros(4, 4).map(value -> 1.0));
        assertThat(partial.get(1, 0)).isBetween(0.01, 0.99);
        assertThat(partial.get(3, 2)).isCloseTo(partial.get(1, 0), within(1e-12));
    }

    @Test
    void unrelatedTasksHaveNoTies() {
        List<String> tasks = List.of("a", "b", "c");
        assertThat(Ties.graph(tasks, Matrix.identity(3)).edges()).isEmpty();
        assertThat(Ties.of(0, tasks, Matrix.identity(3), 5)).isEmpty();
    }

    @Test
    void whereAllAreAlikeNobodyIsTiedToAnybodyInParticular() {
        List<String> tasks = List.of("a", "b", "c", "d", "e");
        Matrix alike = Matrix.identity(5).map(value -> 0.3 + 0.7 * value);
        assertThat(Ties.graph(tasks, alike).edges()).isEmpty();
        assertThat(Ties.of(2, tasks, alike, 3)).isEmpty();
    }

    @Test
    void tiesKeepTheirSignStrongestFirst() {
        Matrix strengths = Matrix.identity(3);
        strengths.set(0, 1, 0.2);
        strengths.set(1, 0, 0.2);
        strengths.set(0, 2, -0.6);
        strengths.set(2, 0, -0.6);
        List<String> tasks = List.of("a", "b", "c");
        assertThat(Ties.of(0, tasks, strengths, 5))
                .containsExactly(new Report.Tie("c", -0.6), new Report.Tie("b", 0.2));
        assertThat(Ties.strongest("x", "y", tasks, strengths).edges())
                .containsExactly(new TaskStructure.Edge("a", "c", -0.6), new TaskStructure.Edge("a", "b", 0.2));
    }

    @Test
    void manyTasksAreDrawnWithFewLines() {
        List<String> tasks = IntStream.range(0, 200).mapToObj(t -> "t" + t).toList();
        assertThat(Ties.strongest("x", "y", tasks, chain(200, 0.99)).edges().size())
                .isBetween(200 * 3, 200 * 6);
    }
}
