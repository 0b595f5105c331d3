package dev.kith.structure;

import dev.kith.data.DataException;
import dev.kith.data.read.Texts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A rooted tree whose leaves are tasks. Nodes are numbered with parents before children, node 0 is the root; {@code
 * length} is the branch above a node (1 where none is given).
 */
public record TaskTree(List<Node> nodes) {
    /** A node: its name (leaves: the task), its parent's number (-1 for the root), the branch above it. */
    public record Node(String name, int parent, double length) {}

    public TaskTree {
        nodes = List.copyOf(nodes);
        if (nodes.isEmpty() || nodes.get(0).parent() != -1) {
            throw new DataException("tree: must have a root");
        }
        for (int k = 1; k < nodes.size(); k++) {
            Node node = nodes.get(k);
            if (node.parent() < 0 || node.parent() >= k) {
                throw new DataException("tree: node '" + node.name() + "' must follow its parent");
            }
            if (!(node.length() >= 0 && node.length() < Double.POSITIVE_INFINITY)) {
                throw new DataException("tree: branch length of '" + node.name()
                        + "' must be a finite number >= 0, got " + node.length());
            }
        }
    }

    /** Numbers of the nodes without children, in order. */
    public List<Integer> leaves() {
        boolean[] inner = new boolean[nodes.size()];
        for (Node node : nodes) {
            if (node.parent() >= 0) {
                inner[node.parent()] = true;
            }
        }
        List<Integer> leaves = new ArrayList<>();
        for (int k = 0; k < inner.length; k++) {
            if (!inner[k]) {
                leaves.add(k);
            }
        }
        return leaves;
    }

    /** Nodes from the leaf of this name up to the root, the leaf first. */
    public List<Integer> path(String leaf) {
        for (int k : leaves()) {
            if (nodes.get(k).name().equals(leaf)) {
                List<Integer> path = new ArrayList<>();
                for (int node = k; node >= 0; node = nodes.get(node).parent()) {
                    path.add(node);
                }
                return path;
            }
        }
        throw new DataException("tree: has no leaf for task '" + leaf + "'");
    }

    /**
     * The tree from child -> parent pairs; the one name that is never a child is the root. Siblings are numbered in the
     * order of their names, whatever the order of the map.
     */
    public static TaskTree ofParents(Map<String, String> parentOf) {
        Map<String, List<String>> children = new HashMap<>();
        String root = null;
        for (Map.Entry<String, String> entry : new TreeMap<>(parentOf).entrySet()) {
            children.computeIfAbsent(entry.getValue(), name -> new ArrayList<>())
                    .add(entry.getKey());
            if (!parentOf.containsKey(entry.getValue())) {
                if (root != null && !root.equals(entry.getValue())) {
                    throw new DataException("tree: must have one root, both '" + root + "' and '" + entry.getValue()
                            + "' have no parent");
                }
                root = entry.getValue();
            }
        }
        if (root == null) {
            throw new DataException("tree: must have a root, every name has a parent (a cycle)");
        }
        List<Node> nodes = new ArrayList<>();
        nodes.add(new Node(root, -1, 1));
        for (int k = 0; k < nodes.size(); k++) {
            for (String child : children.getOrDefault(nodes.get(k).name(), List.of())) {
                nodes.add(new Node(child, k, 1));
            }
        }
        if (nodes.size() != parentOf.size() + 1) {
            throw new DataException("tree: " + (parentOf.size() + 1 - nodes.size())
                    + " nodes do not hang from the root '" + root + "' (a cycle)");
        }
        return new TaskTree(nodes);
    }

    /** The tree in Newick notation: {@code ((a:1,b:1)x:2,'c d')root;}. */
    public static TaskTree parseNewick(String text) {
        return new Newick(text).tree();
    }

    /** The tree in Newick notation on one line, after {@code newick:}; a branch length left out is 1. */
    public String text() {
        return Texts.NEWICK + Newick.text(this);
    }

    /** The tree behind such a text, its nodes in the order they are written. */
    static TaskTree parse(String text) {
        return parseNewick(Texts.content(Texts.NEWICK, text));
    }
}
