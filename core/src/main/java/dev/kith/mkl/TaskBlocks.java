package dev.kith.mkl;

import dev.kith.linalg.SparseRows;
import java.util.Arrays;

/**
 * Explicit sparse rows laid out for visits task by task: the rows of a task stand together, and their columns are
 * renumbered 0, 1, ... within the task.
 *
 * <p>The columns of view v are those from {@code columnStart[v]} to {@code columnStart[v + 1]}; entries of row i in view
 * v are {@code segments[i * views + v]} to the next segment. Renumbering is what keeps a visit in the cache: a task of a
 * thousand rows knows some ten thousand columns, not a million, and its weights fit into the second level.
 */
final class TaskBlocks {
    final int views;
    final int[] columnStart;
    final int[] taskStart;
    final int[] segments;
    final int[] local;
    final double[] values;

    /** Squared length of row i in view v, at i * views + v. */
    final double[] norms;

    /** The columns of each task, ascending; local column j of task t is {@code columns[t][j]}. */
    final int[][] columns;

    /** Where view v begins among the local columns of task t. */
    final int[][] viewStart;

    private final boolean sharesValues;

    /**
     * @param x all inputs over all columns, the views side by side
     * @param columnStart first column of every view, then the number of columns
     * @param taskStart first row of every task, then the number of rows
     * @param inputOf the input behind each row
     */
    TaskBlocks(SparseRows x, int[] columnStart, int[] taskStart, int[] inputOf) {
        this.views = columnStart.length - 1;
        this.columnStart = columnStart;
        this.taskStart = taskStart;
        int entries = entries(x, inputOf);
        sharesValues = inOrder(inputOf) && x.rows() == inputOf.length && x.values().length == entries;
        segments = new int[inputOf.length * views + 1];
        local = new int[entries];
        values = sharesValues ? x.values() : new double[entries];
        norms = new double[inputOf.length * views];
        int tasks = taskStart.length - 1;
        columns = new int[tasks][];
        viewStart = new int[tasks][];
        index(x, inputOf);
    }

    private static int entries(SparseRows x, int[] inputOf) {
        long entries = 0;
        for (int input : inputOf) {
            entries += x.end(input) - x.start(input);
        }
        if (entries > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("at most 2^31 feature values fit one run, got " + entries);
        }
        return (int) entries;
    }

    private static boolean inOrder(int[] inputOf) {
        for (int i = 0; i < inputOf.length; i++) {
            if (inputOf[i] != i) {
                return false;
            }
        }
        return true;
    }

    private void index(SparseRows x, int[] inputOf) {
        int[] position = new int[x.cols()];
        int[] seenBy = new int[x.cols()];
        int[] found = new int[Math.min(x.cols(), 1 << 10)];
        for (int t = 0; t < columns.length; t++) {
            int count = 0;
            for (int i = taskStart[t]; i < taskStart[t + 1]; i++) {
                for (int k = x.start(inputOf[i]), end = x.end(inputOf[i]); k < end; k++) {
                    int column = x.indices()[k];
                    if (seenBy[column] != t + 1) {
                        seenBy[column] = t + 1;
                        if (count == found.length) {
                            found = Arrays.copyOf(found, Math.min(x.cols(), 2 * count));
                        }
                        found[count++] = column;
                    }
                }
            }
            Arrays.sort(found, 0, count);
            columns[t] = Arrays.copyOf(found, count);
            for (int j = 0; j < count; j++) {
                position[found[j]] = j;
            }
            viewStart[t] = viewStarts(columns[t]);
            copyRows(x, inputOf, t, position);
        }
    }

    private int[] viewStarts(int[] sorted) {
        int[] starts = new int[views + 1];
        for (int v = 1; v <= views; v++) {
            int at = Arrays.binarySearch(sorted, columnStart[v]);
            starts[v] = at < 0 ? -at - 1 : at;
        }
        return starts;
    }

    private void copyRows(SparseRows x, int[] inputOf, int t, int[] position) {
        for (int i = taskStart[t]; i < taskStart[t + 1]; i++) {
            int at = segments[i * views];
            int k = x.start(inputOf[i]);
            int end = x.end(inputOf[i]);
            for (int v = 0; v < views; v++) {
                double norm = 0;
                for (; k < end && x.indices()[k] < columnStart[v + 1]; k++, at++) {
                    double value = x.values()[k];
                    local[at] = position[x.indices()[k]];
                    values[at] = value;
                    norm += value * value;
                }
                norms[i * views + v] = norm;
                segments[i * views + v + 1] = at;
            }
        }
    }

    int rows() {
        return taskStart[taskStart.length - 1];
    }

    int tasks() {
        return columns.length;
    }

    /** Local columns of task t in view v. */
    int width(int t, int v) {
        return viewStart[t][v + 1] - viewStart[t][v];
    }

    int widest() {
        return Arrays.stream(columns).mapToInt(c -> c.length).max().orElse(0);
    }

    /** Row i in view v times local weights. */
    double dot(int i, int v, double[] weights) {
        double sum = 0;
        for (int k = segments[i * views + v], end = segments[i * views + v + 1]; k < end; k++) {
            sum += values[k] * weights[local[k]];
        }
        return sum;
    }

    /** weights += factor * row i in view v. */
    void addInto(double[] weights, int i, int v, double factor) {
        for (int k = segments[i * views + v], end = segments[i * views + v + 1]; k < end; k++) {
            weights[local[k]] += factor * values[k];
        }
    }

    /** Memory held here and nowhere else, in bytes. */
    long bytes() {
        long bytes =
                4L * segments.length + 4L * local.length + 8L * norms.length + (sharesValues ? 0 : 8L * values.length);
        for (int[] list : columns) {
            bytes += 4L * list.length;
        }
        return bytes;
    }

    /** At most what {@link #bytes} will say, known before anything is built. */
    static long bytesAhead(SparseRows x, int views, int[] inputOf) {
        long entries = entries(x, inputOf);
        return 16 * entries + 12L * views * inputOf.length + 8L * x.cols();
    }
}
