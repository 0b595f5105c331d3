package dev.kith.structure;

import dev.kith.data.DataException;
import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Undirected weighted edges between tasks, by name. Weights must be finite and &gt;= 0. */
public record TaskGraph(List<Edge> edges) {
    /** Tasks a and b are alike with this weight; {@code where} says which line of which file it came from. */
    public record Edge(String a, String b, double weight, String where) {
        public Edge {
            if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
                throw new DataException(where + ": edge weight must be a finite number >= 0, got " + weight);
            }
            if (a.equals(b)) {
                throw new DataException(where + ": an edge must join two different tasks, got '" + a + "' twice");
            }
        }

        public Edge(String a, String b, double weight) {
            this(a, b, weight, "graph");
        }
    }

    public TaskGraph {
        edges = List.copyOf(edges);
    }

    /** The edges in order, without the places they came from: {@code edges:a,b;b,c,0.5}; a weight left out is 1. */
    public String text() {
        List<List<String>> records = new ArrayList<>();
        for (Edge edge : edges) {
            records.add(
                    edge.weight() == 1
                            ? List.of(edge.a(), edge.b())
                            : List.of(edge.a(), edge.b(), Texts.number(edge.weight())));
        }
        return Texts.EDGES + Texts.records(records);
    }

    /** The graph behind such a text. */
    static TaskGraph parse(String text) {
        List<Edge> edges = new ArrayList<>();
        for (List<String> record : Texts.parseRecords(Texts.content(Texts.EDGES, text))) {
            if (record.size() != 2 && record.size() != 3) {
                throw new DataException("graph: an edge must have two tasks and at most a weight, got " + record);
            }
            edges.add(new Edge(record.get(0), record.get(1), record.size() == 2 ? 1 : weight(record.get(2))));
        }
        return new TaskGraph(edges);
    }

    private static double weight(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new DataException("graph: edge weight must be a number, got '" + text + "'", e);
        }
    }

    /** The graph Laplacian, degree matrix minus weights, for these tasks in this order; parallel edges add up. */
    public Matrix laplacian(List<String> tasks) {
        Map<String, Integer> positions = Checks.positions(tasks);
        Matrix laplacian = Matrix.zeros(tasks.size(), tasks.size());
        for (Edge edge : edges) {
            int i = Checks.position(positions, edge.a(), edge.where());
            int j = Checks.position(positions, edge.b(), edge.where());
            laplacian.add(i, j, -edge.weight());
            laplacian.add(j, i, -edge.weight());
            laplacian.add(i, i, edge.weight());
            laplacian.add(j, j, edge.weight());
        }
        return laplacian;
    }

    /** The pairs alone: edges of weight 0 left out, all others of weight 1. */
    TaskGraph unweighted() {
        return new TaskGraph(edges.stream()
                .filter(edge -> edge.weight() > 0)
                .map(edge -> new Edge(edge.a(), edge.b(), 1, edge.where()))
                .toList());
    }

    /** 1 for neighbours and on the diagonal, else 0, for these tasks in this order. */
    Matrix mask(List<String> tasks) {
        Map<String, Integer> positions = Checks.positions(tasks);
        Matrix mask = Matrix.identity(tasks.size());
        for (Edge edge : edges) {
            int i = Checks.position(positions, edge.a(), edge.where());
            int j = Checks.position(positions, edge.b(), edge.where());
            mask.set(i, j, 1);
            mask.set(j, i, 1);
        }
        return mask;
    }

    /** (Laplacian + gamma I)^-1 for these tasks in this order, as its edges. */
    TaskNetwork network(List<String> tasks, double gamma) {
        Map<String, Integer> positions = Checks.positions(tasks);
        int[] from = new int[edges.size()];
        int[] to = new int[edges.size()];
        double[] weight = new double[edges.size()];
        for (int e = 0; e < edges.size(); e++) {
            Edge edge = edges.get(e);
            from[e] = Checks.position(positions, edge.a(), edge.where());
            to[e] = Checks.position(positions, edge.b(), edge.where());
            weight[e] = edge.weight();
        }
        return new TaskNetwork(tasks.size(), gamma, from, to, weight);
    }
}
