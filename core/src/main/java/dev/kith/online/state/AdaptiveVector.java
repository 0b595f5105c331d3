package dev.kith.online.state;

import dev.kith.online.Row;
import java.util.Arrays;

/**
 * Weights that each have a step length of their own: for every feature its weight and the sum of the squares of its slopes
 * so far. A hash table while few features have been seen, a plain array once that is smaller; both give the same bits.
 * Cost O(non-zeros of the row) whatever the length.
 *
 * <p>Squares that are too small or too large for a double (features beyond 1e-150 or 1e150) leave their weight where it is.
 */
public final class AdaptiveVector {
    /* Weight and sum lie side by side, one memory access for both. An entry of the table takes 40 bytes against 16. */
    private static final int ALWAYS_DENSE = 512;
    private static final int LARGEST_DENSE = 1 << 29;
    private static final int EMPTY = -1;

    private boolean dense = true;
    private double[] pairs = new double[0];
    private int[] keys = new int[0];
    private int shift;
    private int size;
    private int width;

    /** x'w. */
    public double dot(Row x) {
        int[] indices = x.indices();
        double[] xs = x.values();
        int end = x.end();
        double sum = 0;
        if (dense) {
            double[] w = pairs;
            int capacity = w.length / 2;
            for (int k = x.start(); k < end && indices[k] < capacity; k++) {
                sum += xs[k] * w[2 * indices[k]];
            }
        } else {
            for (int k = x.start(); k < end; k++) {
                int slot = slot(indices[k]);
                sum += keys[slot] == EMPTY ? 0 : xs[k] * pairs[2 * slot];
            }
        }
        return sum;
    }

    /**
     * Adds {@code square} x_f^2 to the sum G_f of every feature of x, notes x_f / sqrt(G_f) as its rate in {@code steps}, and
     * returns the sum of x_f^2 / sqrt(G_f): how far x'w moves when every weight moves by its rate.
     */
    public double gather(Row x, double square, Steps steps) {
        reserve(x);
        steps.clear(x.size());
        int[] indices = x.indices();
        double[] xs = x.values();
        double reach = 0;
        for (int k = x.start(), at = 0, end = x.end(); k < end; k++, at++) {
            int place = 2 * (dense ? indices[k] : inserted(indices[k])) + 1;
            double sum = pairs[place] + square * (xs[k] * xs[k]);
            size += dense && pairs[place] == 0 ? 1 : 0;
            pairs[place] = sum;
            double rate = sum > 0 ? xs[k] / Math.sqrt(sum) : 0;
            steps.set(at, place - 1, rate);
            reach += xs[k] * rate;
        }
        return reach;
    }

    /** Moves every weight of the row just gathered by {@code factor} times its rate. */
    public void move(double factor, Steps steps) {
        int[] places = steps.places();
        double[] rates = steps.rates();
        double[] w = pairs;
        for (int k = 0, count = steps.size(); k < count; k++) {
            w[places[k]] += factor * rates[k];
        }
    }

    private int inserted(int key) {
        int slot = slot(key);
        if (keys[slot] == EMPTY) {
            keys[slot] = key;
            size++;
        }
        return slot;
    }

    private int slot(int key) {
        int mask = keys.length - 1;
        int slot = (key * 0x9E3779B9) >>> shift;
        while (keys[slot] != key && keys[slot] != EMPTY) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Makes room for every feature of the row, changing the storage where the other kind has become smaller. */
    private void reserve(Row x) {
        width = Math.max(width, x.width());
        long entries = (long) size + x.size();
        boolean small = width <= LARGEST_DENSE && (width <= ALWAYS_DENSE || 3 * entries >= width);
        if (dense) {
            if (width > pairs.length / 2) {
                rebuild(small, entries);
            }
        } else if (small || 2 * entries > keys.length) {
            rebuild(small, entries);
        }
    }

    private void rebuild(boolean toDense, long entries) {
        int[] features = features();
        double[] both = new double[2 * features.length];
        for (int k = 0; k < features.length; k++) {
            int place = 2 * (dense ? features[k] : slot(features[k]));
            both[2 * k] = pairs[place];
            both[2 * k + 1] = pairs[place + 1];
        }
        int half = pairs.length / 4;
        if (toDense) {
            int capacity = (int) Math.min(LARGEST_DENSE, Math.max(width, dense ? 3L * half : 0));
            pairs = new double[2 * capacity];
            keys = new int[0];
        } else {
            int capacity = (int) Math.max(16, Long.highestOneBit(4 * entries - 1));
            shift = Integer.numberOfLeadingZeros(capacity) + 1;
            keys = new int[capacity];
            Arrays.fill(keys, EMPTY);
            pairs = new double[2 * capacity];
        }
        dense = toDense;
        size = dense ? features.length : 0;
        for (int k = 0; k < features.length; k++) {
            int place = 2 * (dense ? features[k] : inserted(features[k]));
            pairs[place] = both[2 * k];
            pairs[place + 1] = both[2 * k + 1];
        }
    }

    /** The numbers of the features with a sum that is not zero, ascending. */
    int[] features() {
        int slots = pairs.length / 2;
        int[] found = new int[slots];
        int count = 0;
        for (int slot = 0; slot < slots; slot++) {
            if (pairs[2 * slot + 1] != 0) {
                found[count++] = dense ? slot : keys[slot];
            }
        }
        found = Arrays.copyOf(found, count);
        Arrays.sort(found);
        return found;
    }

    /** The weight of a feature. */
    public double weight(int feature) {
        return at(feature, 0);
    }

    /** The sum of the squared slopes of a feature. */
    double sum(int feature) {
        return at(feature, 1);
    }

    private double at(int feature, int offset) {
        if (dense) {
            return feature < pairs.length / 2 ? pairs[2 * feature + offset] : 0;
        }
        int slot = slot(feature);
        return keys[slot] == EMPTY ? 0 : pairs[2 * slot + offset];
    }

    /** Takes over weights and sums of features that have none yet, numbers ascending. */
    void fill(int[] features, double[] weights, double[] sums, int from, int to) {
        reserve(new Row().point(features, weights, from, to));
        for (int k = from; k < to; k++) {
            int place = 2 * (dense ? features[k] : inserted(features[k]));
            size += dense ? 1 : 0;
            pairs[place] = weights[k];
            pairs[place + 1] = sums[k];
        }
    }
}
