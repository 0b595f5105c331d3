package dev.kith.structure;

import dev.kith.linalg.Matrix;
import java.util.List;

/** A known relation between tasks: a positive semidefinite structure matrix A, large where tasks are alike. */
public interface Structure {
    /** The method name users write: {@code stl}, {@code mean}, {@code graph}, ... */
    String name();

    /**
     * The T x T matrix A for these tasks, in this order.
     *
     * @throws dev.kith.data.DataException if the structure speaks of other tasks than these
     */
    Matrix matrix(List<String> tasks);
}
