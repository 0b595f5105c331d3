package dev.kith.data;

import dev.kith.linalg.Matrix;
import java.util.List;

/**
 * A matrix with named columns and, unless {@code rows} is empty, named rows.
 *
 * @param corner what the rows are, the header above their names: {@code task}
 */
public record NamedMatrix(String corner, List<String> rows, List<String> cols, Matrix values) {
    public NamedMatrix {
        rows = List.copyOf(rows);
        cols = List.copyOf(cols);
        if ((!rows.isEmpty() && rows.size() != values.rows()) || cols.size() != values.cols()) {
            throw new IllegalArgumentException("a " + values.rows() + " x " + values.cols() + " matrix cannot have "
                    + rows.size() + " row and " + cols.size() + " column names");
        }
    }

    /** A task x task matrix. */
    public static NamedMatrix ofTasks(List<String> tasks, Matrix values) {
        return new NamedMatrix("task", tasks, tasks, values);
    }

    /** A matrix whose rows have no names. */
    public static NamedMatrix ofColumns(List<String> cols, Matrix values) {
        return new NamedMatrix("", List.of(), cols, values);
    }
}
