package dev.kith.constraint;

import java.util.List;

/**
 * A constraint set that {@link ConstraintSets} finds by name, so that users can write it and models that obey it can be
 * saved and read: implement this beside the set and name the class in {@code
 * META-INF/services/dev.kith.constraint.ConstraintSetProvider}, or with {@code provides} in a module.
 */
public interface ConstraintSetProvider {
    /** What users write before any colon: {@code ellipsoid}. No task of theirs can have this name in an equation. */
    String name();

    /** All that users may write, for messages: {@code ellipsoid:A:B:...}. */
    default String syntax() {
        return name();
    }

    /**
     * The set that a text stands for, on one coordinate per task. The text begins with {@link #name()}; what follows a colon
     * is the set's own affair. {@link ConstraintSet#spec()} must give an equal set again.
     *
     * @throws IllegalArgumentException if the text is none, saying why
     */
    ConstraintSet make(String text, List<String> tasks);
}
