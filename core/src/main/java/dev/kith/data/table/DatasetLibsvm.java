package dev.kith.data.table;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.StringInputs;
import java.io.IOException;
import java.io.Writer;

/**
 * Writes data sets in the LIBSVM layout, a line per observation: {@code label qid:TASK index:value ...}, indices from 1
 * in the order of the features, zeros left out. Numbers read back to the same bits; names of features and weights have
 * no place in this layout.
 */
public final class DatasetLibsvm {
    private DatasetLibsvm() {}

    /** Flushes, and does not close, {@code out}. */
    public static void write(Dataset data, Writer out) throws IOException {
        requireWritable(data);
        StringBuilder line = new StringBuilder();
        for (int o = 0; o < data.size(); o++) {
            line.setLength(0);
            line.append(DatasetCsv.number(data.label(o)))
                    .append(" qid:")
                    .append(data.tasks().get(data.task(o)));
            append(line, data.inputs(), data.row(o));
            out.append(line.append('\n'));
        }
        out.flush();
    }

    private static void requireWritable(Dataset data) {
        if (data.inputs() instanceof StringInputs) {
            throw new DataException("LIBSVM files hold numeric features, got strings");
        }
        if (data.weighted()) {
            throw new DataException("LIBSVM files have no place for weights, write CSV");
        }
        for (String task : data.tasks()) {
            if (task.isEmpty() || task.chars().anyMatch(c -> Character.isWhitespace(c) || c == '#')) {
                throw new DataException(
                        "a task in a LIBSVM file must have a name without spaces and #, got '" + task + "'");
            }
        }
    }

    private static void append(StringBuilder line, Inputs inputs, int row) {
        if (inputs instanceof SparseInputs sparse) {
            for (int k = sparse.values().start(row); k < sparse.values().end(row); k++) {
                append(line, sparse.values().indices()[k], sparse.values().values()[k]);
            }
        } else if (inputs instanceof DenseInputs dense) {
            for (int j = 0; j < dense.values().cols(); j++) {
                append(line, j, dense.values().get(row, j));
            }
        }
    }

    private static void append(StringBuilder line, int feature, double value) {
        if (value != 0) {
            line.append(' ').append(feature + 1).append(':').append(DatasetCsv.number(value));
        }
    }
}
