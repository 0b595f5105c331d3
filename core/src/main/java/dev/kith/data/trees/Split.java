package dev.kith.data.trees;

import dev.kith.numeric.Concurrent;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The best way found to part the rows of a leaf.
 *
 * @param left the bins that go left
 * @param gain by how much the loss falls, to second order; 0 where nothing is gained
 */
record Split(int feature, BitSet left, double gain) {
    /** Drawn to zero as if so many rows more had second slope 1. */
    static final double PENALTY = 1;

    /** The same for codes, which are many, and are sorted by what they gain. */
    private static final double CODES_PENALTY = 10;

    /** Gains that differ by less are equal but for rounding: the first counts, so that units of numbers do not matter. */
    private static final double CLEARLY = 1 + 1e-9;

    /** A gain below this share of what the leaf is worth is rounding. */
    private static final double NOTHING = 1e-12;

    private static final Split NONE = new Split(-1, new BitSet(), 0);

    /** What a leaf of these slopes gains by its best value. */
    private static double worth(double first, double second, double penalty) {
        return first * first / (second + penalty) / 2;
    }

    /** The best split of all features; of equal ones the first. */
    static Split best(Bins bins, Slopes slopes, double smallest) {
        Split[] each = new Split[bins.features()];
        Concurrent.forEach(each.length, j -> each[j] = new Scan(bins, slopes, j, smallest).best());
        Split best = NONE;
        for (Split split : each) {
            best = split.gain > CLEARLY * best.gain ? split : best;
        }
        return best;
    }

    /** One feature: bins in order, codes in the order of their mean slope. */
    private static final class Scan {
        private final Slopes slopes;
        private final int feature;
        private final double smallest;
        private final boolean codes;
        private final List<Integer> order = new ArrayList<>();
        private double first;
        private double second;
        private double rows;

        Scan(Bins bins, Slopes slopes, int feature, double smallest) {
            this.slopes = slopes;
            this.feature = feature;
            this.smallest = smallest;
            this.codes = bins.codes(feature);
            for (int b = 0; b < bins.count(feature); b++) {
                if (slopes.rows(feature, b) > 0.5) {
                    order.add(b);
                    first += slopes.first(feature, b);
                    second += slopes.second(feature, b);
                    rows += slopes.rows(feature, b);
                }
            }
            if (codes) {
                order.sort(Comparator.comparingDouble(this::meanSlope));
            }
        }

        private double meanSlope(int bin) {
            return slopes.first(feature, bin) / (slopes.second(feature, bin) + CODES_PENALTY);
        }

        Split best() {
            double penalty = codes ? CODES_PENALTY : PENALTY;
            double whole = worth(first, second, PENALTY);
            double g = 0;
            double h = 0;
            double n = 0;
            double best = 0;
            int cut = -1;
            for (int k = 0; k + 1 < order.size(); k++) {
                g += slopes.first(feature, order.get(k));
                h += slopes.second(feature, order.get(k));
                n += slopes.rows(feature, order.get(k));
                double gain = worth(g, h, penalty) + worth(first - g, second - h, penalty) - whole;
                if (n >= smallest && rows - n >= smallest && gain > Math.max(CLEARLY * best, NOTHING * whole)) {
                    best = gain;
                    cut = k;
                }
            }
            return cut < 0 ? NONE : new Split(feature, left(cut), best);
        }

        /** Of codes those with fewer rows. */
        private BitSet left(int cut) {
            double n = 0;
            for (int k = 0; k <= cut; k++) {
                n += slopes.rows(feature, order.get(k));
            }
            boolean flipped = codes && n > rows - n;
            BitSet left = new BitSet();
            for (int k = 0; k < order.size(); k++) {
                left.set(order.get(k), (k <= cut) != flipped);
            }
            return left;
        }
    }

    /** The node that asks for this split. */
    TreeEnsemble.Node node(Bins bins, int toLeft, int toRight) {
        return bins.codes(feature)
                ? new TreeEnsemble.Node.Among(
                        feature, left.stream().boxed().collect(Collectors.toSet()), toLeft, toRight)
                : new TreeEnsemble.Node.Below(feature, bins.edge(feature, left.length() - 1), toLeft, toRight);
    }
}
