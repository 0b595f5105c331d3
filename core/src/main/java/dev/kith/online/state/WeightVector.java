package dev.kith.online.state;

import dev.kith.online.Row;
import java.util.Arrays;

/**
 * A vector that starts at zero and grows by adding multiples of rows: a hash table while few features have been seen, a
 * plain array once that is smaller. Both give the same bits. Cost O(non-zeros of the row) whatever the length.
 */
final class WeightVector {
    /*
     * Ten thousand tasks with fifty thousand features each would be 4 GB of plain arrays, nearly all zeros. An entry of
     * the table (key + value at half load) takes 24 bytes against 8 of an array, hence the switch at a third.
     */
    private static final int ALWAYS_DENSE = 512;
    private static final int EMPTY = -1;
    private static final double[] NOTHING = new double[0];

    private boolean dense = true;
    private double[] values = NOTHING;
    private int[] keys = new int[0];
    private int size;
    private int shift;
    private int width;

    /** x'w. */
    double dot(Row x) {
        return dense ? denseDot(x) : sparseDot(x);
    }

    /** out = (x'a, x'b), each with the bits of {@link #dot}; arrays are gone through together. */
    static void dotsInto(double[] out, WeightVector a, WeightVector b, Row x) {
        if (!a.dense || !b.dense || x.width() > Math.min(a.values.length, b.values.length)) {
            out[0] = a.dot(x);
            out[1] = b.dot(x);
            return;
        }
        int[] indices = x.indices();
        double[] xs = x.values();
        double[] v = a.values;
        double[] w = b.values;
        double evenV = 0;
        double oddV = 0;
        double evenW = 0;
        double oddW = 0;
        int k = x.start();
        int end = x.end();
        for (; k + 1 < end; k += 2) {
            int i = indices[k];
            int j = indices[k + 1];
            evenV += xs[k] * v[i];
            oddV += xs[k + 1] * v[j];
            evenW += xs[k] * w[i];
            oddW += xs[k + 1] * w[j];
        }
        if (k < end) {
            evenV += xs[k] * v[indices[k]];
            evenW += xs[k] * w[indices[k]];
        }
        out[0] = evenV + oddV;
        out[1] = evenW + oddW;
    }

    private double denseDot(Row x) {
        int[] indices = x.indices();
        double[] xs = x.values();
        double[] w = values;
        int k = x.start();
        int end = x.end();
        while (end > k && indices[end - 1] >= w.length) {
            end--;
        }
        // Two sums hide the latency of the additions; sparseDot adds in the same order.
        double even = 0;
        double odd = 0;
        for (; k + 1 < end; k += 2) {
            even += xs[k] * w[indices[k]];
            odd += xs[k + 1] * w[indices[k + 1]];
        }
        if (k < end) {
            even += xs[k] * w[indices[k]];
        }
        return even + odd;
    }

    private double sparseDot(Row x) {
        int[] indices = x.indices();
        double[] xs = x.values();
        double even = 0;
        double odd = 0;
        int end = x.end();
        int k = x.start();
        for (; k + 1 < end; k += 2) {
            even += xs[k] * sparseValue(indices[k]);
            odd += xs[k + 1] * sparseValue(indices[k + 1]);
        }
        if (k < end) {
            even += xs[k] * sparseValue(indices[k]);
        }
        return even + odd;
    }

    private double sparseValue(int key) {
        int slot = slot(key);
        return keys[slot] == EMPTY ? 0 : values[slot];
    }

    /** w += factor x. */
    void add(double factor, Row x) {
        reserve(x);
        int[] indices = x.indices();
        double[] xs = x.values();
        if (dense) {
            double[] w = values;
            for (int k = x.start(), end = x.end(); k < end; k++) {
                w[indices[k]] += factor * xs[k];
            }
        } else {
            for (int k = x.start(), end = x.end(); k < end; k++) {
                addSparse(indices[k], factor * xs[k]);
            }
        }
    }

    private void addSparse(int key, double value) {
        int slot = slot(key);
        if (keys[slot] == EMPTY) {
            keys[slot] = key;
            size++;
        }
        values[slot] += value;
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
        if (dense) {
            if (width > values.length) {
                widenArray(x.size());
            }
        } else if (3L * (size + x.size()) >= width) {
            toArray();
        } else if (2 * (size + x.size()) > keys.length) {
            rehash(size + x.size());
        }
    }

    private void widenArray(int more) {
        double[] old = values;
        int filled = 0;
        for (double value : old) {
            filled += value == 0 ? 0 : 1;
        }
        if (width <= ALWAYS_DENSE || 3L * (filled + more) >= width) {
            values = Arrays.copyOf(old, Math.max(width, old.length + (old.length >> 1)));
            return;
        }
        dense = false;
        allocate(filled + more);
        for (int k = 0; k < old.length; k++) {
            if (old[k] != 0) {
                addSparse(k, old[k]);
            }
        }
    }

    private void toArray() {
        double[] array = new double[width];
        for (int slot = 0; slot < keys.length; slot++) {
            if (keys[slot] != EMPTY) {
                array[keys[slot]] = values[slot];
            }
        }
        dense = true;
        values = array;
        keys = new int[0];
    }

    private void rehash(int entries) {
        int[] oldKeys = keys;
        double[] oldValues = values;
        allocate(entries);
        for (int slot = 0; slot < oldKeys.length; slot++) {
            if (oldKeys[slot] != EMPTY) {
                addSparse(oldKeys[slot], oldValues[slot]);
            }
        }
    }

    private void allocate(int entries) {
        int capacity = Math.max(16, Integer.highestOneBit(4 * entries - 1));
        shift = Integer.numberOfLeadingZeros(capacity) + 1;
        keys = new int[capacity];
        Arrays.fill(keys, EMPTY);
        values = new double[capacity];
        size = 0;
    }

    /** One more than the largest feature number ever added. */
    int width() {
        return width;
    }

    /** Says that features up to {@code least} (exclusive) exist. */
    void widen(int least) {
        width = Math.max(width, least);
    }

    double get(int feature) {
        if (dense) {
            return feature < values.length ? values[feature] : 0;
        }
        return sparseValue(feature);
    }

    /** The numbers of the features that are not zero, ascending. */
    int[] nonZeros() {
        int[] found = new int[dense ? values.length : size];
        int count = 0;
        for (int k = 0; k < values.length; k++) {
            if (values[k] != 0) {
                found[count++] = dense ? k : keys[k];
            }
        }
        found = Arrays.copyOf(found, count);
        Arrays.sort(found);
        return found;
    }
}
