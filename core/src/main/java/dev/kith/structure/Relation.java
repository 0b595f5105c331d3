package dev.kith.structure;

import java.util.List;

/**
 * How tasks are related, before any task is named: a known {@link Structure}, or one to be learned under a convex
 * penalty F on the structure matrix A.
 */
public interface Relation {
    /** The method name users write: {@code stl}, {@code mean}, {@code mtfl}, ... */
    String name();

    /** The penalty on A for these tasks, in this order, inside an objective with this lambda. */
    StructurePenalty penalty(List<String> tasks, double lambda);
}
