package dev.kith.structure;

import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.Definition;
import dev.kith.structure.penalty.FixedStructure;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.List;

/** A known relation between tasks: a positive semidefinite structure matrix A, large where tasks are alike. */
public interface Structure extends Relation {
    /**
     * The T x T matrix A for these tasks, in this order.
     *
     * @throws dev.kith.data.DataException if the structure speaks of other tasks than these
     */
    Matrix matrix(List<String> tasks);

    /**
     * The definition behind {@link #matrix}, to twice the precision, for proofs: the matrix itself unless a structure is
     * defined by a formula, whose rounding a proof must not inherit.
     */
    default Definition definition(List<String> tasks) {
        return Definition.of(matrix(tasks));
    }

    /** The same matrix as what it is made of, for any number of tasks; T x T numbers where the structure says nothing else. */
    default TaskMatrix taskMatrix(List<String> tasks) {
        TaskMatrix.requireDense("method '" + name() + "'", tasks.size(), 4);
        return TaskMatrix.of(matrix(tasks));
    }

    @Override
    default StructurePenalty penalty(List<String> tasks, double lambda) {
        return new FixedStructure(taskMatrix(tasks), () -> definition(tasks), lambda);
    }
}
