package dev.kith.convex.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.NamedMatrix;
import dev.kith.data.Names;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.Relations;
import dev.kith.structure.Structure;
import dev.kith.structure.TaskGraph;
import dev.kith.structure.TaskTree;
import dev.kith.structure.matrix.TaskForest;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskNetwork;
import dev.kith.structure.penalty.Definition;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Penalty and dual of known structures, from above and close, beside their formulas in numbers of 100 digits: also where A is
 * so ill-conditioned that doubles lose it.
 */
class KnownStructureBoundsTest {
    private static final MathContext MC = new MathContext(100);
    private static final double LAMBDA = 0.3;
    private static final List<String> TASKS = Names.numbered("t", 5);

    /** What A or, with {@code inverse}, its inverse is by the formula in the documentation. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Known(String name, Structure structure, BigDecimal[][] matrix, boolean inverse) {
        @Override
        public String toString() {
            return name;
        }

        double condition() {
            if (structure.taskMatrix(TASKS) instanceof TaskForest forest) {
                return forest.largest() / forest.smallest();
            }
            if (structure.taskMatrix(TASKS) instanceof TaskNetwork) {
                // its factor has no differences
                return 1;
            }
            Definition m = structure.definition(TASKS);
            return m.least() > 0 ? m.hi().trace() / m.least() : 0;
        }
    }

    static Stream<Known> structures() {
        Stream.Builder<Known> all = Stream.builder();
        all.add(new Known("stl", Relations.independent(), spread(new int[5], 0), true));
        for (double gamma : new double[] {0, 0.7, 1e4, 1e9, 1e13}) {
            all.add(new Known("mean " + gamma, Relations.mean(gamma), spread(new int[5], gamma), true));
            int[] group = {0, 1, 0, 0, 1};
            Map<String, String> names = new LinkedHashMap<>();
            for (int t = 0; t < 5; t++) {
                names.put(TASKS.get(t), "g" + group[t]);
            }
            all.add(new Known("groups " + gamma, Relations.groups(names, gamma), spread(group, gamma), true));
            all.add(tree(gamma));
        }
        for (double gamma : new double[] {3, 1e-5, 1e-9, 1e-12, 1e-14}) {
            all.add(graph(gamma));
        }
        for (double ridge : new double[] {1, 1e-6, 1e-11, 1e-14}) {
            all.add(coding(ridge));
        }
        for (double ridge : new double[] {1, 1e-8, 1e-12}) {
            all.add(metric(ridge));
        }
        return all.build();
    }

    private static BigDecimal big(double x) {
        return new BigDecimal(x);
    }

    private static BigDecimal[][] zeros() {
        BigDecimal[][] m = new BigDecimal[5][5];
        for (BigDecimal[] row : m) {
            java.util.Arrays.fill(row, BigDecimal.ZERO);
        }
        return m;
    }

    /** I + gamma (I - M), M the projection on the means of groups. */
    private static BigDecimal[][] spread(int[] group, double gamma) {
        BigDecimal[][] m = zeros();
        for (int t = 0; t < 5; t++) {
            int own = group[t];
            long size = java.util.Arrays.stream(group).filter(g -> g == own).count();
            for (int s = 0; s < 5; s++) {
                m[t][s] = group[s] == own ? big(-gamma).divide(BigDecimal.valueOf(size), MC) : BigDecimal.ZERO;
            }
            m[t][t] = m[t][t].add(big(gamma)).add(BigDecimal.ONE);
        }
        return m;
    }

    private static Known graph(double gamma) {
        Random random = new Random(5);
        BigDecimal[][] m = zeros();
        List<TaskGraph.Edge> edges = new ArrayList<>();
        for (int t = 0; t < 5; t++) {
            m[t][t] = m[t][t].add(big(gamma));
            for (int s = 0; s < t; s++) {
                double weight = Math.pow(10, 3 * random.nextDouble() - 1.5);
                edges.add(new TaskGraph.Edge(TASKS.get(t), TASKS.get(s), weight));
                m[t][s] = m[t][s].subtract(big(weight));
                m[s][t] = m[s][t].subtract(big(weight));
                m[t][t] = m[t][t].add(big(weight));
                m[s][s] = m[s][s].add(big(weight));
            }
        }
        return new Known("graph " + gamma, Relations.graph(new TaskGraph(edges), gamma), m, true);
    }

    /** ((t1:0.1,t2:2)0.3,(t3:0.7,t4:1,t5:0.01)1.7)0.9; the tasks of inner nodes are {1,2}, {3,4,5} and all. */
    private static Known tree(double gamma) {
        double[] branch = {0.1, 2, 0.7, 1, 0.01};
        List<TaskTree.Node> nodes = new ArrayList<>(List.of(
                new TaskTree.Node("root", -1, 0.9),
                new TaskTree.Node("left", 0, 0.3),
                new TaskTree.Node("right", 0, 1.7)));
        BigDecimal[][] m = zeros();
        BigDecimal all = big(gamma).add(BigDecimal.ONE);
        for (int t = 0; t < 5; t++) {
            nodes.add(new TaskTree.Node(TASKS.get(t), t < 2 ? 1 : 2, branch[t]));
            for (int s = 0; s < 5; s++) {
                BigDecimal length = big(0.9).divide(big(5), MC);
                if (t < 2 == s < 2) {
                    length = length.add(big(t < 2 ? 0.3 : 1.7).divide(big(t < 2 ? 2 : 3), MC));
                }
                m[t][s] = length.multiply(big(gamma));
                m[t][s] = (s == t ? m[t][s].add(big(branch[t])) : m[t][s]).divide(all, MC);
            }
        }
        return new Known("tree " + gamma, Relations.tree(new TaskTree(nodes), gamma), m, false);
    }

    private static Known coding(double ridge) {
        Random random = new Random(6);
        Matrix codes = Matrix.zeros(3, 5).map(zero -> random.nextGaussian());
        BigDecimal[][] m = zeros();
        BigDecimal trace = BigDecimal.ZERO;
        for (int t = 0; t < 5; t++) {
            for (int s = 0; s < 5; s++) {
                for (int k = 0; k < 3; k++) {
                    m[t][s] = m[t][s].add(big(codes.get(k, t)).multiply(big(codes.get(k, s))));
                }
            }
            trace = trace.add(m[t][t]);
        }
        for (int t = 0; t < 5; t++) {
            m[t][t] = m[t][t].add(trace.multiply(big(ridge)).divide(big(5), MC));
        }
        return new Known("coding " + ridge, Relations.coding(NamedMatrix.ofColumns(TASKS, codes), ridge), m, false);
    }

    private static Known metric(double ridge) {
        Random random = new Random(7);
        Matrix root = Matrix.zeros(5, 3).map(zero -> random.nextGaussian());
        Matrix a = LinearAlgebra.best()
                .multiplyTransposeB(root, root)
                .symmetrized()
                .plusDiagonal(ridge);
        BigDecimal[][] m = zeros();
        for (int i = 0; i < 25; i++) {
            m[i / 5][i % 5] = big(a.get(i / 5, i % 5));
        }
        return new Known("metric " + ridge, Relations.metric(NamedMatrix.ofTasks(TASKS, a)), m, false);
    }

    /** M^-1 H by elimination. */
    private static BigDecimal[][] solve(BigDecimal[][] matrix, Matrix h) {
        int n = matrix.length;
        BigDecimal[][] m = new BigDecimal[n][];
        for (int i = 0; i < n; i++) {
            m[i] = java.util.Arrays.copyOf(matrix[i], n + h.cols());
            for (int k = 0; k < h.cols(); k++) {
                m[i][n + k] = big(h.get(i, k));
            }
        }
        for (int i = 0; i < n; i++) {
            for (int r = 0; r < n; r++) {
                BigDecimal factor = r == i ? BigDecimal.ZERO : m[r][i].divide(m[i][i], MC);
                for (int c = i; c < m[r].length; c++) {
                    m[r][c] = m[r][c].subtract(factor.multiply(m[i][c], MC), MC);
                }
            }
        }
        BigDecimal[][] x = new BigDecimal[n][h.cols()];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < h.cols(); k++) {
                x[i][k] = m[i][n + k].divide(m[i][i], MC);
            }
        }
        return x;
    }

    private static double inverseForm(BigDecimal[][] m, Matrix h) {
        BigDecimal[][] x = solve(m, h);
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < m.length; i++) {
            for (int k = 0; k < h.cols(); k++) {
                sum = sum.add(x[i][k].multiply(big(h.get(i, k))), MC);
            }
        }
        return sum.doubleValue();
    }

    private static double form(BigDecimal[][] m, Matrix h) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < m.length; i++) {
            for (int j = 0; j < m.length; j++) {
                for (int k = 0; k < h.cols(); k++) {
                    sum = sum.add(big(h.get(i, k)).multiply(big(h.get(j, k))).multiply(m[i][j]), MC);
                }
            }
        }
        return sum.doubleValue();
    }

    /** Any direction, the same for all tasks, nearly so, and what the structure itself makes of any direction. */
    private static List<Matrix> directions(Structure structure) {
        Random random = new Random(8);
        List<Matrix> all = new ArrayList<>();
        for (int cols : new int[] {1, 4}) {
            Matrix any = Matrix.zeros(5, cols).map(zero -> random.nextGaussian());
            Matrix same = any.selectRows(0, 0, 0, 0, 0);
            all.add(any);
            all.add(same);
            all.add(same.plus(1e-7, any));
            all.add(LinearAlgebra.best().multiply(structure.matrix(TASKS), any));
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("structures")
    void boundsAreThoseOfTheDefinition(Known known) {
        Bounds bounds = Bounds.of(known.structure.penalty(TASKS, LAMBDA), LAMBDA, TaskMatrix.identity(5));
        // Beyond a condition of 1e14 an inverse in doubles no longer brings residuals down: still a bound, not as
        // close.
        double close = known.condition() < 1e14 ? 1e-12 : 1e-2;
        for (Matrix h : directions(known.structure)) {
            double direct = form(known.matrix, h);
            double inverse = inverseForm(known.matrix, h);
            double penalty = LAMBDA * (known.inverse ? direct : inverse);
            double sup = (known.inverse ? inverse : direct) / LAMBDA;
            assertThat(bounds.above(h, 0)).isBetween(penalty, penalty * (1 + close));
            assertThat(bounds.dualAbove(h, 0).sup()).isBetween(sup, sup * (1 + close));
            assertThat(bounds.dualAbove(h, 0).c()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("structures")
    void definitionsAreWhatTheMatrixIsRoundedFrom(Known known) {
        Definition definition = known.structure.definition(TASKS);
        Matrix a = known.structure.matrix(TASKS);
        if (definition.inverse()) {
            Matrix product = LinearAlgebra.best().multiply(definition.hi(), a);
            double condition = definition.hi().maxAbs() / definition.least();
            assertThat(product.plus(-1, Matrix.identity(5)).maxAbs()).isLessThan(1e-14 * condition);
        } else {
            assertThat(definition.hi().plus(-1, a).maxAbs()).isLessThan(1e-15 * a.maxAbs());
        }
    }

    /** An error of the weights counts with the largest eigenvalue of A^-1, one of the dual with the largest of A. */
    @Test
    void errorsCountWithTheSteepestDirection() {
        Structure pair = Relations.graph(new TaskGraph(List.of(new TaskGraph.Edge("a", "b", 8))), 1e-6);
        Bounds bounds = Bounds.of(pair.penalty(List.of("a", "b"), LAMBDA), LAMBDA, TaskMatrix.identity(2));
        Matrix none = Matrix.zeros(2, 1);
        double penalty = LAMBDA * (16 + 1e-6) * 0.25;
        assertThat(bounds.above(none, 0.5)).isCloseTo(penalty, within(1e-12 * penalty));
        double sup = 1e6 / LAMBDA * 0.25;
        assertThat(bounds.dualAbove(none, 0.5).sup()).isCloseTo(sup, within(1e-9 * sup));
    }
}
