package dev.kith.checks;

import dev.kith.data.NamedMatrix;
import dev.kith.linalg.Matrix;
import dev.kith.structure.Relations;
import dev.kith.structure.Structure;
import dev.kith.structure.TaskGraph;
import dev.kith.structure.TaskTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Every known structure, for tasks t1, t2, ... and their twins t1', ...; twins are related to others alike. */
final class KnownMethods {
    private KnownMethods() {}

    static List<String> names() {
        return List.of("stl", "pooled", "mean", "graph", "groups", "tree", "metric", "coding");
    }

    static Structure structure(String method, List<String> tasks) {
        return switch (method) {
            case "stl" -> Relations.independent();
            case "pooled" -> Relations.pooled();
            case "mean" -> Relations.mean(2);
            case "graph" -> Relations.graph(graph(tasks), 0.5);
            case "groups" -> Relations.groups(groups(tasks, ""), 3);
            case "tree" -> Relations.tree(tree(tasks), 1.5);
            case "metric" -> Relations.metric(NamedMatrix.ofTasks(tasks, metric(tasks)));
            case "coding" -> Relations.coding(codes(tasks), Relations.CODING_RIDGE);
            default -> throw new IllegalArgumentException("method must be one of " + names() + ", got " + method);
        };
    }

    /** 7 for t7 and for its twin. */
    private static int number(String task) {
        return Integer.parseInt(task.replace("'", "").substring(1));
    }

    /** Twins, and tasks whose numbers differ by one. */
    private static TaskGraph graph(List<String> tasks) {
        List<TaskGraph.Edge> edges = new ArrayList<>();
        for (String a : tasks) {
            for (String b : tasks) {
                int apart = Math.abs(number(a) - number(b));
                if (a.compareTo(b) < 0 && apart <= 1) {
                    edges.add(new TaskGraph.Edge(a, b, 2 - apart));
                }
            }
        }
        return new TaskGraph(edges);
    }

    private static Map<String, String> groups(List<String> tasks, String prefix) {
        Map<String, String> groupOf = new TreeMap<>();
        tasks.forEach(task -> groupOf.put(task, prefix + (number(task) % 2 == 0 ? "even" : "odd")));
        return groupOf;
    }

    private static TaskTree tree(List<String> tasks) {
        Map<String, String> parentOf = groups(tasks, "node ");
        new ArrayList<>(parentOf.values()).forEach(node -> parentOf.put(node, "root"));
        return TaskTree.ofParents(parentOf);
    }

    private static Matrix metric(List<String> tasks) {
        Matrix a = Matrix.zeros(tasks.size(), tasks.size());
        for (int s = 0; s < tasks.size(); s++) {
            for (int t = 0; t < tasks.size(); t++) {
                a.set(s, t, Math.exp(-0.7 * Math.abs(number(tasks.get(s)) - number(tasks.get(t)))));
            }
        }
        return a.plusDiagonal(0.5);
    }

    private static NamedMatrix codes(List<String> tasks) {
        Matrix codes = Matrix.zeros(2, tasks.size());
        for (int t = 0; t < tasks.size(); t++) {
            codes.set(0, t, 1);
            codes.set(1, t, 0.4 * number(tasks.get(t)));
        }
        return new NamedMatrix("code", List.of("level", "slope"), tasks, codes);
    }
}
