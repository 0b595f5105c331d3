package dev.kith.mkl;

/**
 * The rows of one task with columns renumbered 0, 1, ... within the task. Entries of row i in view v are {@code starts[i *
 * views + v]} to the next start; their values stand at the same distance from {@code valueStarts[i]}.
 *
 * <p>A task of a thousand rows knows some ten thousand columns, not a million: its weights stay in the cache, and its
 * column numbers mostly fit sixteen bits.
 */
final class TaskRows {
    private static final int NARROW = 1 << 16;

    private final int views;
    private final int[] starts;
    private final int[] valueStarts;
    private final double[] values;

    /** Columns in one of two widths, the other array empty. */
    private final char[] narrow;

    private final int[] wide;

    /**
     * @param width columns of the task; it decides how the columns of {@code entries} entries are stored
     * @param values all values, or more than those of this task
     */
    TaskRows(int views, int width, int[] starts, int[] valueStarts, double[] values) {
        this.views = views;
        this.starts = starts;
        this.valueStarts = valueStarts;
        this.values = values;
        int entries = starts[starts.length - 1];
        narrow = new char[width <= NARROW ? entries : 0];
        wide = new int[width <= NARROW ? 0 : entries];
    }

    void setColumn(int entry, int column) {
        if (wide.length == 0) {
            narrow[entry] = (char) column;
        } else {
            wide[entry] = column;
        }
    }

    /** Row i of the task in view v times local weights. */
    double dot(int i, int v, double[] weights) {
        int from = starts[i * views + v];
        int to = starts[i * views + v + 1];
        int shift = valueStarts[i] - starts[i * views];
        return wide.length == 0 ? dot(narrow, from, to, shift, weights) : dot(wide, from, to, shift, weights);
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
    void addInto(double[] weights, int i, int v, double factor) {
        int from = starts[i * views + v];
        int to = starts[i * views + v + 1];
        int shift = valueStarts[i] - starts[i * views];
        if (wide.length == 0) {
            for (int k = from; k < to; k++) {
                weights[narrow[k]] += factor * values[k + shift];
            }
        } else {
            for (int k = from; k < to; k++) {
                weights[wide[k]] += factor * values[k + shift];
            }
        }
    }

    /** Memory held here, values not counted. */
    long bytes(int width) {
        return bytes(valueStarts.length, views, width, starts[starts.length - 1]);
    }

    static long bytes(long rows, int views, int width, long entries) {
        return 96 + 4 * rows * (views + 1) + (width <= NARROW ? 2 : 4) * entries;
    }
}
