package dev.kith.structure;

import java.util.List;
import java.util.Map;

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
}
