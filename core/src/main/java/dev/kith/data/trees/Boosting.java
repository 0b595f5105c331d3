package dev.kith.data.trees;

import dev.kith.data.trees.TreeEnsemble.Node;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Gradient boosting: trees one after the other, each of which takes a step of Newton's method in the values of its leaves,
 *
 * <pre>
 *   minimise  sum_i w_i loss(y_i, f(x_i)),   f = base + rate (tree_1 + tree_2 + ...)
 * </pre>
 *
 * for the squared loss or, where labels are classes 0 and 1, the logistic one, whose f are log odds. Splits are found in sums of slopes over
 * bins of each feature, leaves are opened in the order of what they gain.
 *
 * <p>Friedman, Greedy function approximation, 2001; Chen and Guestrin, XGBoost, 2016 (second order); Ke and others, LightGBM, 2017 (codes
 * sorted by slope, leaves by gain).
 *
 * @param leaves of a tree, at most
 * @param rate what a tree counts for
 * @param smallest rows of a leaf, at least, whatever their weights
 * @param classes whether labels are 0 and 1
 */
public record Boosting(int leaves, double rate, int smallest, boolean classes) {
    /** A second slope below this would make a step without end. */
    private static final double FLATTEST = 1e-12;

    public Boosting {
        if (!(leaves >= 2 && rate > 0 && rate <= 1 && smallest >= 1)) {
            throw new IllegalArgumentException("trees need leaves >= 2, a rate in (0, 1] and smallest leaves >= 1, got "
                    + leaves + ", " + rate + " and " + smallest);
        }
    }

    /**
     * Rows to learn from, or to judge by.
     *
     * @param x rows x features, whole numbers from 0 in columns of codes
     * @param weights a row of weight 2 counts as two; the values of leaves are drawn to zero by a row of weight 1
     */
    @SuppressWarnings("ArrayRecordComponent") // read, never compared
    public record Rows(Matrix x, double[] labels, double[] weights) {
        public Rows {
            if (x.rows() != labels.length || x.rows() != weights.length) {
                throw new IllegalArgumentException("rows, labels and weights must be equally many, got " + x.rows()
                        + ", " + labels.length + " and " + weights.length);
            }
        }
    }

    /** Hears of each tree; says whether another one is wanted. */
    @FunctionalInterface
    public interface Listener {
        /**
         * A tree was grown.
         *
         * @param trees so far
         * @param tree the last of them alone, without base
         */
        boolean another(int trees, TreeEnsemble tree);
    }

    /**
     * Grows trees.
     *
     * @param codes which columns are codes
     * @param most trees
     */
    public TreeEnsemble grow(Rows rows, boolean[] codes, int most, Listener listener) {
        return new Run(rows, codes).grow(most, listener);
    }

    /** The loss of one row. */
    public double loss(double label, double f) {
        double z = label > 0.5 ? -f : f;
        return classes ? Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) : (label - f) * (label - f);
    }

    /** The f that is best where nothing is known of a row. */
    public double base(double[] labels, double[] weights) {
        double sum = 0;
        double weight = 0;
        for (int i = 0; i < labels.length; i++) {
            sum += weights[i] * labels[i];
            weight += weights[i];
        }
        double mean = weight > 0 ? sum / weight : 0;
        return classes ? Math.log((mean * weight + 0.5) / ((1 - mean) * weight + 0.5)) : mean;
    }

    private final class Run {
        private final Rows rows;
        private final Bins bins;
        private final double[] f;
        private final double[] first;
        private final double[] second;
        private final double base;

        Run(Rows rows, boolean[] codes) {
            this.rows = rows;
            bins = new Bins(rows.x, codes);
            base = base(rows.labels, rows.weights);
            f = new double[rows.labels.length];
            java.util.Arrays.fill(f, base);
            first = new double[f.length];
            second = new double[f.length];
        }

        TreeEnsemble grow(int most, Listener listener) {
            List<Node> nodes = new ArrayList<>();
            List<Integer> roots = new ArrayList<>();
            boolean another = true;
            for (int k = 0; k < most && another && !Thread.currentThread().isInterrupted(); k++) {
                slopes();
                int[] order = IntStream.range(0, f.length).toArray();
                Tree tree = new Tree(bins, order, first, second, Boosting.this);
                roots.add(nodes.size());
                List<Node> grown = tree.grow(nodes.size());
                nodes.addAll(grown);
                tree.addTo(f);
                another = listener.another(k + 1, alone(nodes.size() - grown.size(), grown));
            }
            return new TreeEnsemble(bins.features(), base, roots, nodes);
        }

        private TreeEnsemble alone(int start, List<Node> grown) {
            return new TreeEnsemble(
                    bins.features(),
                    0,
                    List.of(0),
                    grown.stream().map(node -> TreeEnsemble.moved(node, -start)).toList());
        }

        private void slopes() {
            for (int i = 0; i < f.length; i++) {
                double w = rows.weights[i];
                if (classes) {
                    double p = 1 / (1 + Math.exp(-f[i]));
                    first[i] = w * (p - rows.labels[i]);
                    second[i] = w * Math.max(p * (1 - p), FLATTEST);
                } else {
                    first[i] = w * (f[i] - rows.labels[i]);
                    second[i] = w;
                }
            }
        }
    }
}
