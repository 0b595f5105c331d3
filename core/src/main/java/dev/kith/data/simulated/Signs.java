package dev.kith.data.simulated;

import dev.kith.data.Columns;
import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import java.util.Arrays;
import java.util.List;

/** Long data of two classes called -1 and 1. */
final class Signs {
    private Signs() {}

    static Dataset dataset(Inputs inputs, List<String> tasks, int[] taskOf, double[] labels) {
        int[] rows = new int[labels.length];
        Arrays.setAll(rows, i -> i);
        return Dataset.of(inputs, tasks, rows, taskOf, labels, null, List.of("-1", "1"))
                .withColumns(Columns.LONG);
    }
}
