package dev.kith.model.derived;

import dev.kith.linalg.SparseRows;
import dev.kith.model.NodeModel;
import dev.kith.model.NodeModel.KernelWeight;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Which sets of tasks share weights, and what each set counts for over all views, as a tree: a set hangs below the
 * smallest one that holds it. Parents stand before their children.
 */
public record SharingTree(List<Node> nodes) {
    /**
     * A set of tasks.
     *
     * @param parent position in the list of nodes, -1 for a root
     * @param tasks positions of the tasks, ascending
     */
    public record Node(String name, int parent, double weight, List<Integer> tasks) {}

    public SharingTree {
        nodes = List.copyOf(nodes);
    }

    /** The sets that have a weight of their own. A kernel of several sets (every task alone, say) is no part of the tree. */
    public static SharingTree of(NodeModel model) {
        int[] sets = new int[model.kernels().size()];
        model.kernelOf().forEach(kernel -> sets[kernel]++);
        Map<List<Integer>, Node> byTasks = new LinkedHashMap<>();
        for (int g = 0; g < model.members().rows(); g++) {
            KernelWeight kernel = model.kernels().get(model.kernelOf().get(g));
            if (sets[model.kernelOf().get(g)] == 1) {
                Node node = new Node(kernel.tasks(), -1, kernel.weight(), tasks(model.members(), g));
                byTasks.merge(node.tasks(), node, (a, b) -> new Node(a.name(), -1, a.weight() + b.weight(), a.tasks()));
            }
        }
        List<Node> sorted = new ArrayList<>(byTasks.values());
        sorted.sort(Comparator.comparingInt((Node node) -> -node.tasks().size()));
        return new SharingTree(withParents(sorted, model.members().cols()));
    }

    private static List<Integer> tasks(SparseRows members, int g) {
        return IntStream.range(members.start(g), members.end(g))
                .map(members::index)
                .boxed()
                .toList();
    }

    /** Larger sets come first, so the last set seen that holds a task is the smallest so far. */
    private static List<Node> withParents(List<Node> sorted, int taskCount) {
        int[] holder = new int[taskCount];
        Arrays.fill(holder, -1);
        List<Node> nodes = new ArrayList<>();
        for (Node node : sorted) {
            int parent = node.tasks().isEmpty() ? -1 : holder[node.tasks().get(0)];
            for (int t : node.tasks()) {
                parent = holder[t] == parent ? parent : -1; // sets that overlap without nesting are roots
            }
            for (int t : node.tasks()) {
                holder[t] = nodes.size();
            }
            nodes.add(new Node(node.name(), parent, node.weight(), node.tasks()));
        }
        return nodes;
    }
}
