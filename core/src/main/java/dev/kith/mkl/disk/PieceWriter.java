package dev.kith.mkl.disk;

import dev.kith.ascent.node.ColumnSet;
import dev.kith.ascent.node.RowPieces;
import dev.kith.ascent.node.TaskBlocks;
import dev.kith.ascent.node.TaskRows;
import java.io.IOException;
import java.util.Arrays;

/**
 * Writes rows, task by task, as pieces. The columns of a task can be renumbered only when all of them are known: a task
 * of several pieces has them written a second time.
 */
public final class PieceWriter {
    /** More columns than a task can have: not renumbered. */
    private static final int UNNUMBERED = Integer.MAX_VALUE;

    private final PieceFile file;
    private final int[] columnStart;
    private final double[] norms;
    private final int views;
    private final int mostEntries;
    private final ColumnSet set;
    private int[] pieceStart = new int[64];
    private int firstPiece;

    private int rows;
    private int[] starts = new int[64];
    private int[] columns = new int[64];
    private double[] values = new double[64];

    /** @param norms where squared lengths of rows go, row by row and view by view */
    public PieceWriter(PieceFile file, int[] columnStart, double[] norms, long pieceBytes) {
        this.file = file;
        this.columnStart = columnStart;
        this.norms = norms;
        views = columnStart.length - 1;
        mostEntries = (int) Math.min(1 << 27, Math.max(1, pieceBytes / 12));
        set = new ColumnSet(columnStart[views]);
    }

    /** Takes the next row of the task. */
    public void add(int row, RowSorter.Head x) throws IOException {
        if (x.row() != row) {
            throw new IllegalStateException("row " + row + " was expected, got " + x.row());
        }
        int size = x.to() - x.from();
        int held = starts[rows * views];
        if (rows > 0 && held + size > mostEntries) {
            endPiece(UNNUMBERED);
            held = 0;
        }
        grow(held + size);
        set.addAll(x.columns(), x.from(), x.to());
        System.arraycopy(x.columns(), x.from(), columns, held, size);
        System.arraycopy(x.values(), x.from(), values, held, size);
        int k = x.from();
        for (int v = 0; v < views; v++) {
            int to = TaskBlocks.viewEnd(x.columns(), k, x.to(), columnStart[v + 1]);
            norms[row * views + v] = TaskBlocks.square(x.values(), k, to);
            starts[rows * views + v + 1] = starts[rows * views + v] + to - k;
            k = to;
        }
        rows++;
    }

    private void grow(int entries) {
        if ((rows + 1) * views + 1 > starts.length) {
            starts = Arrays.copyOf(starts, 2 * ((rows + 1) * views + 1));
        }
        if (entries > columns.length) {
            int longer = (int) Math.min(Math.max(mostEntries, entries), 2L * entries);
            columns = Arrays.copyOf(columns, longer);
            values = Arrays.copyOf(values, longer);
        }
    }

    private void endPiece(int width) throws IOException {
        if (width != UNNUMBERED) {
            renumber(starts[rows * views]);
        }
        int piece = file.size();
        file.append(piece(width), width);
        if (piece + 2 > pieceStart.length) {
            pieceStart = Arrays.copyOf(pieceStart, 2 * (piece + 2));
        }
        pieceStart[piece + 1] = pieceStart[piece] + rows;
        rows = 0;
    }

    private void renumber(int entries) {
        for (int k = 0; k < entries; k++) {
            columns[k] = set.rank(columns[k]);
        }
    }

    /** What is held, as a piece. */
    private TaskRows piece(int width) {
        int entries = starts[rows * views];
        char[] narrow = new char[TaskRows.narrow(width) ? entries : 0];
        for (int k = 0; k < narrow.length; k++) {
            narrow[k] = (char) columns[k];
        }
        return new TaskRows(rows, views, width, starts, new int[0], narrow, columns, values);
    }

    /** Ends the task; returns its columns, ascending. */
    public int[] endTask() throws IOException {
        int width = set.count();
        int[] known = set.toArray();
        if (file.size() == firstPiece) {
            if (rows > 0) {
                endPiece(width);
            }
        } else {
            endPiece(UNNUMBERED);
            RowPieces.Reader raw = file.reader();
            for (int piece = firstPiece; piece < file.size(); piece++) {
                take(raw.read(piece));
                renumber(starts[rows * views]);
                file.replace(piece, piece(width), width);
            }
            rows = 0;
        }
        firstPiece = file.size();
        set.clear();
        return known;
    }

    private void take(TaskRows raw) {
        rows = raw.rows;
        System.arraycopy(raw.starts, 0, starts, 0, rows * views + 1);
        System.arraycopy(raw.wide, 0, columns, 0, raw.entries());
        System.arraycopy(raw.values, 0, values, 0, raw.entries());
    }

    /** The first row of every piece, then the number of rows; perhaps more behind. */
    public int[] pieceStart() {
        return pieceStart;
    }
}
