package dev.kith.mkl;

import dev.kith.ascent.node.TaskBlocks;
import dev.kith.data.DataException;
import dev.kith.data.FileInputs;
import dev.kith.data.Inputs;
import dev.kith.kernel.FeatureMap;
import dev.kith.linalg.SparseRows;
import dev.kith.mkl.disk.PieceFile;
import dev.kith.mkl.disk.PieceWriter;
import dev.kith.mkl.disk.RowSorter;
import dev.kith.mkl.disk.ScratchFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Task blocks of inputs left in a file: explicit features of a batch at a time are sorted by task on disk, then merged
 * task by task into pieces. In memory are a buffer, and what {@link TaskBlocks} knows of columns and rows.
 */
final class StoredBlocks {
    private final MklProblem problem;
    private final FeatureMap map;
    private final Path directory;
    private final long buffer;

    /**
     * @param directory where temporary files go
     * @param buffer bytes of a piece at most, and of what is sorted at once
     */
    StoredBlocks(MklProblem problem, FeatureMap map, Path directory, long buffer) {
        this.problem = problem;
        this.map = map;
        this.directory = directory;
        this.buffer = buffer;
    }

    /**
     * @param scaling what comes before the feature map
     * @param memory beyond so many bytes of column lists they are counted only, and the fit is refused
     */
    TaskBlocks build(FileInputs inputs, UnaryOperator<Inputs> scaling, long memory) {
        Progress done = new Progress(problem.inputOf.length);
        try (ScratchFile runs = new ScratchFile(directory)) {
            RowSorter sorter = new RowSorter(runs, buffer);
            int[] rowsByInput = rowsByInput(inputs.rows());
            int[] firstRow = firstRows(inputs.rows());
            inputs.forEachBatch((batch, first) -> {
                SparseRows x = map.rows(scaling.apply(batch));
                for (int i = 0; i < x.rows(); i++) {
                    for (int k = firstRow[first + i]; k < firstRow[first + i + 1]; k++) {
                        done.add(x.end(i) - x.start(i));
                        add(sorter, rowsByInput[k], x, i);
                    }
                }
            });
            return pieces(sorter.merged(), memory);
        } catch (UncheckedIOException e) {
            throw full(Objects.requireNonNull(e.getCause()), done);
        } catch (IOException e) {
            throw full(e, done);
        }
    }

    private static void add(RowSorter sorter, int row, SparseRows x, int i) {
        try {
            sorter.add(row, x, i);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How far sorting has come, for messages. */
    private static final class Progress {
        private final int all;
        private int rows;
        private long bytes;

        Progress(int all) {
            this.all = all;
        }

        void add(int entries) {
            rows++;
            bytes += 8 + 12L * entries;
        }

        /** Runs and pieces stand side by side for a while. */
        long needed() {
            return Math.round(2.0 * bytes / Math.max(1, rows) * all);
        }
    }

    private DataException full(IOException e, Progress done) {
        String free;
        try {
            free = MemoryPlan.size(Files.getFileStore(directory).getUsableSpace());
        } catch (IOException unknown) {
            free = "an unknown size";
        }
        return new DataException(
                directory + ": cannot keep the data there: " + e.getMessage() + "; about "
                        + MemoryPlan.size(done.needed()) + " are needed and " + free
                        + " are free; set TMPDIR to a directory with more room, or allow more memory",
                e);
    }

    /** Rows in the order of the inputs behind them; those of input i begin at {@link #firstRows}[i]. */
    private int[] rowsByInput(int inputs) {
        int[] next = firstRows(inputs);
        int[] rows = new int[problem.inputOf.length];
        for (int row = 0; row < rows.length; row++) {
            rows[next[problem.inputOf[row]]++] = row;
        }
        return rows;
    }

    private int[] firstRows(int inputs) {
        int[] first = new int[inputs + 1];
        for (int input : problem.inputOf) {
            first[input + 1]++;
        }
        for (int i = 0; i < inputs; i++) {
            first[i + 1] += first[i];
        }
        return first;
    }

    private TaskBlocks pieces(RowSorter.Merged rows, long memory) throws IOException {
        int[] columnStart = map.starts();
        int views = columnStart.length - 1;
        int tasks = problem.taskStart.length - 1;
        int[][] columns = new int[tasks][];
        int[] taskPiece = new int[tasks + 1];
        double[] norms = new double[Math.multiplyExact(problem.inputOf.length, views)];
        PieceFile file = new PieceFile(new ScratchFile(directory), views);
        try {
            PieceWriter writer = new PieceWriter(file, columnStart, norms, buffer);
            long listed = 0;
            for (int t = 0; t < tasks; t++) {
                for (int row = problem.taskStart[t]; row < problem.taskStart[t + 1]; row++) {
                    writer.add(row, rows.next());
                }
                int[] known = writer.endTask();
                listed += 4L * known.length;
                columns[t] = listed <= memory ? known : new int[0];
                taskPiece[t + 1] = file.size();
            }
            new MemoryPlan(listed + 8L * norms.length, 0, 0, 0, 0, 0, true).requireWithin(memory);
            int[] pieceStart = Arrays.copyOf(writer.pieceStart(), file.size() + 1);
            return new TaskBlocks(columnStart, problem.taskStart, pieceStart, taskPiece, norms, columns, file);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }
}
