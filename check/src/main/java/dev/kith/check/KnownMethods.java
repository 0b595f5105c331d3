package dev.kith.check;

import dev.kith.check.exact.Dd;
import dev.kith.check.exact.DdMatrix;
import dev.kith.check.exact.Factor;
import dev.kith.check.exact.KnownPenalty;
import dev.kith.data.NamedMatrix;
import dev.kith.linalg.Matrix;
import dev.kith.structure.Relations;
import dev.kith.structure.Structure;
import dev.kith.structure.TaskGraph;
import dev.kith.structure.TaskTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Known structures, their parameter a power of ten between {@code low} and {@code high}, and A^-1 from their definitions. */
final class KnownMethods {
    private KnownMethods() {}

    /** Structures whose largest and smallest eigenvalues are further apart than in {@link Methods#ALL}, up to 1e14. */
    static final List<Methods.Draw> NEARLY_SINGULAR = List.of(
            (random, tasks) -> graph(random, tasks, -12, -6),
            (random, tasks) -> mean(random, 4, 14),
            (random, tasks) -> groups(random, tasks, 4, 14),
            (random, tasks) -> tree(random, tasks, 3, 12),
            (random, tasks) -> metric(random, tasks, -11, -8),
            (random, tasks) -> coding(random, tasks, -13, -6));

    static Method known(String name, Structure structure, DdMatrix precision) {
        return new ConvexMethod(
                name,
                tasks -> structure,
                (problem, saved, dim) -> new KnownPenalty(precision, Methods.lambda(problem), dim));
    }

    /** I + gamma (I - M), M the projection on means of groups. */
    private static DdMatrix spread(int[] group, double gamma) {
        int n = group.length;
        DdMatrix precision = new DdMatrix(n, n);
        for (int t = 0; t < n; t++) {
            int size = 0;
            for (int g : group) {
                size += g == group[t] ? 1 : 0;
            }
            for (int s = 0; s < n; s++) {
                if (group[s] == group[t]) {
                    precision.set(t, s, Dd.of(-gamma).over(size));
                }
            }
            precision.add(t, t, Dd.of(gamma).plus(1));
        }
        return precision;
    }

    static Method mean(Random random, double low, double high) {
        double gamma = Methods.power(random, low, high);
        return new ConvexMethod(
                "mean",
                tasks -> Relations.mean(gamma),
                (problem, saved, dim) ->
                        new KnownPenalty(spread(new int[problem.tasks()], gamma), Methods.lambda(problem), dim));
    }

    static Method groups(Random random, int tasks, double low, double high) {
        double gamma = Methods.power(random, low, high);
        int[] group = new int[tasks];
        Map<String, String> names = new LinkedHashMap<>();
        for (int t = 0; t < tasks; t++) {
            group[t] = random.nextInt(3);
            names.put("t" + t, "g" + group[t]);
        }
        return known("groups", Relations.groups(names, gamma), spread(group, gamma));
    }

    static Method graph(Random random, int tasks, double low, double high) {
        double gamma = Methods.power(random, low, high);
        DdMatrix precision = new DdMatrix(tasks, tasks).plusDiagonal(Dd.of(gamma));
        List<TaskGraph.Edge> edges = new ArrayList<>();
        for (int t = 0; t < tasks; t++) {
            for (int s = 0; s < t; s++) {
                if (random.nextInt(3) > 0) {
                    double weight = Methods.power(random, -2, 2);
                    edges.add(new TaskGraph.Edge("t" + t, "t" + s, weight));
                    precision.add(t, t, Dd.of(weight));
                    precision.add(s, s, Dd.of(weight));
                    precision.set(t, s, Dd.of(-weight));
                    precision.set(s, t, Dd.of(-weight));
                }
            }
        }
        return known("graph", Relations.graph(new TaskGraph(edges), gamma), precision);
    }

    /** A root with two inner nodes; A = (diag(branches) + gamma sum length_g e_g e_g'/|g|) / (1 + gamma). */
    static Method tree(Random random, int tasks, double low, double high) {
        double gamma = Methods.power(random, low, high);
        List<TaskTree.Node> nodes =
                new ArrayList<>(List.of(new TaskTree.Node("root", -1, Methods.power(random, -1, 1))));
        nodes.add(new TaskTree.Node("left", 0, Methods.power(random, -1, 1)));
        nodes.add(new TaskTree.Node("right", 0, Methods.power(random, -1, 1)));
        int[] below = new int[tasks];
        double[] branch = new double[tasks];
        for (int t = 0; t < tasks; t++) {
            below[t] = t == 0 ? 1 : t == 1 ? 2 : 1 + random.nextInt(2);
            branch[t] = Methods.power(random, -2, 1);
            nodes.add(new TaskTree.Node("t" + t, below[t], branch[t]));
        }
        DdMatrix a = new DdMatrix(tasks, tasks);
        for (int node = 0; node < 3; node++) {
            int of = node;
            int size = (int) java.util.Arrays.stream(below)
                    .filter(g -> of == 0 || g == of)
                    .count();
            for (int t = 0; t < tasks && size > 0; t++) {
                for (int s = 0; s < tasks; s++) {
                    if (node == 0 || (below[t] == node && below[s] == node)) {
                        a.add(t, s, Dd.of(gamma).times(nodes.get(node).length()).over(size));
                    }
                }
            }
        }
        for (int t = 0; t < tasks; t++) {
            a.add(t, t, Dd.of(branch[t]));
        }
        DdMatrix precision =
                times(Factor.of(a).orElseThrow().inverse(), Dd.of(gamma).plus(1));
        // with one task the right node would be a leaf
        List<TaskTree.Node> used = tasks > 1 ? nodes : List.of(nodes.get(0), nodes.get(1), nodes.get(3));
        return known("tree", Relations.tree(new TaskTree(used), gamma), precision);
    }

    private static DdMatrix times(DdMatrix m, Dd factor) {
        return new DdMatrix(m.rows, m.cols).plus(factor, m);
    }

    private static double[][] draw(Random random, int rows, int cols) {
        double[][] values = new double[rows][cols];
        for (double[] row : values) {
            for (int j = 0; j < cols; j++) {
                row[j] = random.nextGaussian();
            }
        }
        return values;
    }

    /** GG' + ridge I with a small ridge, rounded to doubles: that is then A exactly. */
    static Method metric(Random random, int tasks, double low, double high) {
        double[][] g = draw(random, tasks, tasks);
        double ridge = Methods.power(random, low, high);
        double[][] a = new double[tasks][tasks];
        for (int t = 0; t < tasks; t++) {
            for (int s = 0; s < tasks; s++) {
                for (int k = 0; k < (tasks + 1) / 2; k++) {
                    a[t][s] += g[Math.min(t, s)][k] * g[Math.max(t, s)][k];
                }
            }
            a[t][t] += ridge;
        }
        DdMatrix precision = Factor.of(DdMatrix.of(a)).orElseThrow().inverse();
        List<String> names = Problem.names(tasks);
        return known("metric", Relations.metric(NamedMatrix.ofTasks(names, Matrix.of(a))), precision);
    }

    /** L'L + eps tr(L'L)/T I. */
    static Method coding(Random random, int tasks, double low, double high) {
        double eps = Methods.power(random, low, high);
        double[][] codes = draw(random, 1 + random.nextInt(tasks), tasks);
        DdMatrix a = DdMatrix.of(codes).gram();
        a = a.plusDiagonal(a.trace().times(eps).over(tasks));
        List<String> names = Problem.names(tasks);
        return known(
                "coding",
                Relations.coding(NamedMatrix.ofColumns(names, Matrix.of(codes)), eps),
                Factor.of(a).orElseThrow().inverse());
    }
}
