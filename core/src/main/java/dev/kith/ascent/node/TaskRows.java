package dev.kith.ascent.node;

import dev.kith.linalg.TwofoldSum;

/**
 * Rows of one task with columns renumbered 0, 1, ... within the task. Entries of row i in view v are {@code starts[i *
 * views + v]} to the next start; their values stand at the same distance from {@code valueStarts[i]}, or at the same
 * places where there are no value starts.
 *
 * <p>A task of a thousand rows knows some ten thousand columns, not a million: its weights stay in the cache, and its
 * column numbers mostly fit sixteen bits.
 */
public final class TaskRows {
    private static final int NARROW = 1 << 16;

    public final int rows;
    public final int[] starts;

    /** Columns in one of two widths, the other array empty. */
    public final char[] narrow;

    public final int[] wide;
    public final double[] values;

    private final int views;
    private final int[] valueStarts;
    private final boolean isNarrow;

    /** Rows with columns yet to be set; the values are given away, and may be more than those of these rows. */
    TaskRows(int rows, int views, int width, int[] starts, int[] valueStarts, double[] values) {
        this(
                rows,
                views,
                width,
                starts,
                valueStarts,
                new char[narrow(width) ? starts[rows * views] : 0],
                new int[narrow(width) ? 0 : starts[rows * views]],
                values);
    }

    /** Rows in arrays that may be longer than needed. */
    public TaskRows(
            int rows,
            int views,
            int width,
            int[] starts,
            int[] valueStarts,
            char[] narrow,
            int[] wide,
            double[] values) {
        this.rows = rows;
        this.views = views;
        this.starts = starts;
        this.valueStarts = valueStarts;
        this.narrow = narrow;
        this.wide = wide;
        this.values = values;
        isNarrow = narrow(width);
    }

    /** Whether the columns of a task with so many fit sixteen bits. */
    public static boolean narrow(int width) {
        return width <= NARROW;
    }

    public int entries() {
        return starts[rows * views];
    }

    void setColumn(int entry, int column) {
        if (isNarrow) {
            narrow[entry] = (char) column;
        } else {
            wide[entry] = column;
        }
    }

    private int shift(int i) {
        return valueStarts.length == 0 ? 0 : valueStarts[i] - starts[i * views];
    }

    /** Row i in view v times local weights. */
    double dot(int i, int v, double[] weights) {
        int from = starts[i * views + v];
        int to = starts[i * views + v + 1];
        return isNarrow ? dot(narrow, from, to, shift(i), weights) : dot(wide, from, to, shift(i), weights);
    }

    // Two sums hide half of the time an addition takes.
    private double dot(char[] columns, int from, int to, int shift, double[] weights) {
        double even = 0;
        double odd = 0;
        int k = from;
        for (; k < to - 1; k += 2) {
            even += values[k + shift] * weights[columns[k]];
            odd += values[k + 1 + shift] * weights[columns[k + 1]];
        }
        return k < to ? even + odd + values[k + shift] * weights[columns[k]] : even + odd;
    }

    private double dot(int[] columns, int from, int to, int shift, double[] weights) {
        double even = 0;
        double odd = 0;
        int k = from;
        for (; k < to - 1; k += 2) {
            even += values[k + shift] * weights[columns[k]];
            odd += values[k + 1 + shift] * weights[columns[k + 1]];
        }
        return k < to ? even + odd + values[k + shift] * weights[columns[k]] : even + odd;
    }

    /** weights += factor * row i in view v. */
    public void addInto(double[] weights, int i, int v, double factor) {
        int from = starts[i * views + v];
        int to = starts[i * views + v + 1];
        int shift = shift(i);
        if (isNarrow) {
            for (int k = from; k < to; k++) {
                weights[narrow[k]] += factor * values[k + shift];
            }
        } else {
            for (int k = from; k < to; k++) {
                weights[wide[k]] += factor * values[k + shift];
            }
        }
    }

    /** hi + lo += (factor + rest) * row i in all views, without loss. */
    void addInto(double[] hi, double[] lo, int i, double factor, double rest) {
        int shift = shift(i);
        for (int k = starts[i * views]; k < starts[(i + 1) * views]; k++) {
            NodeProof.accumulate(hi, lo, isNarrow ? narrow[k] : wide[k], factor, rest, values[k + shift]);
        }
    }

    /** sum += row i in all views times the weights hi + lo, without loss. */
    void addProduct(TwofoldSum sum, int i, double[] hi, double[] lo) {
        int shift = shift(i);
        double small = 0;
        for (int k = starts[i * views]; k < starts[(i + 1) * views]; k++) {
            int j = isNarrow ? narrow[k] : wide[k];
            sum.addProduct(hi[j], values[k + shift]);
            small += lo[j] * values[k + shift];
        }
        sum.add(small);
    }

    /** Memory of so many rows, values not counted. */
    public static long bytes(long rows, int views, int width, long entries) {
        return 96 + 4 * rows * (views + 1) + (narrow(width) ? 2 : 4) * entries;
    }
}
