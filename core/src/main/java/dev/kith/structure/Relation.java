package dev.kith.structure;

import dev.kith.data.Columns.ClassChoice;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.Extension;
import dev.kith.structure.penalty.StationaryPenalty;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * How tasks are related, before any task is named: a known {@link Structure}, or one to be learned under a convex
 * penalty F on the structure matrix A.
 */
public interface Relation {
    /** The method name users write: {@code stl}, {@code mean}, {@code mtfl}, ... */
    String name();

    /**
     * What tells it from others of its name, by the names users write, such that {@link Relations#make} makes the same
     * relation again. Matrices are described by a digest, everything else in full.
     */
    Map<String, String> parameters();

    /** Whether it is about tasks by name, so that other tasks need another relation. */
    default boolean namesTasks() {
        return false;
    }

    /** The penalty on A for these tasks, in this order, inside an objective with this lambda. */
    StructurePenalty penalty(List<String> tasks, double lambda);

    /**
     * Refuses more tasks than the structure has memory for, before anything is worked out.
     *
     * @throws IllegalArgumentException with the memory that is needed
     */
    default void requireRoom(int tasks) {}

    /** Whether the objective is convex, so that a fit has a gap; if not, {@link #penalty} is a {@link StationaryPenalty}. */
    default boolean convex() {
        return true;
    }

    /** Whether all tasks are one, intercept included, as in {@link Pooled}. */
    default boolean pooling() {
        return false;
    }

    /**
     * The same relation between the answers to questions about classes that are asked in several parts of the data (in each country): between
     * all of them, unless tasks are drawn to a mean, which is one per class.
     */
    default Relation among(ClassChoice choice, List<String> tasks) {
        return this;
    }

    /**
     * What a task that joins trained ones pays for its place, their structure being fixed. Empty where that is not what is
     * done: a known {@link Structure} says the place, and for other convex penalties the structure of all tasks is
     * minimised out again, with the trained predictors fixed.
     *
     * @param structure A of the trained tasks
     * @param products multiplies by W'W of the trained tasks, in the same units
     * @param lambda of the objective they were trained with
     * @throws dev.kith.data.DataException if no task can join a model of this relation
     */
    default Optional<Extension> extension(TaskMatrix structure, UnaryOperator<Matrix> products, double lambda) {
        return Optional.empty();
    }
}
