package dev.kith.adapt;

import dev.kith.linalg.Matrix;
import java.util.List;

/**
 * How far rows of new tasks were missed when they were left out in turn and predicted by the task that joined without them.
 *
 * @param trained 1 x T: what one unit of the fit is in the labels of every task that was there
 * @param joined 1 x n: the same for the new tasks
 * @param errors of every new task, in units of the fit; none where no row could be left out
 */
public record Misses(Matrix trained, Matrix joined, List<List<Double>> errors) {
    public Misses {
        errors = errors.stream().map(List::copyOf).toList();
    }
}
