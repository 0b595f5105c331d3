package dev.kith.mkl;

import dev.kith.linalg.SparseRows;
import java.util.Arrays;

/**
 * Explicit sparse rows laid out for visits task by task: the rows of a task stand together as {@link TaskRows}, and their
 * columns are renumbered within the task. Values are not copied.
 */
final class TaskBlocks {
    final int views;

    /** The columns of view v are those from {@code columnStart[v]} to {@code columnStart[v + 1]}. */
    final int[] columnStart;

    final int[] taskStart;

    /** Squared length of row i in view v, at i * views + v. */
    final double[] norms;

    /** The columns of each task, ascending; local column j of task t is {@code columns[t][j]}. */
    final int[][] columns;

    /** Where view v begins among the local columns of task t. */
    final int[][] viewStart;

    private final TaskRows[] blocks;

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
        norms = new double[Math.multiplyExact(inputOf.length, views)];
        int tasks = taskStart.length - 1;
        columns = new int[tasks][];
        viewStart = new int[tasks][];
        blocks = new TaskRows[tasks];
        ColumnSet set = new ColumnSet(x.cols());
        for (int t = 0; t < tasks; t++) {
            addRows(set, x, inputOf, taskStart[t], taskStart[t + 1]);
            set.count();
            columns[t] = set.toArray();
            viewStart[t] = viewStarts(columns[t]);
            blocks[t] = index(t, x, inputOf, set);
            set.clear();
        }
    }

    /** Puts the columns of some rows into the set; returns how many entries they have. */
    private static long addRows(ColumnSet set, SparseRows x, int[] inputOf, int from, int to) {
        long entries = 0;
        for (int i = from; i < to; i++) {
            set.addAll(x.indices(), x.start(inputOf[i]), x.end(inputOf[i]));
            entries += x.end(inputOf[i]) - x.start(inputOf[i]);
        }
        if (entries > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a task may have at most 2^31 feature values, got " + entries);
        }
        return entries;
    }

    private int[] viewStarts(int[] sorted) {
        int[] starts = new int[views + 1];
        for (int v = 1; v <= views; v++) {
            int at = Arrays.binarySearch(sorted, columnStart[v]);
            starts[v] = at < 0 ? -at - 1 : at;
        }
        return starts;
    }

    private TaskRows index(int t, SparseRows x, int[] inputOf, ColumnSet set) {
        int first = taskStart[t];
        int rows = taskStart[t + 1] - first;
        int[] starts = new int[rows * views + 1];
        int[] valueStarts = new int[rows];
        for (int i = 0; i < rows; i++) {
            int k = x.start(inputOf[first + i]);
            valueStarts[i] = k;
            for (int v = 0; v < views; v++) {
                int from = k;
                double norm = 0;
                for (int end = x.end(inputOf[first + i]); k < end && x.indices()[k] < columnStart[v + 1]; k++) {
                    norm += x.values()[k] * x.values()[k];
                }
                norms[(first + i) * views + v] = norm;
                starts[i * views + v + 1] = starts[i * views + v] + k - from;
            }
        }
        TaskRows block = new TaskRows(views, columns[t].length, starts, valueStarts, x.values());
        for (int i = 0; i < rows; i++) {
            int shift = valueStarts[i] - starts[i * views];
            for (int k = starts[i * views], end = starts[(i + 1) * views]; k < end; k++) {
                block.setColumn(k, set.rank(x.indices()[k + shift]));
            }
        }
        return block;
    }

    int rows() {
        return taskStart[taskStart.length - 1];
    }

    int tasks() {
        return blocks.length;
    }

    TaskRows rows(int t) {
        return blocks[t];
    }

    /** Local columns of task t in view v. */
    int width(int t, int v) {
        return viewStart[t][v + 1] - viewStart[t][v];
    }

    int widest() {
        return Arrays.stream(columns).mapToInt(c -> c.length).max().orElse(0);
    }

    /** Memory held here and nowhere else, in bytes. */
    long bytes() {
        long bytes = 8L * norms.length;
        for (int t = 0; t < blocks.length; t++) {
            bytes += 4L * columns[t].length + blocks[t].bytes(columns[t].length);
        }
        return bytes;
    }

    /** What {@link #bytes} will say, known before anything is built. */
    static long bytesAhead(SparseRows x, int views, int[] taskStart, int[] inputOf) {
        ColumnSet set = new ColumnSet(x.cols());
        long bytes = 8L * views * inputOf.length;
        for (int t = 0; t + 1 < taskStart.length; t++) {
            long entries = addRows(set, x, inputOf, taskStart[t], taskStart[t + 1]);
            int width = set.count();
            set.clear();
            bytes += 4L * width + TaskRows.bytes(taskStart[t + 1] - taskStart[t], views, width, entries);
        }
        return bytes;
    }
}
