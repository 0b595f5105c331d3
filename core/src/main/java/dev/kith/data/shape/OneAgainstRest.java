package dev.kith.data.shape;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import java.util.Arrays;
import java.util.List;

/** Several classes as tasks: one for each class, whose label says of every row whether it belongs to the class. */
public final class OneAgainstRest {
    private static final List<String> LABELS = List.of("other", "this");

    private OneAgainstRest() {}

    /** One task per class, from one observation per row, of the task that is its class. */
    public static Dataset of(Dataset members) {
        int classes = members.taskCount();
        if (classes < 2) {
            throw new DataException(members.source().name() + ": all rows are of class '"
                    + members.tasks().get(0) + "', at least two classes are needed");
        }
        int size = Math.multiplyExact(members.size(), classes);
        int[] rows = new int[size];
        int[] tasks = new int[size];
        double[] labels = new double[size];
        double[] weights = new double[size];
        for (int o = 0; o < size; o++) {
            int member = o / classes;
            rows[o] = members.row(member);
            tasks[o] = o % classes;
            labels[o] = members.task(member) == tasks[o] ? 1 : -1;
            weights[o] = members.weight(member);
        }
        int[] from = new int[members.inputs().rows()];
        Arrays.setAll(from, members::sourceRow);
        return Dataset.of(
                        members.inputs(),
                        members.tasks(),
                        rows,
                        tasks,
                        labels,
                        members.weighted() ? weights : null,
                        LABELS)
                .withSource(members.source(), from)
                .withColumns(members.columns());
    }
}
