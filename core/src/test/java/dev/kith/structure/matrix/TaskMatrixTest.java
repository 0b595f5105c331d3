package dev.kith.structure.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TaskMatrixTest {
    @Nested
    class Identity extends TaskMatrixContract {
        @Override
        TaskMatrix matrix() {
            return TaskMatrix.identity(5);
        }

        @Override
        Matrix twin() {
            return Matrix.identity(5);
        }
    }

    /** Two levels, a node without tasks of its own, a task without a node, a node of weight 0. */
    @Nested
    class Forest extends TaskMatrixContract {
        private static final double[] OWN = {1, 0.2, 3, 1, 1, 0.5, 2};
        private static final int[] NODE = {2, 2, 1, 3, -1, 3, 4};
        private static final int[] PARENT = {-1, 0, 0, 1, -1};
        private static final double[] WEIGHT = {0.7, 2, 0.1, 0, 5};

        @Override
        TaskMatrix matrix() {
            return new TaskForest(OWN, NODE, PARENT, WEIGHT);
        }

        @Override
        Matrix twin() {
            Matrix a = Matrix.diagonal(OWN);
            for (int g = 0; g < PARENT.length; g++) {
                for (int t = 0; t < OWN.length; t++) {
                    for (int s = 0; s < OWN.length; s++) {
                        a.add(t, s, below(t, g) && below(s, g) ? WEIGHT[g] : 0);
                    }
                }
            }
            return a;
        }

        private static boolean below(int t, int g) {
            int at = NODE[t];
            while (at >= 0 && at != g) {
                at = PARENT[at];
            }
            return at == g;
        }
    }

    /** Orthonormal directions, one of them without variance, and a base for the rest. */
    @Nested
    class Spectrum extends TaskMatrixContract {
        private final Matrix vectors = orthonormal(8, 3);

        @Override
        TaskMatrix matrix() {
            return new TaskSpectrum(vectors, new double[] {2, 0.1, 0.7}, 0.3);
        }

        @Override
        Matrix twin() {
            return dense(vectors, new double[] {2, 0.1, 0.7}, 0.3);
        }
    }

    @Nested
    class SingularSpectrum extends TaskMatrixContract {
        private final Matrix vectors = orthonormal(6, 2);

        @Override
        TaskMatrix matrix() {
            return new TaskSpectrum(vectors, new double[] {2, 0.1}, 0);
        }

        @Override
        Matrix twin() {
            return dense(vectors, new double[] {2, 0.1}, 0);
        }
    }

    /** Two pieces, a task alone, parallel edges, one of weight 0. */
    @Nested
    class Network extends TaskMatrixContract {
        private static final int[] FROM = {0, 1, 2, 0, 1, 4, 5};
        private static final int[] TO = {1, 2, 3, 3, 0, 5, 6};
        private static final double[] WEIGHT = {1, 0.5, 2, 3, 0.25, 10, 0};

        @Override
        TaskMatrix matrix() {
            return new TaskNetwork(8, 0.2, FROM, TO, WEIGHT);
        }

        @Override
        Matrix twin() {
            return inverse(8, 0.2, FROM, TO, WEIGHT);
        }
    }

    /** A 5 x 6 grid, whose factor has entries where there are no edges. */
    @Nested
    class Grid extends TaskMatrixContract {
        private final TaskNetwork grid = TaskNetworks.grid(5, 6, 0.1);

        @Override
        TaskMatrix matrix() {
            return grid;
        }

        @Override
        Matrix twin() {
            return TaskNetworks.twin(grid);
        }
    }

    @Nested
    class Dense extends TaskMatrixContract {
        @Override
        TaskMatrix matrix() {
            return TaskMatrix.of(twin());
        }

        @Override
        Matrix twin() {
            Matrix q = orthonormal(5, 5);
            return LinearAlgebra.best()
                    .multiply(q, LinearAlgebra.best().multiplyTransposeB(Matrix.diagonal(3, 1, 0.5, 0.1, 0.02), q))
                    .symmetrized();
        }
    }

    private static Matrix inverse(int tasks, double gamma, int[] from, int[] to, double[] weight) {
        return TaskNetworks.twin(new TaskNetwork(tasks, gamma, from, to, weight));
    }

    private static Matrix orthonormal(int rows, int cols) {
        Random random = new Random(3);
        return LinearAlgebra.best()
                .svd(Matrix.zeros(rows, cols).map(zero -> random.nextGaussian()))
                .u();
    }

    private static Matrix dense(Matrix vectors, double[] values, double base) {
        Matrix a = Matrix.identity(vectors.rows()).scale(base);
        for (int t = 0; t < vectors.rows(); t++) {
            for (int s = 0; s < vectors.rows(); s++) {
                for (int k = 0; k < values.length; k++) {
                    a.add(t, s, (values[k] - base) * vectors.get(t, k) * vectors.get(s, k));
                }
            }
        }
        return a;
    }

    private static void assertClose(Matrix found, Matrix expected) {
        assertThat(found.plus(-1, expected).maxAbs()).isLessThan(1e-12);
    }

    /** Zero rows and columns for those alone, but for their own A_tt. */
    @Test
    void tasksCanBeUntiedFromTheOthers() {
        boolean[] alone = {false, true, false, false, true, false, true};
        TaskForest forest = new TaskForest(Forest.OWN, Forest.NODE, Forest.PARENT, Forest.WEIGHT);
        assertClose(forest.untied(alone).dense(), untied(forest.dense(), alone));
        for (double base : new double[] {0, 0.3}) {
            TaskSpectrum spectrum = new TaskSpectrum(orthonormal(7, 2), new double[] {2, 0.1}, base);
            assertClose(spectrum.untied(alone, 3).orElseThrow().dense(), untied(spectrum.dense(), alone));
            assertThat(spectrum.untied(alone, 2)).isEmpty();
        }
        // a direction that those alone have to themselves
        Matrix unit = Matrix.of(new double[] {0, 1, 0, 0, 0, 0, 0}).transpose();
        TaskSpectrum single = new TaskSpectrum(unit, new double[] {2}, 0.5);
        assertClose(single.untied(alone, 3).orElseThrow().dense(), untied(single.dense(), alone));
    }

    private static Matrix untied(Matrix a, boolean[] alone) {
        Matrix untied = a.copy();
        for (int t = 0; t < a.rows(); t++) {
            for (int s = 0; s < a.rows(); s++) {
                if (s != t && (alone[s] || alone[t])) {
                    untied.set(t, s, 0);
                }
            }
        }
        return untied;
    }

    @Test
    void partsAreTheBlocksOfTheirTasks() {
        TaskForest forest = new TaskForest(Forest.OWN, Forest.NODE, Forest.PARENT, Forest.WEIGHT);
        int[] some = {1, 3, 4, 5};
        assertClose(forest.part(some).dense(), forest.block(some));
        assertThat(forest.part(4).nodes()).isZero();
        TaskNetwork network = new TaskNetwork(8, 0.2, Network.FROM, Network.TO, Network.WEIGHT);
        for (int[] group : new int[][] {{0, 1, 2, 3}, {4, 5}, {4, 5, 7}, {6}}) {
            assertClose(network.part(group).dense(), network.block(group));
        }
        assertThatThrownBy(() -> network.part(0, 1)).hasMessageContaining("must join two of its 2 tasks, got");
        boolean[] alone = {false, true, false, false, false, false, false, false};
        assertThat(network.cut(alone).edges()).isEqualTo(4);
        assertThat(network.cut(alone).entry(0, 1)).isZero();
    }

    @Test
    void aMillionTasksUnderOneNodeCostNoMatrix() {
        int tasks = 1_000_000;
        TaskForest mean = TaskForest.groups(0.25, new int[tasks], 0.75 / tasks);
        Matrix x = Matrix.zeros(tasks, 1).map(zero -> 1);
        assertThat(mean.multiply(x).get(7, 0)).isEqualTo(1, org.assertj.core.api.Assertions.within(1e-12));
        assertThat(mean.solve(x).get(7, 0)).isEqualTo(1, org.assertj.core.api.Assertions.within(1e-9));
        assertThatThrownBy(mean::dense).hasMessageContaining("1000000 tasks");
    }

    @Test
    void whatIsNoStructureIsRefused() {
        assertThatThrownBy(() -> new TaskForest(new double[] {0}, new int[] {-1}, new int[0], new double[0]))
                .hasMessage("the diagonal of a structure must be finite numbers > 0, got 0.0");
        assertThatThrownBy(() -> new TaskForest(new double[] {1}, new int[] {0}, new int[] {0}, new double[] {1}))
                .hasMessage("nodes of a structure must be numbered with parents first, got node 0 of 0");
        assertThatThrownBy(() -> new TaskForest(new double[] {1}, new int[] {1}, new int[] {-1}, new double[] {1}))
                .hasMessageContaining("got node 1 of 1");
        assertThatThrownBy(() ->
                        new TaskForest(new double[] {1}, new int[] {0}, new int[] {-1}, new double[] {Double.NaN}))
                .hasMessageContaining("got NaN");
        assertThatThrownBy(() -> new TaskSpectrum(Matrix.identity(2), new double[] {1, -1}, 0))
                .hasMessage("eigenvalues of the structure must be finite numbers >= 0, got -1.0");
        assertThatThrownBy(() -> new TaskNetwork(2, 0, new int[0], new int[0], new double[0]))
                .hasMessage("gamma of a structure must be a finite number > 0, got 0.0");
        assertThatThrownBy(() -> new TaskNetwork(2, 1, new int[] {0}, new int[] {2}, new double[] {1}))
                .hasMessage("edges of a structure must join two of its 2 tasks, got 0 and 2");
        assertThatThrownBy(() -> new TaskNetwork(2, 1, new int[] {0}, new int[] {0}, new double[] {1}))
                .hasMessage("edges of a structure must join two of its 2 tasks, got 0 and 0");
        assertThatThrownBy(() -> new TaskNetwork(2, 1, new int[] {0}, new int[] {1}, new double[] {Double.NaN}))
                .hasMessage("edge weights of a structure must be finite numbers >= 0, got NaN");
        assertThatThrownBy(() -> new TaskNetwork(2, 1, new int[] {0}, new int[] {1}, new double[0]))
                .hasMessage("edges of a structure must have two tasks and a weight each, got 1, 1 and 0");
        assertThatThrownBy(() -> TaskMatrix.of(Matrix.zeros(2, 3))).hasMessageContaining("must be square");
    }
}
