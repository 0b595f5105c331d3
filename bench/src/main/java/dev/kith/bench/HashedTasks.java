package dev.kith.bench;

import dev.kith.data.Dataset;
import dev.kith.data.Names;
import dev.kith.data.SparseInputs;
import dev.kith.linalg.SparseRows;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Rows as hashed text makes them: 50 columns of 2^20 each, columns drawn with frequencies that fall like those of words,
 * rows of unit length, labels from shared weights plus weights of the task's own.
 */
final class HashedTasks {
    static final int BITS = 20;
    private static final int COLUMNS = 1 << BITS;
    private static final int PER_ROW = 50;

    /** 1 / sqrt(50), to as many digits as are written to files. */
    private static final double VALUE = 0.14142136;

    private static final long MIX = 0x9E3779B97F4A7C15L;

    private HashedTasks() {}

    static Dataset draw(int rows, int tasks, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] starts = new int[rows + 1];
        int[] columns = new int[rows * PER_ROW];
        double[] values = new double[rows * PER_ROW];
        Arrays.fill(values, VALUE);
        double[] labels = new double[rows];
        int[] taskOf = new int[rows];
        for (int i = 0; i < rows; i++) {
            taskOf[i] = (int) ((long) i * tasks / rows);
            starts[i + 1] = starts[i] + PER_ROW;
            drawColumns(columns, starts[i], random);
            double z = 0.05 * (random.nextDouble() - 0.5);
            for (int k = starts[i]; k < starts[i + 1]; k++) {
                z += VALUE * (weight(columns[k], 0) + 0.7 * weight(columns[k], taskOf[i] + 1));
            }
            labels[i] = z > 0 ? 1 : -1;
        }
        SparseRows x = new SparseRows(COLUMNS, starts, columns, values);
        return Dataset.ofLong(
                new SparseInputs(x, Names.numbered("h", COLUMNS)), Names.numbered("task", tasks), taskOf, labels);
    }

    /** Distinct columns, ascending. */
    private static void drawColumns(int[] columns, int from, SplittableRandom random) {
        int size = 0;
        while (size < PER_ROW) {
            // log(rank) ^ (1 / 0.6) uniform: half of the draws come from 1% of the columns.
            double power = Math.pow(COLUMNS, Math.pow(random.nextDouble(), 0.6));
            long rank = (long) Math.min(COLUMNS - 1, power - 1);
            int column = (int) ((rank * 2654435761L) & (COLUMNS - 1));
            int at = Arrays.binarySearch(columns, from, from + size, column);
            if (at < 0) {
                System.arraycopy(columns, -at - 1, columns, -at, from + size++ + at + 1);
                columns[-at - 1] = column;
            }
        }
    }

    /** A fixed number in [-0.5, 0.5) for every column and task. */
    private static double weight(int column, int task) {
        long h = (column + 1L) * MIX ^ (task + 1L) * 0xBF58476D1CE4E5B9L;
        h = (h ^ (h >>> 29)) * MIX;
        return (h >>> 40) / (double) (1 << 24) - 0.5;
    }

    /** The rows for LIBLINEAR: as they are, or with a copy of every column that occurs in the row's task behind them. */
    static void write(Dataset data, boolean augmented, Path file) throws IOException {
        SparseRows x = ((SparseInputs) data.inputs()).values();
        int[] copyOf = new int[COLUMNS];
        int[] knownTo = new int[COLUMNS];
        int next = COLUMNS;
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < x.rows(); i++) {
                line.setLength(0);
                line.append(data.label(i) > 0 ? "+1" : "-1");
                for (int k = x.start(i); k < x.end(i); k++) {
                    append(line, x.indices()[k], x.values()[k]);
                }
                if (augmented) {
                    int[] copies = new int[x.end(i) - x.start(i)];
                    for (int k = 0; k < copies.length; k++) {
                        int column = x.indices()[x.start(i) + k];
                        if (knownTo[column] != data.task(i) + 1) {
                            knownTo[column] = data.task(i) + 1;
                            copyOf[column] = next++;
                        }
                        copies[k] = copyOf[column];
                    }
                    Arrays.sort(copies); // values of a row are all the same
                    for (int k = 0; k < copies.length; k++) {
                        append(line, copies[k], x.values()[x.start(i) + k]);
                    }
                }
                out.append(line.append('\n'));
            }
        }
    }

    /** The rows as {@code kith} reads them, the tasks in turn. */
    static void writeTasks(Dataset data, Path file) throws IOException {
        SparseRows x = ((SparseInputs) data.inputs()).values();
        int stride = x.rows() / data.taskCount();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            StringBuilder line = new StringBuilder();
            for (int k = 0; k < stride * data.taskCount(); k++) {
                int i = k % data.taskCount() * stride + k / data.taskCount();
                line.setLength(0);
                line.append(data.label(i) > 0 ? "+1" : "-1")
                        .append(" qid:")
                        .append(data.tasks().get(data.task(i)));
                for (int e = x.start(i); e < x.end(i); e++) {
                    append(line, x.indices()[e], x.values()[e]);
                }
                out.append(line.append('\n'));
            }
        }
    }

    private static void append(StringBuilder line, int column, double value) {
        line.append(' ').append(column + 1).append(':').append(value);
    }
}
