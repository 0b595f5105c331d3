package dev.kith.data.trees;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The best way found to part the rows of a leaf.
 *
 * @param left by bin: whether it goes left; of codes the bins with fewer rows
 * @param cut of numbers: the last bin that does
 * @param gain by how much the loss falls, to second order; 0 where nothing is gained
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record Split(int feature, boolean[] left, int cut, double gain) {
    /** Drawn to zero as if so many rows more had second slope 1. */
    static final double PENALTY = 1;

    /** The same for codes, which are many, and are sorted by what they gain. */
    private static final double CODES_PENALTY = 3;

    /** Gains that differ by less are equal but for rounding: the first counts, so that units of numbers do not matter. */
    private static final double CLEARLY = 1 + 1e-9;

    /** A gain below this share of what the leaf is worth is rounding. */
    private static final double NOTHING = 1e-12;

    static final Split NONE = new Split(-1, new boolean[0], -1, 0);

    /** What a leaf of these slopes gains by its best value. */
    private static double worth(double first, double second, double penalty) {
        return first * first / (second + penalty) / 2;
    }

    /** The best split of all features; of equal ones the first. */
    static Split best(Bins bins, Slopes slopes, double smallest) {
        Scan best = null;
        for (int j = 0; j < bins.features(); j++) {
            Scan scan = new Scan(bins, slopes, j, smallest);
            scan.run();
            best = scan.gain > CLEARLY * (best == null ? 0 : best.gain) ? scan : best;
        }
        return best == null ? NONE : best.split();
    }

    /** One feature: bins in order, codes in the order of their mean slope. */
    private static final class Scan {
        private final Slopes slopes;
        private final int feature;
        private final double smallest;
        private final boolean codes;
        private final int bins;
        private final int[] order;
        private int filled;
        private double first;
        private double second;
        private double rows;
        private double gain;
        private int cut = -1;

        Scan(Bins bins, Slopes slopes, int feature, double smallest) {
            this.slopes = slopes;
            this.feature = feature;
            this.smallest = smallest;
            this.codes = bins.codes(feature);
            this.bins = bins.count(feature);
            order = new int[this.bins];
            for (int b = 0; b < order.length; b++) {
                if (slopes.rows(feature, b) > 0.5) {
                    order[filled++] = b;
                    first += slopes.first(feature, b);
                    second += slopes.second(feature, b);
                    rows += slopes.rows(feature, b);
                }
            }
            if (codes) {
                sort();
            }
        }

        /** By mean slope, equal ones by their code. */
        private void sort() {
            double[] mean = new double[bins];
            for (int k = 0; k < filled; k++) {
                mean[order[k]] = slopes.first(feature, order[k]) / (slopes.second(feature, order[k]) + CODES_PENALTY);
            }
            Order.sort(order, filled, mean);
        }

        void run() {
            double penalty = codes ? CODES_PENALTY : PENALTY;
            double whole = worth(first, second, PENALTY);
            double g = 0;
            double h = 0;
            double n = 0;
            for (int k = 0; k + 1 < filled; k++) {
                g += slopes.first(feature, order[k]);
                h += slopes.second(feature, order[k]);
                n += slopes.rows(feature, order[k]);
                if (n >= smallest && rows - n >= smallest) {
                    double gained = worth(g, h, penalty) + worth(first - g, second - h, penalty) - whole;
                    if (gained > Math.max(CLEARLY * gain, NOTHING * whole)) {
                        gain = gained;
                        cut = k;
                    }
                }
            }
        }

        Split split() {
            boolean[] left = new boolean[bins];
            if (!codes) {
                Arrays.fill(left, 0, order[cut] + 1, true);
                return new Split(feature, left, order[cut], gain);
            }
            double n = 0;
            for (int k = 0; k <= cut; k++) {
                n += slopes.rows(feature, order[k]);
            }
            boolean flipped = n > rows - n;
            for (int k = 0; k < filled; k++) {
                left[order[k]] = (k <= cut) != flipped;
            }
            return new Split(feature, left, -1, gain);
        }
    }

    /** The node that asks for this split. */
    TreeEnsemble.Node node(Bins bins, int toLeft, int toRight) {
        return bins.codes(feature)
                ? new TreeEnsemble.Node.Among(feature, goingLeft(), toLeft, toRight)
                : new TreeEnsemble.Node.Below(feature, bins.edge(feature, cut), toLeft, toRight);
    }

    private Set<Integer> goingLeft() {
        Set<Integer> codes = new HashSet<>();
        for (int b = 0; b < left.length; b++) {
            if (left[b]) {
                codes.add(b);
            }
        }
        return codes;
    }
}
