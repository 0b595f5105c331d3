package dev.kith.mkl.disk;

import dev.kith.linalg.SparseRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Sorts numbered sparse rows that do not fit memory: as many as the buffer holds are sorted and written as a run, and the
 * runs are merged when all rows are there. Memory: the buffer, whatever the number of rows.
 *
 * <p>A run stands in the file as the numbers of its rows and their lengths in turn, then all columns, then all values.
 */
public final class RowSorter {
    private static final int STAGE = 1 << 14;
    private static final int MOST_AHEAD = 4096;

    private final ScratchFile file;
    private final int[] columns;
    private final double[] values;
    private final List<Run> runs = new ArrayList<>();
    private final int[] stagedColumns = new int[STAGE];
    private final double[] stagedValues = new double[STAGE];

    /** Row number and place in the buffer of the rows held, and where each place begins. */
    private long[] keys = new long[1024];

    private int[] starts = new int[1025];
    private int held;

    private record Run(int rows, long heads, long columns, long values) {}

    /** @param bytes memory of the buffer, apart from some of every row */
    public RowSorter(ScratchFile file, long bytes) {
        this.file = file;
        int entries = (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(16, bytes / 12));
        columns = new int[entries];
        values = new double[entries];
    }

    /** Takes row i of {@code x} as row number {@code row} of all. */
    public void add(int row, SparseRows x, int i) throws IOException {
        int size = x.end(i) - x.start(i);
        if (size > columns.length) {
            throw new IllegalArgumentException("a row may have at most " + columns.length
                    + " feature values with this much memory, got " + size + "; allow more memory");
        }
        if (starts[held] + size > columns.length || held == columns.length) {
            endRun();
        }
        if (held == keys.length) {
            keys = Arrays.copyOf(keys, 2 * held);
            starts = Arrays.copyOf(starts, 2 * held + 1);
        }
        System.arraycopy(x.indices(), x.start(i), columns, starts[held], size);
        System.arraycopy(x.values(), x.start(i), values, starts[held], size);
        starts[held + 1] = starts[held] + size;
        keys[held] = ((long) row << 32) | held++;
    }

    private void endRun() throws IOException {
        if (held == 0) {
            return;
        }
        Arrays.sort(keys, 0, held);
        long at = file.size();
        Run run = new Run(held, at, at + 8L * held, at + 8L * held + 4L * starts[held]);
        int[] heads = new int[2 * held];
        for (int k = 0; k < held; k++) {
            int place = (int) keys[k];
            heads[2 * k] = (int) (keys[k] >>> 32);
            heads[2 * k + 1] = starts[place + 1] - starts[place];
        }
        file.write(run.heads(), heads, heads.length);
        writeEntries(run);
        runs.add(run);
        held = 0;
    }

    private void writeEntries(Run run) throws IOException {
        long toColumns = run.columns();
        long toValues = run.values();
        int staged = 0;
        for (int k = 0; k < held; k++) {
            int place = (int) keys[k];
            for (int e = starts[place]; e < starts[place + 1]; e++) {
                stagedColumns[staged] = columns[e];
                stagedValues[staged++] = values[e];
                if (staged == STAGE) {
                    toColumns = file.write(toColumns, stagedColumns, staged);
                    toValues = file.write(toValues, stagedValues, staged);
                    staged = 0;
                }
            }
        }
        file.write(toColumns, stagedColumns, staged);
        file.write(toValues, stagedValues, staged);
    }

    /** All rows in the order of their numbers. Once; nothing can be added afterwards. */
    public Merged merged() throws IOException {
        endRun();
        return new Merged();
    }

    /** Walks through the rows, a few of every run in memory. */
    public final class Merged {
        private final PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparingInt(Head::row));
        private final ByteBuffer chunk = ScratchFile.newChunk();
        private @Nullable Head current;

        private Merged() throws IOException {
            long all = runs.stream().mapToLong(Run::rows).sum();
            // As much of all runs together as one run holds.
            int share = (int) Math.max(1, Math.min(MOST_AHEAD, all / runs.size() / runs.size()));
            for (Run run : runs) {
                Head head = new Head(run, share);
                head.advance(chunk);
                heads.add(head);
            }
        }

        /** Goes to the next row; there must be one. */
        public Head next() throws IOException {
            if (current != null && current.advance(chunk)) {
                heads.add(current);
            }
            Head head = heads.remove();
            current = head;
            return head;
        }
    }

    /** The next row of a run: entries {@code from} to {@code to} of columns and values. */
    final class Head {
        private final Run run;
        private final int[] numbersAndLengths;
        private int[] columns = {};
        private double[] values = {};
        private int rowsRead;
        private long entriesRead;
        private int ahead;
        private int at;
        private int from;
        private int to;

        private Head(Run run, int share) {
            this.run = run;
            numbersAndLengths = new int[2 * share];
        }

        int row() {
            return numbersAndLengths[2 * at];
        }

        int from() {
            return from;
        }

        int to() {
            return to;
        }

        int[] columns() {
            return columns;
        }

        double[] values() {
            return values;
        }

        private boolean advance(ByteBuffer chunk) throws IOException {
            at++;
            from = to;
            if (at >= ahead && !fill(chunk)) {
                return false;
            }
            to = from + numbersAndLengths[2 * at + 1];
            return true;
        }

        private boolean fill(ByteBuffer chunk) throws IOException {
            ahead = Math.min(numbersAndLengths.length / 2, run.rows() - rowsRead);
            file.read(run.heads() + 8L * rowsRead, numbersAndLengths, 2 * ahead, chunk);
            int entries = 0;
            for (int k = 0; k < ahead; k++) {
                entries += numbersAndLengths[2 * k + 1];
            }
            if (entries > columns.length) {
                columns = new int[entries];
                values = new double[entries];
            }
            file.read(run.columns() + 4 * entriesRead, columns, entries, chunk);
            file.read(run.values() + 8 * entriesRead, values, entries, chunk);
            rowsRead += ahead;
            entriesRead += entries;
            at = 0;
            from = 0;
            return ahead > 0;
        }
    }
}
