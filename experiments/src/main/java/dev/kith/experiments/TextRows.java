package dev.kith.experiments;

import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.SparseInputs;
import dev.kith.data.table.Tables;
import dev.kith.linalg.SparseRows;
import java.nio.file.Path;

/** Documents as rows of word counts brought to unit length, each with a task (user, domain) and a label of -1 or +1. */
record TextRows(Dataset data, SparseRows rows) {
    static TextRows read(Path file) {
        Dataset data = Tables.read(file).dataset(Roles.none()).asClasses();
        SparseRows rows = ((SparseInputs) data.inputs()).values();
        double[] values = rows.values();
        for (int i = 0; i < rows.rows(); i++) {
            double sum = 0;
            for (int k = rows.start(i); k < rows.end(i); k++) {
                sum += values[k] * values[k];
            }
            for (int k = rows.start(i); k < rows.end(i); k++) {
                values[k] /= Math.sqrt(sum);
            }
        }
        return new TextRows(data, rows);
    }

    int size() {
        return data.size();
    }
}
