package dev.kith.data.trees;

/** Rows in an order, which splits part; codes in the order of a number they have. */
final class Order {
    private final int[] rows;
    private final int[] kept;

    /** From a place to another, exclusive. */
    record Range(int from, int to) {
        int size() {
            return to - from;
        }
    }

    /** @param rows sorted from now on as splits part them */
    Order(int[] rows) {
        this.rows = rows;
        this.kept = new int[rows.length];
    }

    int[] rows() {
        return rows;
    }

    Range all() {
        return new Range(0, rows.length);
    }

    /** Those that go left first, each side in the order it had; where the right side begins. */
    int part(Range range, int[] bin, boolean[] goesLeft) {
        int left = range.from;
        int right = 0;
        for (int k = range.from; k < range.to; k++) {
            int i = rows[k];
            if (goesLeft[bin[i]]) {
                rows[left++] = i;
            } else {
                kept[right++] = i;
            }
        }
        System.arraycopy(kept, 0, rows, left, right);
        return left;
    }

    void add(Range range, double value, double[] to) {
        for (int k = range.from; k < range.to; k++) {
            to[rows[k]] += value;
        }
    }

    /** Sorts the first of these things by the number each has, equal ones staying in their order: runs are merged in twos. */
    static void sort(int[] things, int count, double[] number) {
        int[] from = things;
        int[] to = new int[count];
        for (int run = 1; run < count; run *= 2) {
            for (int start = 0; start < count; start += 2 * run) {
                merge(from, to, number, start, Math.min(start + run, count), Math.min(start + 2 * run, count));
            }
            int[] swapped = from;
            from = to;
            to = swapped;
        }
        System.arraycopy(from, 0, things, 0, count);
    }

    private static void merge(int[] from, int[] to, double[] number, int start, int middle, int end) {
        int a = start;
        int b = middle;
        for (int k = start; k < end; k++) {
            boolean first = a < middle && (b >= end || number[from[a]] <= number[from[b]]);
            to[k] = first ? from[a++] : from[b++];
        }
    }
}
