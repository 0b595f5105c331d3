package dev.kith.data.trees;

import dev.kith.linalg.Matrix;
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

    /**
     * Grows trees on all rows.
     *
     * @param codes which columns are codes
     * @param most trees
     */
    public TreeEnsemble grow(Rows rows, boolean[] codes, int most) {
        int[] all = IntStream.range(0, rows.labels.length).toArray();
        return grow(start(Bins.of(rows.x, codes), rows.labels, rows.weights, all), most);
    }

    /** Grows so many, or fewer where the thread is interrupted. */
    public static TreeEnsemble grow(Growth growth, int most) {
        while (growth.count() < most && !Thread.currentThread().isInterrupted()) {
            growth.next();
        }
        return growth.trees();
    }

    /**
     * Trees to be grown on some rows.
     *
     * @param labels of all rows; those of others than {@code learned} are not read
     * @param learned numbers of rows
     */
    public Growth start(Bins bins, double[] labels, double[] weights, int[] learned) {
        return new Growth(this, bins, labels, weights, learned);
    }

    /** The loss of one row. */
    public double loss(double label, double f) {
        double z = label > 0.5 ? -f : f;
        return classes ? Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) : (label - f) * (label - f);
    }

    /** The f that is best where nothing is known of a row. */
    double base(double[] labels, double[] weights, int[] learned) {
        double sum = 0;
        double weight = 0;
        for (int i : learned) {
            sum += weights[i] * labels[i];
            weight += weights[i];
        }
        double mean = weight > 0 ? sum / weight : 0;
        return classes ? Math.log((mean * weight + 0.5) / ((1 - mean) * weight + 0.5)) : mean;
    }
}
