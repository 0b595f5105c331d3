package dev.kith.adapt;

import dev.kith.data.DataException;
import dev.kith.data.NamedMatrix;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.structure.Description;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.matrix.DenseTasks;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Optional;

/** The relation between tasks that a model was fitted with, made again from what the model says of it. */
public final class FittedRelation {
    private FittedRelation() {}

    /**
     * The relation of a model's fit. A metric and codes are about the model's tasks alone.
     *
     * @throws DataException if the model has none, or does not say all of its parameters: none is ever guessed
     */
    public static Relation of(Model model) {
        try {
            return Relations.make(description(model));
        } catch (IllegalArgumentException e) {
            throw new DataException("the model's relation cannot be made again: " + e.getMessage(), e);
        }
    }

    /**
     * What a model says of its relation, perhaps not enough to make it again.
     *
     * @throws DataException if a model of this method has no relation
     */
    public static Description description(Model model) {
        ModelInfo info = model.info();
        Optional<TaskMatrix> structure = model.structure();
        if (structure.isEmpty() || !Relations.names().contains(info.method())) {
            throw new DataException("a model of method '" + info.method()
                    + "' has no structure that a new task could join; fit all tasks again"
                    + (info.method().equals("mkl") ? ", or place the task in the tree" : ""));
        }
        return new Description(
                info.method(),
                info.asked().parameters(),
                // what is described by the digest of a matrix is kept as one
                structure
                        .filter(DenseTasks.class::isInstance)
                        .map(matrix -> NamedMatrix.ofTasks(info.tasks(), matrix.dense())));
    }
}
