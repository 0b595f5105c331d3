package dev.kith.ascent;

/**
 * A rising step function of one number: the slope of a sum of losses that are two straight lines each. Where it passes a level
 * is found by partitioning, without sorting: time in proportion to the number of kinks. Serves one thread.
 */
public final class Kinks {
    private final double[] at;
    private final double[] jump;
    private int count;
    private double before;
    private boolean undefined;

    /** @param most so many will be added */
    public Kinks(int most) {
        at = new double[most];
        jump = new double[most];
    }

    /** Adds a function that is {@code low} below {@code kink} and {@code high} &gt;= low above it. */
    public void add(double kink, double low, double high) {
        undefined |= Double.isNaN(kink);
        before += low;
        at[count] = kink;
        jump[count++] = high - low;
    }

    /**
     * The first kink beyond which the function is above {@code level}; -infinity if it always is, infinity if never, NaN where a kink is
     * not a number: nothing can be put in order then.
     */
    public double passes(double level) {
        if (undefined) {
            return Double.NaN;
        }
        if (before > level) {
            return Double.NEGATIVE_INFINITY;
        }
        int from = 0;
        int to = count;
        double below = before;
        double found = Double.POSITIVE_INFINITY;
        while (from < to) {
            double pivot = middle(at[from], at[from + (to - from) / 2], at[to - 1]);
            int split = partition(from, to, pivot);
            double sum = below;
            for (int k = from; k < split; k++) {
                sum += jump[k];
            }
            if (sum > level) {
                found = pivot;
                to = lower(from, split, pivot);
            } else {
                below = sum;
                from = split;
            }
        }
        return found;
    }

    private static double middle(double a, double b, double c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    /** Brings kinks up to the pivot to the front; returns where the others begin. */
    private int partition(int from, int to, double pivot) {
        int end = from;
        for (int k = from; k < to; k++) {
            if (at[k] <= pivot) {
                swap(k, end++);
            }
        }
        return end;
    }

    /** Of kinks up to the pivot brings those below it to the front; returns where those at it begin. */
    private int lower(int from, int to, double pivot) {
        int end = from;
        for (int k = from; k < to; k++) {
            if (at[k] < pivot) {
                swap(k, end++);
            }
        }
        return end;
    }

    private void swap(int i, int k) {
        double kink = at[i];
        at[i] = at[k];
        at[k] = kink;
        double size = jump[i];
        jump[i] = jump[k];
        jump[k] = size;
    }
}
