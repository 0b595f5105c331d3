package dev.kith.data.table;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.MixedInputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.SparseInputs;
import dev.kith.data.StringInputs;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;

/**
 * Writes data sets and named matrices as CSV, row by row. Numbers are written so that reading them gives the same bits;
 * two-class labels are written as the names of their classes.
 */
public final class DatasetCsv {
    /** The two ways to lay out a data set. */
    public enum Shape {
        /** {@code task,y,x1,...}: a line per observation; a column {@code weight} when there are weights. */
        LONG,
        /** {@code x1,...,task1,task2,...}: a line per input, blank where a label is missing. */
        WIDE
    }

    private DatasetCsv() {}

    /** Writes with the label column of long data called {@code y}. Flushes, and does not close, {@code out}. */
    public static void write(Dataset data, Shape shape, Writer out) throws IOException {
        CsvRecords csv = new CsvRecords(out);
        Columns columns = new Columns(data.inputs());
        if (shape == Shape.LONG) {
            writeLong(data, columns, csv);
        } else {
            writeWide(data, columns, csv);
        }
        csv.flush();
    }

    /** Writes the column names, then the rows, each after its name if it has one. Flushes, and does not close. */
    public static void write(NamedMatrix matrix, Writer out) throws IOException {
        CsvRecords csv = new CsvRecords(out);
        int shift = matrix.rows().isEmpty() ? 0 : 1;
        String[] fields = new String[shift + matrix.cols().size()];
        if (shift == 1) {
            fields[0] = matrix.corner();
        }
        for (int j = 0; j < matrix.cols().size(); j++) {
            fields[shift + j] = matrix.cols().get(j);
        }
        csv.write(fields);
        for (int i = 0; i < matrix.values().rows(); i++) {
            if (shift == 1) {
                fields[0] = matrix.rows().get(i);
            }
            for (int j = 0; j < matrix.values().cols(); j++) {
                fields[shift + j] = number(matrix.values().get(i, j));
            }
            csv.write(fields);
        }
        csv.flush();
    }

    private static void writeLong(Dataset data, Columns columns, CsvRecords csv) {
        int shift = data.weighted() ? 3 : 2;
        String[] fields = new String[shift + columns.count()];
        fields[0] = "task";
        fields[1] = "y";
        if (data.weighted()) {
            fields[2] = "weight";
        }
        columns.writeNames(fields, shift);
        csv.write(fields);
        for (int o = 0; o < data.size(); o++) {
            fields[0] = data.tasks().get(data.task(o));
            fields[1] = label(data, o);
            if (data.weighted()) {
                fields[2] = number(data.weight(o));
            }
            columns.writeRow(fields, shift, data.row(o));
            csv.write(fields);
        }
    }

    private static void writeWide(Dataset data, Columns columns, CsvRecords csv) {
        if (data.weighted()) {
            throw new DataException("weights cannot be written beside wide data, write it long");
        }
        int shift = columns.count();
        String[] fields = new String[shift + data.taskCount()];
        columns.writeNames(fields, 0);
        for (int t = 0; t < data.taskCount(); t++) {
            fields[shift + t] = data.tasks().get(t);
        }
        csv.write(fields);
        int[] order = byRow(data);
        int next = 0;
        for (int i = 0; i < data.inputs().rows(); i++) {
            Arrays.fill(fields, shift, fields.length, "");
            columns.writeRow(fields, 0, i);
            for (; next < order.length && data.row(order[next]) == i; next++) {
                int at = shift + data.task(order[next]);
                if (!fields[at].isEmpty()) {
                    throw new DataException("input " + i + " has two labels for task '"
                            + data.tasks().get(data.task(order[next])) + "', write it long");
                }
                fields[at] = label(data, order[next]);
            }
            csv.write(fields);
        }
    }

    /** Observations in the order of their inputs (a counting sort: stable, linear). */
    private static int[] byRow(Dataset data) {
        int[] next = new int[data.inputs().rows() + 1];
        for (int o = 0; o < data.size(); o++) {
            next[data.row(o) + 1]++;
        }
        for (int i = 1; i < next.length; i++) {
            next[i] += next[i - 1];
        }
        int[] order = new int[data.size()];
        for (int o = 0; o < data.size(); o++) {
            order[next[data.row(o)]++] = o;
        }
        return order;
    }

    private static String label(Dataset data, int o) {
        double label = data.label(o);
        return data.hasClasses(data.task(o)) ? data.classes().orElseThrow().get(label < 0 ? 0 : 1) : number(label);
    }

    /** The shortest usual form that reads back to the same bits. */
    static String number(double value) {
        long whole = (long) value;
        boolean plain = whole == value && Math.abs(whole) < 1_000_000_000_000_000L;
        return plain && Double.doubleToRawLongBits(value) != Double.doubleToRawLongBits(-0.0)
                ? Long.toString(whole)
                : Double.toString(value);
    }

    /** The inputs as text fields. */
    private record Columns(Inputs inputs) {
        int count() {
            return inputs.features().size();
        }

        void writeNames(String[] fields, int from) {
            for (int j = 0; j < count(); j++) {
                fields[from + j] = inputs.features().get(j);
            }
        }

        void writeRow(String[] fields, int from, int row) {
            if (inputs instanceof DenseInputs dense) {
                for (int j = 0; j < count(); j++) {
                    fields[from + j] = number(dense.values().get(row, j));
                }
            } else if (inputs instanceof SparseInputs sparse) {
                Arrays.fill(fields, from, from + count(), "0");
                for (int k = sparse.values().start(row); k < sparse.values().end(row); k++) {
                    fields[from + sparse.values().indices()[k]] =
                            number(sparse.values().values()[k]);
                }
            } else if (inputs instanceof StringInputs strings) {
                fields[from] = strings.values().get(row);
            } else if (inputs instanceof MixedInputs mixed) {
                int d = mixed.numericFeatures();
                for (int j = 0; j < d; j++) {
                    fields[from + j] = number(mixed.numbers().values().get(row, j));
                }
                for (int k = 0; k < mixed.texts().size(); k++) {
                    fields[from + d + k] = mixed.texts().get(k).values().get(row);
                }
            }
        }
    }
}
