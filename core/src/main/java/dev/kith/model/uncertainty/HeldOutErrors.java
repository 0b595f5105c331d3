package dev.kith.model.uncertainty;

import dev.kith.data.shape.Shapes;
import dev.kith.linalg.Matrix;
import java.util.List;

/**
 * How far a method missed labels it was not trained on: for every task the scale of its errors, in the label's units, and
 * the table of |error| / scale.
 *
 * @param scale 1 x T, &gt; 0
 * @param tasks one table for each task, empty where nothing was held out
 * @param joint of rows with labels of all tasks, the largest |error| / scale in the row; empty if there are none
 */
public record HeldOutErrors(Matrix scale, List<ErrorTable> tasks, ErrorTable joint) {
    public HeldOutErrors {
        tasks = List.copyOf(tasks);
        Shapes.require("scale of errors", scale, 1, tasks.size());
        Shapes.requirePositive("scale of errors", scale);
    }
}
