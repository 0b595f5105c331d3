package dev.kith.data.trees;

import dev.kith.data.trees.TreeEnsemble.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** One tree, grown leaf by leaf, the leaf first that gains most. */
final class Tree {
    private final Bins bins;
    private final double[] first;
    private final double[] second;
    private final Boosting settings;
    private final int[] rows;
    private final int[] kept;
    private final List<Leaf> leaves = new ArrayList<>();

    /** Rows {@code from} to {@code to}, and where the node is among those of the tree. */
    private record Leaf(int node, int from, int to, Slopes slopes, Split split) {}

    private final List<Node> nodes = new ArrayList<>();

    /** @param rows what it is grown on; sorted by leaf afterwards */
    Tree(Bins bins, int[] rows, double[] first, double[] second, Boosting settings) {
        this.bins = bins;
        this.rows = rows;
        this.first = first;
        this.second = second;
        this.settings = settings;
        this.kept = new int[rows.length];
    }

    /** Nodes from {@code start} on, the root first. */
    List<Node> grow(int start) {
        PriorityQueue<Leaf> open = new PriorityQueue<>((a, b) -> a.split.gain() != b.split.gain()
                ? Double.compare(b.split.gain(), a.split.gain())
                : Integer.compare(a.node, b.node));
        open.add(leaf(0, rows.length, Slopes.of(bins, rows, 0, rows.length, first, second)));
        while (!open.isEmpty() && open.peek().split.gain() > 0 && leaves.size() + open.size() < settings.leaves()) {
            Leaf parent = open.remove();
            int middle = part(parent);
            boolean fewerLeft = middle - parent.from < parent.to - middle;
            Slopes smaller = fewerLeft
                    ? Slopes.of(bins, rows, parent.from, middle, first, second)
                    : Slopes.of(bins, rows, middle, parent.to, first, second);
            Slopes larger = parent.slopes.without(smaller);
            Leaf left = leaf(parent.from, middle, fewerLeft ? smaller : larger);
            Leaf right = leaf(middle, parent.to, fewerLeft ? larger : smaller);
            nodes.set(parent.node, parent.split.node(bins, start + left.node, start + right.node));
            open.add(left);
            open.add(right);
        }
        leaves.addAll(open);
        leaves.forEach(leaf -> nodes.set(leaf.node, new Node.Leaf(value(leaf))));
        return nodes;
    }

    private Leaf leaf(int from, int to, Slopes slopes) {
        nodes.add(new Node.Leaf(0));
        return new Leaf(nodes.size() - 1, from, to, slopes, Split.best(bins, slopes, settings.smallest()));
    }

    /** Sorts the rows of a leaf, those that go left first, each side in the order it had. */
    private int part(Leaf leaf) {
        int[] bin = bins.of(leaf.split.feature());
        int left = leaf.from;
        int right = 0;
        for (int k = leaf.from; k < leaf.to; k++) {
            int i = rows[k];
            if (leaf.split.left().get(bin[i])) {
                rows[left++] = i;
            } else {
                kept[right++] = i;
            }
        }
        System.arraycopy(kept, 0, rows, left, right);
        return left;
    }

    private double value(Leaf leaf) {
        double g = 0;
        double h = 0;
        for (int k = leaf.from; k < leaf.to; k++) {
            g += first[rows[k]];
            h += second[rows[k]];
        }
        return -settings.rate() * g / (h + Split.PENALTY);
    }

    /** Adds the value of its leaf to each row it was grown on. */
    void addTo(double[] f) {
        for (Leaf leaf : leaves) {
            double value = ((Node.Leaf) nodes.get(leaf.node)).value();
            for (int k = leaf.from; k < leaf.to; k++) {
                f[rows[k]] += value;
            }
        }
    }
}
