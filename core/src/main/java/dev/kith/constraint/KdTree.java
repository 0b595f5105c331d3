package dev.kith.constraint;

import dev.kith.linalg.Matrix;

/**
 * Exact nearest neighbours under weights that differ from query to query.
 *
 * <p>A balanced binary tree over the points, split at the median of the widest coordinate; a subtree is left out when
 * the weighted distance to its cell, kept up to date by one coordinate a level, already exceeds the best. Weights only
 * scale the coordinates, so the same tree serves them all. Build O(n log n), n ints beside a copy of the points.
 */
final class KdTree {
    private static final int LEAF = 12;
    /** The cell's distance is summed in another order than a point's: the two may differ by this much. */
    private static final double ROUNDING = 1e-12;

    private final int n;
    private final int d;
    /** Points in tree order, row by row. */
    private final double[] points;
    /** Original position of each point in tree order. */
    private final int[] original;
    /** Split coordinate and value of the node that covers [from, to), stored at its middle (from + to) / 2. */
    private final int[] splitCoordinate;

    private final double[] splitValue;

    KdTree(Matrix cloud) {
        n = cloud.rows();
        d = cloud.cols();
        original = new int[n];
        for (int i = 0; i < n; i++) {
            original[i] = i;
        }
        splitCoordinate = new int[n];
        splitValue = new double[n];
        build(cloud, 0, n);
        points = cloud.selectRows(original).data();
    }

    private void build(Matrix cloud, int from, int to) {
        if (to - from <= LEAF) {
            return;
        }
        int axis = widest(cloud, from, to);
        int middle = (from + to) >>> 1;
        selectInto(cloud, axis, from, to - 1, middle);
        splitCoordinate[middle] = axis;
        splitValue[middle] = cloud.get(original[middle], axis);
        build(cloud, from, middle);
        build(cloud, middle, to);
    }

    private int widest(Matrix cloud, int from, int to) {
        int axis = 0;
        double widest = -1;
        for (int j = 0; j < d; j++) {
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (int k = from; k < to; k++) {
                double x = cloud.get(original[k], j);
                low = Math.min(low, x);
                high = Math.max(high, x);
            }
            if (high - low > widest) {
                widest = high - low;
                axis = j;
            }
        }
        return axis;
    }

    /** Reorders {@code original[low..high]} so that position {@code k} holds its k-th smallest along the axis. */
    private void selectInto(Matrix cloud, int axis, int low, int high, int k) {
        while (low < high) {
            double pivot = cloud.get(original[(low + high) >>> 1], axis);
            int i = low;
            int j = high;
            while (i <= j) {
                while (cloud.get(original[i], axis) < pivot) {
                    i++;
                }
                while (cloud.get(original[j], axis) > pivot) {
                    j--;
                }
                if (i <= j) {
                    int swap = original[i];
                    original[i++] = original[j];
                    original[j--] = swap;
                }
            }
            if (k <= j) {
                high = j;
            } else if (k >= i) {
                low = i;
            } else {
                return;
            }
        }
    }

    /** Position in the cloud of the point nearest to {@code query} under {@code weights}; the lowest of equals. */
    int nearest(double[] query, double[] weights) {
        Search search = new Search(query, weights);
        search.visit(0, n, 0);
        return search.best;
    }

    private final class Search {
        private final double[] query;
        private final double[] weights;
        /** Distance of the query from the current cell along each coordinate. */
        private final double[] offset;

        private double least = Double.POSITIVE_INFINITY;
        private int best = -1;

        Search(double[] query, double[] weights) {
            this.query = query;
            this.weights = weights;
            this.offset = new double[d];
        }

        void visit(int from, int to, double cell) {
            if (to - from <= LEAF) {
                scan(from, to);
                return;
            }
            int middle = (from + to) >>> 1;
            int axis = splitCoordinate[middle];
            double beyond = query[axis] - splitValue[middle];
            boolean lowFirst = beyond < 0;
            visit(lowFirst ? from : middle, lowFirst ? middle : to, cell);
            double old = offset[axis];
            double far = cell + weights[axis] * (beyond * beyond - old * old);
            if (far * (1 - ROUNDING) <= least) {
                offset[axis] = beyond;
                visit(lowFirst ? middle : from, lowFirst ? to : middle, far);
                offset[axis] = old;
            }
        }

        private void scan(int from, int to) {
            for (int k = from; k < to; k++) {
                double sum = 0;
                int start = k * d;
                for (int j = 0; j < d && sum <= least; j++) {
                    double difference = points[start + j] - query[j];
                    sum += weights[j] * difference * difference;
                }
                if (sum < least || (sum == least && original[k] < best)) {
                    least = sum;
                    best = original[k];
                }
            }
        }
    }
}
