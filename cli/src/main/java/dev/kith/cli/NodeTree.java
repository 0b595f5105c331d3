package dev.kith.cli;

import dev.kith.cli.report.Report;
import dev.kith.linalg.SparseRows;
import dev.kith.model.NodeModel;
import dev.kith.model.NodeModel.KernelWeight;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The weights that multiple kernel learning found, sorted; and the nodes that hold several tasks, drawn as a tree. */
final class NodeTree {
    private static final int MOST_WEIGHTS = 10;
    private static final int MOST_LINES = 60;
    private static final int BAR = 20;

    private final List<KernelWeight> weights;
    private final List<Node> nodes;

    /** Tasks that share weights, and how much that counts, over all views. */
    private record Node(String name, List<Integer> tasks, double weight) {}

    private NodeTree(List<KernelWeight> weights, List<Node> nodes) {
        this.weights = weights;
        this.nodes = nodes;
    }

    static NodeTree of(NodeModel model) {
        Map<List<Integer>, Node> bySet = new LinkedHashMap<>();
        int[] nodesOf = new int[model.kernels().size()];
        model.kernelOf().forEach(kernel -> nodesOf[kernel]++);
        for (int g = 0; g < model.members().rows(); g++) {
            KernelWeight kernel = model.kernels().get(model.kernelOf().get(g));
            if (nodesOf[model.kernelOf().get(g)] == 1) {
                Node node = new Node(kernel.tasks(), tasks(model.members(), g), kernel.weight());
                bySet.merge(node.tasks(), node, (a, b) -> new Node(a.name(), a.tasks(), a.weight() + b.weight()));
            }
        }
        List<Node> nodes = new ArrayList<>(bySet.values());
        nodes.sort(Comparator.comparingInt((Node node) -> -node.tasks().size()));
        return new NodeTree(model.sortedWeights(), nodes);
    }

    private static List<Integer> tasks(SparseRows members, int g) {
        return Arrays.stream(members.indices(), members.start(g), members.end(g))
                .boxed()
                .toList();
    }

    /** For a report; larger nodes stand first, so parents before their children. */
    Report.Tree tree() {
        List<Report.Node> drawn = nodes.stream()
                .map(node -> new Report.Node(
                        node.name(),
                        nodes.indexOf(parent(node)),
                        node.weight(),
                        node.tasks().size()))
                .toList();
        return new Report.Tree(
                "Tasks below a node share weights through it; a larger weight means they share more.", drawn);
    }

    void print(PrintWriter out) {
        String head = "weights";
        for (KernelWeight weight : weights.subList(0, Math.min(MOST_WEIGHTS, weights.size()))) {
            out.printf(
                    Locale.ROOT,
                    "%-9s %.4f  view '%s', tasks '%s'%n",
                    head,
                    weight.weight(),
                    weight.view(),
                    weight.tasks());
            head = "";
        }
        if (weights.size() > MOST_WEIGHTS) {
            out.printf("%-9s ... (%d; all with --json)%n", "", weights.size());
        }
        if (nodes.size() > 1) {
            draw(out);
        }
    }

    /** Depth first, a node below the smallest one that holds its tasks. */
    private void draw(PrintWriter out) {
        double largest = nodes.stream().mapToDouble(Node::weight).max().orElse(1);
        int lines = 0;
        for (Node node : nodes) {
            if (parent(node) == null) {
                lines = draw(out, node, 0, largest, lines);
            }
        }
        if (lines >= MOST_LINES) {
            out.printf("%-9s ... (%d nodes)%n", "", nodes.size());
        }
    }

    private int draw(PrintWriter out, Node node, int depth, double largest, int lines) {
        if (lines >= MOST_LINES) {
            return lines;
        }
        int bar = largest > 0 ? (int) Math.round(BAR * node.weight() / largest) : 0;
        out.printf(
                Locale.ROOT,
                "%-9s %-20s %.4f %s%s (%d)%n",
                lines == 0 ? "tree" : "",
                "#".repeat(bar),
                node.weight(),
                "  ".repeat(depth),
                node.name(),
                node.tasks().size());
        int count = lines + 1;
        for (Node child : nodes) {
            if (node.equals(parent(child))) {
                count = draw(out, child, depth + 1, largest, count);
            }
        }
        return count;
    }

    private @org.jspecify.annotations.Nullable Node parent(Node node) {
        Node parent = null;
        for (Node other : nodes) {
            if (other.tasks().size() > node.tasks().size() && other.tasks().containsAll(node.tasks())) {
                parent = other;
            }
        }
        return parent;
    }
}
