package dev.kith.structure.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.Matrix;
import dev.kith.numeric.MinimumDegree;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskNetworkTest {
    private static void assertSame(Matrix found, Matrix expected, double close) {
        assertThat(found.plus(-1, expected).maxAbs()).isLessThanOrEqualTo(close * (1e-300 + expected.maxAbs()));
    }

    /** Orders with and without fill, hubs, pieces, no edges at all: the factor is that of the matrix. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 13, 60, 207})
    void anyGraphIsItsDenseTwin(int tasks) {
        for (int seed = 0; seed < 6; seed++) {
            TaskNetwork network = TaskNetworks.random(tasks, tasks * (seed + 1) / 2, 0.3, seed);
            Matrix twin = TaskNetworks.twin(network);
            assertSame(network.dense(), twin, 1e-9);
            assertSame(Matrix.of(network.diagonal()), Matrix.of(twin.diagonal()), 1e-9);
            assertThat(order(network))
                    .containsExactlyInAnyOrder(IntStream.range(0, tasks).toArray());
        }
    }

    private static int[] order(TaskNetwork network) {
        int[][] neighbours = new int[network.size()][];
        for (int t = 0; t < neighbours.length; t++) {
            int task = t;
            neighbours[t] = IntStream.range(0, network.neighbours(t))
                    .map(k -> network.neighbour(task, k))
                    .toArray();
        }
        return new MinimumDegree(neighbours).order();
    }

    @Test
    void conjugateGradientsAreTheFactor() {
        TaskNetwork network = TaskNetworks.grid(12, 11, 1e-3);
        Random random = new Random(4);
        Matrix x = Matrix.zeros(network.size(), 3).map(zero -> random.nextGaussian());
        for (double shift : new double[] {0, 2}) {
            double[] g = new double[3];
            Arrays.fill(g, shift);
            assertSame(new NetworkGradients(network, shift).solve(x), network.shrink(x, g, 1), 1e-10);
        }
    }

    /** Rows of A sum to 1/gamma, and no entry is a difference: digits do not go with the condition. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e-6, 1e-14, 1e-100})
    void entriesAreRightWhateverTheCondition(double gamma) {
        TaskNetwork grid = TaskNetworks.grid(9, 9, gamma);
        for (int t = 0; t < grid.size(); t += 7) {
            double[] row = grid.row(t);
            assertThat(Arrays.stream(row).sum()).isEqualTo(1 / gamma, within(1e-13 / gamma));
            assertThat(grid.diagonal()[t]).isEqualTo(row[t], within(1e-13 * row[t]));
            for (int k = 0; k < grid.neighbours(t); k++) {
                int s = grid.neighbour(t, k);
                assertThat(grid.between(t, s)).isEqualTo(row[s], within(1e-13 * row[s]));
            }
        }
    }

    /** A ring of 100,000 tasks: the diagonal is known in closed form. */
    @Test
    void manyTasksCostNoMatrix() {
        int tasks = 100_000;
        int[] from = IntStream.range(0, tasks).toArray();
        int[] to = IntStream.range(1, tasks + 1).map(t -> t % tasks).toArray();
        double[] ones = new double[tasks];
        Arrays.fill(ones, 1);
        TaskNetwork ring = new TaskNetwork(tasks, 0.5, from, to, ones);
        double expected = 1 / Math.sqrt(0.5 * 0.5 + 4 * 0.5);
        assertThat(ring.diagonal()[12_345]).isEqualTo(expected, within(1e-12));
        assertThat(ring.strongest(7, 2)).extracting(TaskMatrix.Tie::task).containsExactlyInAnyOrder(6, 8);
        assertThatThrownBy(ring::dense).hasMessageContaining("100000 tasks");
    }

    /** A hub with 100,000 leaves: eliminated last, or every leaf would be tied to every other. */
    @Test
    void hubsComeLast() {
        int tasks = 100_001;
        int[] hub = new int[tasks - 1];
        int[] leaves = IntStream.range(1, tasks).toArray();
        double[] ones = new double[tasks - 1];
        Arrays.fill(ones, 1);
        TaskNetwork star = new TaskNetwork(tasks, 1, hub, leaves, ones);
        assertThat(order(star)[tasks - 1]).isZero();
        // A_hub,hub = 1 / (1 + leaves - leaves / 2)
        assertThat(star.diagonal()[0]).isEqualTo(1 / (1 + 50_000.0), within(1e-15));
    }
}
