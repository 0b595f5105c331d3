package dev.kith.data.trees;

import dev.kith.data.DataException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A sum of decision trees,
 *
 * <pre>
 *   f(x) = base + sum_k value of the leaf of tree k that x falls into
 * </pre>
 *
 * Nodes of all trees are numbered through. A node asks whether {@code x_j < threshold}, or whether the code x_j is among some, yes to
 * the left. Immutable.
 */
public final class TreeEnsemble {
    /** A node. */
    public sealed interface Node {
        /** Ends a tree. */
        record Leaf(double value) implements Node {}

        /** {@code x_feature < threshold} goes left. */
        record Below(int feature, double threshold, int left, int right) implements Node {}

        /** The code x_feature among these goes left; that is where fewer rows went, so that codes nobody saw go with the many. */
        record Among(int feature, Set<Integer> codes, int left, int right) implements Node {
            public Among {
                codes = Collections.unmodifiableSet(new TreeSet<>(codes));
            }
        }
    }

    private final int features;
    private final double base;
    private final List<Integer> roots;
    private final List<Node> nodes;
    private final int[] feature;
    private final double[] number;
    private final int[] left;
    private final int[] right;
    private final @Nullable BitSet[] codes;

    /**
     * @param features how many numbers a row has
     * @param roots the first node of each tree
     * @throws DataException if a node is not reached from exactly one place before it, or asks for a feature that is not there
     */
    public TreeEnsemble(int features, double base, List<Integer> roots, List<Node> nodes) {
        this.features = features;
        this.base = base;
        this.roots = List.copyOf(roots);
        this.nodes = List.copyOf(nodes);
        requireTrees();
        feature = new int[nodes.size()];
        number = new double[feature.length];
        left = new int[feature.length];
        right = new int[feature.length];
        codes = new BitSet[feature.length];
        for (int n = 0; n < feature.length; n++) {
            lay(n, nodes.get(n));
        }
    }

    /** The node as numbers beside those of the others, which rows run through faster than through objects. */
    private void lay(int n, Node node) {
        if (node instanceof Node.Leaf leaf) {
            feature[n] = -1;
            number[n] = leaf.value;
        } else if (node instanceof Node.Below below) {
            feature[n] = below.feature;
            number[n] = below.threshold;
            left[n] = below.left;
            right[n] = below.right;
        } else if (node instanceof Node.Among among) {
            feature[n] = among.feature;
            left[n] = among.left;
            right[n] = among.right;
            BitSet own = new BitSet();
            among.codes.forEach(own::set);
            codes[n] = own;
        }
    }

    /** Nodes come after what leads to them, so that every row gets to a leaf. */
    private void requireTrees() {
        if (!Double.isFinite(base)) {
            throw new DataException("the base of trees must be finite, got " + base);
        }
        int[] reached = new int[nodes.size()];
        roots.forEach(root -> reach(reached, root, -1));
        for (int n = 0; n < nodes.size(); n++) {
            Node node = nodes.get(n);
            if (node instanceof Node.Leaf leaf) {
                if (!Double.isFinite(leaf.value)) {
                    throw new DataException("the value of leaf " + n + " must be finite, got " + leaf.value);
                }
            } else if (node instanceof Node.Below below) {
                requireFeature(below.feature, n);
                if (Double.isNaN(below.threshold)) {
                    throw new DataException("the threshold of node " + n + " must be a number, got NaN");
                }
                reach(reached, below.left, n);
                reach(reached, below.right, n);
            } else if (node instanceof Node.Among among) {
                requireFeature(among.feature, n);
                reach(reached, among.left, n);
                reach(reached, among.right, n);
                if (among.codes.stream().anyMatch(code -> code < 0)) {
                    throw new DataException("codes of node " + n + " must be >= 0, got " + among.codes);
                }
            }
        }
        for (int n = 0; n < reached.length; n++) {
            if (reached[n] != 1) {
                throw new DataException("node " + n + " of the trees must be reached once, got " + reached[n]);
            }
        }
    }

    private void requireFeature(int feature, int node) {
        if (!(feature >= 0 && feature < features)) {
            throw new DataException(
                    "node " + node + " of the trees must ask for one of " + features + " features, got " + feature);
        }
    }

    private static void reach(int[] reached, int node, int from) {
        if (!(node > from && node < reached.length)) {
            throw new DataException("a node of the trees must lead to a later one of " + reached.length + ", got "
                    + node + " after " + from);
        }
        reached[node]++;
    }

    public int features() {
        return features;
    }

    public double base() {
        return base;
    }

    /** The first node of each tree. */
    public List<Integer> roots() {
        return roots;
    }

    public List<Node> nodes() {
        return nodes;
    }

    /** f(x). */
    public double value(double... x) {
        if (x.length != features) {
            throw new IllegalArgumentException("a row must have " + features + " numbers, got " + x.length);
        }
        double sum = base;
        for (int root : roots) {
            int at = root;
            while (feature[at] >= 0) {
                at = goesLeft(at, x[feature[at]]) ? left[at] : right[at];
            }
            sum += number[at];
        }
        return sum;
    }

    private boolean goesLeft(int node, double value) {
        BitSet own = codes[node];
        return own == null ? value < number[node] : value >= 0 && own.get((int) value);
    }

    /** The same function of rows whose code of a feature is always this one, which is called 0 from now on. */
    public TreeEnsemble renumbered(int feature, int code) {
        return new TreeEnsemble(
                features,
                base,
                roots,
                nodes.stream()
                        .map(node -> node instanceof Node.Among among && among.feature == feature
                                ? new Node.Among(
                                        feature, Set.of(among.codes.contains(code) ? 0 : 1), among.left, among.right)
                                : node)
                        .toList());
    }

    /** The first trees. */
    public TreeEnsemble first(int trees) {
        int end = trees < roots.size() ? roots.get(trees) : nodes.size();
        return new TreeEnsemble(features, base, roots.subList(0, Math.min(trees, roots.size())), nodes.subList(0, end));
    }

    /** How many splits ask for each feature. */
    public int[] splits() {
        int[] splits = new int[features];
        for (Node node : nodes) {
            if (node instanceof Node.Below below) {
                splits[below.feature]++;
            } else if (node instanceof Node.Among among) {
                splits[among.feature]++;
            }
        }
        return splits;
    }

    /** The same with values of leaves and base times a positive number. */
    public TreeEnsemble times(double factor) {
        return new TreeEnsemble(
                features,
                base * factor,
                roots,
                nodes.stream()
                        .map(node -> node instanceof Node.Leaf leaf ? new Node.Leaf(leaf.value * factor) : node)
                        .toList());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TreeEnsemble trees
                && features == trees.features
                && Double.compare(base, trees.base) == 0
                && roots.equals(trees.roots)
                && nodes.equals(trees.nodes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(new int[] {features, Double.hashCode(base), roots.hashCode(), nodes.hashCode()});
    }

    @Override
    public String toString() {
        return roots.size() + " trees with "
                + IntStream.range(0, nodes.size())
                        .filter(n -> nodes.get(n) instanceof Node.Leaf)
                        .count()
                + " leaves";
    }
}
