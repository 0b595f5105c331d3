package dev.kith.checks;

import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;

/** The trainer under check, and what may be asked of it. */
@ExtendWith(DeclaredExceptions.class)
public interface TrainerCase {
    /**
     * The trainer for data of these tasks. Relations between tasks must follow from their names alone, never from their
     * order, and a task whose name ends in {@code '} must be treated as the task without: {@code t1'} is the twin of
     * {@code t1}. Names are {@code t1}, {@code t2}, ...
     */
    Trainer<? extends Model> trainer(List<String> tasks, int threads);

    /** Predictions of a separate, simple solver for data of one task, called {@code t1}; n x 1. */
    Matrix oneTask(Dataset data, Inputs x);

    /** Whether labels are two classes. */
    default boolean classification() {
        return false;
    }

    /**
     * How far two answers that should be equal may lie apart, relative to the spread of the predictions. The default is
     * for exact solvers: rounding, magnified by the condition of the problem.
     */
    default double tolerance() {
        return 1e-8;
    }

    /** The relative gap every fit must reach; infinite for a trainer without certificate. */
    default double largestGap() {
        return 1e-6;
    }

    /**
     * Checks this trainer rightly does not pass: method name to reason. They are reported as skipped with that reason; a
     * name that is no check is an error.
     */
    default Map<String, String> exceptions() {
        return Map.of();
    }

    default Trainer<? extends Model> trainer(Dataset data) {
        return trainer(data.tasks(), 1);
    }

    /** Trains on {@code data}; predictions for {@code x}. */
    default Matrix predict(Dataset data, Inputs x) {
        return trainer(data).train(data).model().predict(x);
    }
}
