package dev.kith.export.onnx;

import java.util.Arrays;
import java.util.List;

/** All tasks of models that look at one task per row: every row is asked once per task. */
final class EveryTask {
    private EveryTask() {}

    /** rows x tasks, by {@link Functions#own}. */
    static Value of(Maths maths, Functions functions, Value x, int tasks) {
        Graph graph = maths.graph();
        long[] positions = new long[tasks];
        Arrays.setAll(positions, t -> t);
        // row i as rows i T ... i T + T - 1: a dimension of size 1 is repeated, then laid out
        Value rows = graph.make("Shape", List.of(x));
        Value repeated = maths.expand(maths.unsqueeze(x, 1), 1, tasks, 1);
        Value width = maths.rows(rows, graph.list(1));
        Value asked = graph.make("Reshape", List.of(repeated, maths.concat(List.of(graph.list(-1), width), 0)));
        Value count = maths.rows(rows, graph.list(0));
        Value shape = maths.concat(List.of(count, graph.list(tasks)), 0);
        Value each = graph.make("Expand", List.of(graph.wholes(positions, 1, tasks), shape));
        return maths.reshape(functions.own(asked, maths.reshape(each, -1)), -1, tasks);
    }
}
