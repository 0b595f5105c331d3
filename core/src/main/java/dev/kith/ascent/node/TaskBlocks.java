package dev.kith.ascent.node;

import dev.kith.linalg.SparseRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Explicit sparse rows laid out for visits task by task: the rows of a task stand together in one or several pieces, and
 * their columns are renumbered within the task. What every task knows of its columns and rows is in memory; the pieces
 * themselves may be in a file.
 */
public final class TaskBlocks implements AutoCloseable {
    public final int views;

    /** The columns of view v are those from {@code columnStart[v]} to {@code columnStart[v + 1]}. */
    public final int[] columnStart;

    public final int[] taskStart;

    /** The first row of every piece, then the number of rows. */
    public final int[] pieceStart;

    /** The first piece of every task, then the number of pieces. */
    public final int[] taskPiece;

    /** Squared length of row i in view v, at i * views + v. */
    public final double[] norms;

    /** The columns of each task, ascending; local column j of task t is {@code columns[t][j]}. */
    public final int[][] columns;

    /** Where view v begins among the local columns of task t. */
    final int[][] viewStart;

    private RowPieces pieces;

    public TaskBlocks(
            int[] columnStart,
            int[] taskStart,
            int[] pieceStart,
            int[] taskPiece,
            double[] norms,
            int[][] columns,
            RowPieces pieces) {
        views = columnStart.length - 1;
        this.columnStart = columnStart;
        this.taskStart = taskStart;
        this.pieceStart = pieceStart;
        this.taskPiece = taskPiece;
        this.norms = norms;
        this.columns = columns;
        this.pieces = pieces;
        viewStart = new int[columns.length][];
        for (int t = 0; t < columns.length; t++) {
            viewStart[t] = viewStarts(columns[t]);
        }
    }

    /**
     * Rows in memory, one piece a task; values are not copied.
     *
     * @param x all inputs over all columns, the views side by side
     * @param columnStart first column of every view, then the number of columns
     * @param taskStart first row of every task, then the number of rows
     * @param inputOf the input behind each row
     * @param own bytes of {@code x} that are there for this fit alone
     */
    public static TaskBlocks of(SparseRows x, int[] columnStart, int[] taskStart, int[] inputOf, long own) {
        int views = columnStart.length - 1;
        int tasks = taskStart.length - 1;
        double[] norms = new double[Math.multiplyExact(inputOf.length, views)];
        int[][] columns = new int[tasks][];
        List<TaskRows> pieces = new ArrayList<>();
        ColumnSet set = new ColumnSet(x.cols());
        long bytes = own;
        for (int t = 0; t < tasks; t++) {
            int[] inputs = Arrays.copyOfRange(inputOf, taskStart[t], taskStart[t + 1]);
            long entries = addRows(set, x, inputOf, taskStart[t], taskStart[t + 1]);
            set.count();
            columns[t] = set.toArray();
            pieces.add(index(x, columnStart, inputs, set, columns[t].length, norms, taskStart[t]));
            bytes += TaskRows.bytes(inputs.length, views, columns[t].length, entries);
            set.clear();
        }
        int[] each = new int[tasks + 1];
        Arrays.setAll(each, t -> t);
        return new TaskBlocks(
                columnStart, taskStart, taskStart, each, norms, columns, new RowPieces.InMemory(pieces, bytes));
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

    /** The given inputs as the rows of a task, their squared lengths written to {@code norms} from row {@code first} on. */
    private static TaskRows index(
            SparseRows x, int[] columnStart, int[] inputs, ColumnSet set, int width, double[] norms, int first) {
        int views = columnStart.length - 1;
        int rows = inputs.length;
        int[] starts = new int[rows * views + 1];
        int[] valueStarts = new int[rows];
        for (int i = 0; i < rows; i++) {
            int k = x.start(inputs[i]);
            valueStarts[i] = k;
            for (int v = 0; v < views; v++) {
                int to = viewEnd(x.indices(), k, x.end(inputs[i]), columnStart[v + 1]);
                norms[(first + i) * views + v] = square(x.values(), k, to);
                starts[i * views + v + 1] = starts[i * views + v] + to - k;
                k = to;
            }
        }
        TaskRows block = new TaskRows(rows, views, width, starts, valueStarts, x.values());
        for (int i = 0; i < rows; i++) {
            int shift = valueStarts[i] - starts[i * views];
            for (int k = starts[i * views], end = starts[(i + 1) * views]; k < end; k++) {
                block.setColumn(k, set.rank(x.indices()[k + shift]));
            }
        }
        return block;
    }

    /** Where the entries from {@code from} on reach column {@code limit}, or {@code end}. */
    public static int viewEnd(int[] columns, int from, int end, int limit) {
        int k = from;
        while (k < end && columns[k] < limit) {
            k++;
        }
        return k;
    }

    public static double square(double[] values, int from, int to) {
        double sum = 0;
        for (int k = from; k < to; k++) {
            sum += values[k] * values[k];
        }
        return sum;
    }

    public int rows() {
        return taskStart[taskStart.length - 1];
    }

    public int tasks() {
        return columns.length;
    }

    public RowPieces.Reader reader() {
        return pieces.reader();
    }

    public long readerBytes() {
        return pieces.readerBytes();
    }

    /** Bytes of rows on disk, 0 when they are in memory. */
    public long fileBytes() {
        return pieces.fileBytes();
    }

    /** What the pieces take, or would take, in memory. */
    public long bytesInMemory() {
        return pieces.bytesInMemory();
    }

    /** Brings the pieces into memory. */
    public void load() {
        pieces = pieces.load();
    }

    /** Local columns of task t in view v. */
    int width(int t, int v) {
        return viewStart[t][v + 1] - viewStart[t][v];
    }

    public int widest() {
        return Arrays.stream(columns).mapToInt(c -> c.length).max().orElse(0);
    }

    /** Memory held here and nowhere else, in bytes. */
    public long bytes() {
        long bytes = 8L * norms.length + pieces.bytes();
        for (int[] of : columns) {
            bytes += 4L * of.length;
        }
        return bytes;
    }

    /** What {@link #bytes} will say of rows in memory, known before anything is built. */
    public static long bytesAhead(SparseRows x, int views, int[] taskStart, int[] inputOf) {
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

    @Override
    public void close() {
        release();
    }

    /** Lets go of the pieces; what is known of columns stays. */
    public void release() {
        pieces.close();
        pieces = new RowPieces.InMemory(List.of(), 0);
    }
}
