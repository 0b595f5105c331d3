package dev.kith.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.NamedMatrix;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Structures that are given: what their matrices are, and that they follow the order of the tasks. */
class KnownStructuresTest {
    private static final List<String> TASKS = List.of("a", "b", "c", "d");
    private static final double GAMMA = 3;

    private static final TaskGraph GRAPH = new TaskGraph(List.of(
            new TaskGraph.Edge("a", "b", 2), new TaskGraph.Edge("b", "a", 0.5), new TaskGraph.Edge("c", "d", 1)));
    private static final TaskTree TREE = TaskTree.parseNewick("((a:2,b:1)ab:3,(c:1,d:4):0.5);");
    private static final NamedMatrix CODES =
            NamedMatrix.ofColumns(TASKS, Matrix.of(new double[] {1, 0, 2, 1}, new double[] {0, 1, 1, -1}));
    private static final NamedMatrix SIMILARITY = NamedMatrix.ofTasks(
            TASKS,
            Matrix.of(new double[] {2, 1, 0, 0}, new double[] {1, 3, 0, 0}, new double[] {0, 0, 4, 0}, new double[] {
                0, 0, 0, 5
            }));

    static Stream<Structure> structures() {
        return Stream.of(
                new Independent(),
                new Pooled(),
                new MeanVariance(GAMMA),
                new Groups(Map.of("a", "x", "b", "y", "c", "x", "d", "x"), GAMMA),
                new GraphStructure(GRAPH, GAMMA),
                new TreeStructure(TREE, GAMMA),
                new Coding(CODES, Relations.CODING_RIDGE),
                new Metric(SIMILARITY));
    }

    @ParameterizedTest
    @MethodSource("structures")
    void theMatrixIsSymmetricPositiveAndFollowsTheOrderOfTasks(Structure structure) {
        Matrix a = structure.matrix(TASKS);
        assertThat(a).isEqualTo(a.transpose());
        assertThat(LinearAlgebra.best().eigen(a).value(0)).isGreaterThan(-1e-12);
        Matrix back = structure.matrix(List.of("d", "c", "b", "a"));
        int[] order = {3, 2, 1, 0};
        assertThat(back.plus(-1, a.selectRows(order).transpose().selectRows(order))
                        .maxAbs())
                .isLessThan(1e-12);
    }

    /** F is 0 at A and infinite elsewhere: the step is A, the sup tr(A M), the cost lambda tr(A^+ S). */
    @ParameterizedTest
    @MethodSource("structures")
    void thePenaltyKnowsOnlyTheMatrix(Structure structure) {
        Matrix a = structure.matrix(TASKS);
        StructurePenalty penalty = structure.penalty(TASKS, 0.5);
        assertThat(penalty.fixed()).isTrue();
        assertThat(penalty.proximable()).isTrue();
        assertThat(penalty.step(Matrix.identity(4), 0)).isEqualTo(a);
        assertThat(penalty.step(Matrix.identity(4), 2)).isEqualTo(a);
        assertThat(penalty.shown(a)).isSameAs(a);
        assertThat(penalty.sup(SIMILARITY.values())).isEqualTo(new StructurePenalty.Sup(1, a.dot(SIMILARITY.values())));
        // tr(A^+ A B A) = tr(A B) for any B
        Matrix inside = LinearAlgebra.best().multiply(LinearAlgebra.best().multiply(a, SIMILARITY.values()), a);
        double expected = 0.5 * SIMILARITY.values().dot(a);
        assertThat(penalty.reduced(inside)).isCloseTo(expected, within(1e-6 * expected));
    }

    @Test
    void theMatrixMustBePositive() {
        assertThatThrownBy(() -> StructurePenalty.known(Matrix.diagonal(1, -1), 1))
                .isInstanceOf(NumericalException.class)
                .hasMessage("the structure matrix must be positive semidefinite and not zero, its eigenvalues go from"
                        + " -1.0 to 1.0");
        assertThatThrownBy(() -> StructurePenalty.known(Matrix.zeros(2, 2), 1)).isInstanceOf(NumericalException.class);
        assertThat(StructurePenalty.known(Matrix.diagonal(1, 0), 2).reduced(Matrix.diagonal(3, 5)))
                .isEqualTo(6);
        assertThat(StructurePenalty.known(Matrix.zeros(0, 0), 1).reduced(Matrix.zeros(0, 0)))
                .isZero();
    }

    private static void assertInverse(Matrix a, Matrix precision) {
        Matrix product = LinearAlgebra.best().multiply(a, precision);
        assertThat(product.plus(-1, Matrix.identity(a.rows())).maxAbs()).isLessThan(1e-12);
    }

    private static Matrix ones(int n) {
        return Matrix.zeros(n, n).map(zero -> 1);
    }

    @Test
    void matricesAreWhatTheirFormulasSay() {
        assertThat(new Independent().matrix(TASKS)).isEqualTo(Matrix.identity(4));
        assertThat(new Pooled().matrix(TASKS)).isEqualTo(ones(4).scale(0.25));
        assertInverse(
                new MeanVariance(GAMMA).matrix(TASKS),
                Matrix.identity(4).scale(1 + GAMMA).plus(-GAMMA / 4, ones(4)));
        assertThat(new MeanVariance(0).matrix(TASKS)).isEqualTo(Matrix.identity(4));
        assertInverse(
                new GraphStructure(GRAPH, GAMMA).matrix(TASKS),
                GRAPH.laplacian(TASKS).plusDiagonal(GAMMA));
        assertThat(new Metric(SIMILARITY).matrix(List.of("b", "a")))
                .isEqualTo(Matrix.of(new double[] {3, 1}, new double[] {1, 2}));
        // L'L with a ridge of 0.1 times its mean diagonal, (1 + 1 + 5 + 2) / 4
        assertThat(new Coding(CODES, 0.1)
                        .matrix(TASKS)
                        .plus(-1, codesGram().plusDiagonal(0.225))
                        .maxAbs())
                .isLessThan(1e-12);
    }

    private static Matrix codesGram() {
        return Matrix.of(
                new double[] {1, 0, 2, 1}, new double[] {0, 1, 1, -1}, new double[] {2, 1, 5, 1}, new double[] {
                    1, -1, 1, 2
                });
    }

    @Test
    void groupsShareInsideAndNothingBetween() {
        Matrix a = new Groups(Map.of("a", "x", "b", "y", "c", "x", "d", "x"), GAMMA).matrix(TASKS);
        assertThat(a.get(0, 0)).isCloseTo(0.25 + 0.25, within(1e-15));
        assertThat(a.get(0, 2)).isCloseTo(0.25, within(1e-15));
        assertThat(a.get(1, 1)).isCloseTo(1, within(1e-15));
        assertThat(a.get(0, 1)).isZero();
        assertThatThrownBy(() -> new Groups(Map.of("a", "x"), 1).matrix(List.of("a", "b")))
                .isInstanceOf(DataException.class)
                .hasMessage("groups: task 'b' has no group");
        assertThatThrownBy(() -> new Groups(Map.of("z", "x"), 1).matrix(List.of("b", "a")))
                .isInstanceOf(DataException.class)
                .hasMessage("groups: unknown task 'z' (known: a, b)");
    }

    @Test
    void laplaciansAddParallelEdgesUp() {
        assertThat(GRAPH.laplacian(TASKS))
                .isEqualTo(Matrix.of(
                        new double[] {2.5, -2.5, 0, 0},
                        new double[] {-2.5, 2.5, 0, 0},
                        new double[] {0, 0, 1, -1},
                        new double[] {0, 0, -1, 1}));
        assertThatThrownBy(() -> GRAPH.laplacian(List.of("a", "b")))
                .hasMessage("graph: unknown task 'c' (known: a, b)");
        assertThatThrownBy(() -> new TaskGraph.Edge("a", "b", -1, "g.csv:2"))
                .isInstanceOf(DataException.class)
                .hasMessage("g.csv:2: edge weight must be a finite number >= 0, got -1.0");
        assertThatThrownBy(() -> new TaskGraph.Edge("a", "b", Double.POSITIVE_INFINITY))
                .hasMessage("graph: edge weight must be a finite number >= 0, got Infinity");
        assertThatThrownBy(() -> new TaskGraph.Edge("a", "a", 1))
                .hasMessage("graph: an edge must join two different tasks, got 'a' twice");
        assertThat(new TaskGraph.Edge("a", "b", 0).weight()).isZero();
    }

    /** Leaves 2 1 1 4 and gamma 3 times what the inner nodes of lengths 1, 3 and 1/2 spread, over 1 + gamma. */
    @Test
    void treesDrawTasksBelowANodeTogether() {
        Matrix a = new TreeStructure(TREE, GAMMA).matrix(TASKS);
        double root = 0.75 / 4;
        assertThat(a.get(0, 0)).isCloseTo(0.5 + 0.75 * 3 / 2 + root, within(1e-12));
        assertThat(a.get(0, 1)).isCloseTo(0.75 * 3 / 2 + root, within(1e-12));
        assertThat(a.get(2, 3)).isCloseTo(0.75 * 0.5 / 2 + root, within(1e-12));
        assertThat(a.get(3, 3)).isCloseTo(1 + 0.75 * 0.5 / 2 + root, within(1e-12));
        assertThat(a.get(0, 2)).isCloseTo(root, within(1e-12));
        Matrix flat = new TreeStructure(TaskTree.parseNewick("(a,b,c,d);"), GAMMA).matrix(TASKS);
        assertThat(flat.plus(-1, new MeanVariance(GAMMA).matrix(TASKS)).maxAbs())
                .isLessThan(1e-15);
    }

    @Test
    void treesMustHaveEveryTaskOnce() {
        assertThatThrownBy(() -> new TreeStructure(TREE, 1).matrix(List.of("a", "b", "c", "d", "e")))
                .isInstanceOf(DataException.class)
                .hasMessage("tree: has no leaf (or one with branch length 0) for task 'e'");
        assertThatThrownBy(() -> new TreeStructure(TaskTree.parseNewick("(a,a,b);"), 1).matrix(List.of("a", "b")))
                .hasMessage("tree: task 'a' occurs twice");
        assertThatThrownBy(() -> new TreeStructure(TREE, 1).matrix(List.of("a")))
                .hasMessage("tree: unknown task 'b' (known: a)");
    }

    @Test
    void matricesOfTasksMustMakeSense() {
        assertThatThrownBy(() -> new Metric(new NamedMatrix("t", List.of("a", "b"), List.of("b", "a"), ones(2))))
                .isInstanceOf(DataException.class)
                .hasMessage("metric: rows and columns must name the same tasks in the same order");
        assertThatThrownBy(() -> new Metric(NamedMatrix.ofTasks(
                        List.of("a", "b"), Matrix.of(new double[] {1, 0.5}, new double[] {0.6, 1}))))
                .hasMessage("metric: the matrix must be symmetric");
        assertThat(new Metric(NamedMatrix.ofTasks(
                                List.of("a", "b"), Matrix.of(new double[] {1, 0.5}, new double[] {0.5 + 1e-10, 1})))
                        .matrix(List.of("a", "b"))
                        .get(0, 1))
                .isCloseTo(0.5, within(1e-9));
        assertThatThrownBy(() -> new Metric(SIMILARITY).matrix(List.of("z")))
                .hasMessage("metric: unknown task 'z' (known: a, b, c, d)");
        assertThatThrownBy(() -> new Coding(CODES, 0).matrix(List.of("z")))
                .hasMessage("coding: unknown task 'z' (known: a, b, c, d)");
        assertThatThrownBy(() ->
                        new Coding(NamedMatrix.ofColumns(List.of("a"), Matrix.zeros(2, 1)), 1).matrix(List.of("a")))
                .hasMessage("coding: all codes are zero");
    }

    @Test
    void parametersOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new MeanVariance(-1)).hasMessage("gamma must be a finite number >= 0, got -1.0");
        assertThatThrownBy(() -> new MeanVariance(Double.POSITIVE_INFINITY))
                .hasMessage("gamma must be a finite number >= 0, got Infinity");
        assertThatThrownBy(() -> new Groups(Map.of(), Double.NaN))
                .hasMessage("gamma must be a finite number >= 0, got NaN");
        assertThatThrownBy(() -> new TreeStructure(TREE, -1))
                .hasMessage("gamma must be a finite number >= 0, got -1.0");
        assertThatThrownBy(() -> new GraphStructure(GRAPH, 0)).hasMessage("gamma must be a finite number > 0, got 0.0");
        assertThatThrownBy(() -> new Coding(CODES, -1)).hasMessage("eps must be a finite number >= 0, got -1.0");
    }

    @Test
    void namesAreThoseUsersWrite() {
        assertThat(structures().map(Structure::name))
                .containsExactly("stl", "pooled", "mean", "groups", "graph", "tree", "coding", "metric");
    }
}
