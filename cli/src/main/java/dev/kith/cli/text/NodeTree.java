package dev.kith.cli.text;

import dev.kith.model.NodeModel;
import dev.kith.model.NodeModel.KernelWeight;
import dev.kith.model.derived.SharingTree;
import dev.kith.model.derived.SharingTree.Node;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Prints the weights that multiple kernel learning found, sorted, and the tree of tasks that share them. */
public final class NodeTree {
    private static final int MOST_WEIGHTS = 10;
    private static final int MOST_LINES = 60;
    private static final int BAR = 20;

    private final List<KernelWeight> weights;
    private final SharingTree sharing;
    private int lines;

    private NodeTree(List<KernelWeight> weights, SharingTree sharing) {
        this.weights = weights;
        this.sharing = sharing;
    }

    public static NodeTree of(NodeModel model) {
        return new NodeTree(model.sortedWeights(), SharingTree.of(model));
    }

    public void print(PrintWriter out) {
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
        if (sharing.nodes().size() > 1) {
            lines = 0;
            draw(out, -1, 0);
            if (lines >= MOST_LINES) {
                out.printf("%-9s ... (%d nodes)%n", "", sharing.nodes().size());
            }
        }
    }

    /** The nodes below one, depth first. */
    private void draw(PrintWriter out, int parent, int depth) {
        double largest =
                sharing.nodes().stream().mapToDouble(Node::weight).max().orElse(1);
        for (int k = 0; k < sharing.nodes().size() && lines < MOST_LINES; k++) {
            Node node = sharing.nodes().get(k);
            if (node.parent() == parent) {
                int bar = largest > 0 ? (int) Math.round(BAR * node.weight() / largest) : 0;
                out.printf(
                        Locale.ROOT,
                        "%-9s %-20s %.4f %s%s (%d)%n",
                        lines++ == 0 ? "tree" : "",
                        "#".repeat(bar),
                        node.weight(),
                        "  ".repeat(depth),
                        node.name(),
                        node.tasks().size());
                draw(out, k, depth + 1);
            }
        }
    }
}
