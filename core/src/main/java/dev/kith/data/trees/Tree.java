package dev.kith.data.trees;

import dev.kith.data.trees.Order.Range;
import dev.kith.data.trees.TreeEnsemble.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** One tree, grown leaf by leaf, the leaf first that gains most; rows that it does not learn from fall into its leaves too. */
final class Tree {
    private final Bins bins;
    private final Slopes.Each each;
    private final Boosting settings;
    private final Order learned;
    private final Order others;
    private final List<Leaf> leaves = new ArrayList<>();

    /** Rows that fall into it, and where the node is among those of the tree. */
    private record Leaf(int node, Range learned, Range others, Slopes slopes, Split split) {}

    private final List<Node> nodes = new ArrayList<>();

    /**
     * A tree to be.
     *
     * @param learned the rows it is grown on
     * @param others rows that shall have its values too
     */
    Tree(Bins bins, int[] learned, int[] others, Slopes.Each each, Boosting settings) {
        this.bins = bins;
        this.learned = new Order(learned);
        this.others = new Order(others);
        this.each = each;
        this.settings = settings;
    }

    /** Nodes from {@code start} on, the root first. */
    List<Node> grow(int start) {
        PriorityQueue<Leaf> open = new PriorityQueue<>((a, b) -> a.split.gain() != b.split.gain()
                ? Double.compare(b.split.gain(), a.split.gain())
                : Integer.compare(a.node, b.node));
        Range all = learned.all();
        open.add(leaf(all, others.all(), Slopes.of(bins, learned.rows(), 0, all.size(), each), true));
        while (!open.isEmpty() && open.peek().split.gain() > 0 && open.size() < settings.leaves()) {
            part(open, start);
        }
        leaves.addAll(open);
        leaves.forEach(leaf -> nodes.set(leaf.node, new Node.Leaf(value(leaf))));
        return nodes;
    }

    private void part(PriorityQueue<Leaf> open, int start) {
        Leaf parent = open.remove();
        int feature = parent.split.feature();
        int middle = learned.part(parent.learned, bins.of(feature), parent.split.left());
        int between = others.part(parent.others, bins.of(feature), parent.split.left());
        Range one = new Range(parent.learned.from(), middle);
        Range two = new Range(middle, parent.learned.to());
        boolean fewerLeft = one.size() < two.size();
        Range fewer = fewerLeft ? one : two;
        boolean further = open.size() + 2 < settings.leaves();
        Slopes smaller = further ? Slopes.of(bins, learned.rows(), fewer.from(), fewer.to(), each) : parent.slopes;
        Slopes larger = further ? parent.slopes.without(smaller) : parent.slopes;
        Leaf left = leaf(one, new Range(parent.others.from(), between), fewerLeft ? smaller : larger, further);
        Leaf right = leaf(two, new Range(between, parent.others.to()), fewerLeft ? larger : smaller, further);
        nodes.set(parent.node, parent.split.node(bins, start + left.node, start + right.node));
        open.add(left);
        open.add(right);
    }

    /** @param further whether there may be leaves enough to part it */
    private Leaf leaf(Range own, Range others, Slopes slopes, boolean further) {
        nodes.add(new Node.Leaf(0));
        Split split = further && own.size() >= 2 * settings.smallest()
                ? Split.best(bins, slopes, settings.smallest())
                : Split.NONE;
        return new Leaf(nodes.size() - 1, own, others, slopes, split);
    }

    private double value(Leaf leaf) {
        double g = 0;
        double h = 0;
        for (int k = leaf.learned.from(); k < leaf.learned.to(); k++) {
            g += each.first()[learned.rows()[k]];
            h += each.second()[learned.rows()[k]];
        }
        return -settings.rate() * g / (h + Split.PENALTY);
    }

    /** Adds the value of its leaf to each row. */
    void addTo(double[] f) {
        for (Leaf leaf : leaves) {
            double value = ((Node.Leaf) nodes.get(leaf.node)).value();
            learned.add(leaf.learned, value, f);
            others.add(leaf.others, value, f);
        }
    }
}
