package dev.kith.stream.source;

import dev.kith.data.ClassNames;
import org.jspecify.annotations.Nullable;

/**
 * What the caller says about labels.
 *
 * @param classes both classes by name; null when they are to be found out
 * @param positive the class that counts as +1, whatever the other is called; null when it is to be found out
 */
public record LabelRule(
        @Nullable ClassNames classes, @Nullable String positive) {
    /** Nothing is known beforehand. */
    public static final LabelRule FOUND = new LabelRule(null, null);

    public LabelRule {
        if (classes != null && positive != null) {
            throw new IllegalArgumentException(
                    "classes name the positive one already: give both classes, or the positive one");
        }
    }
}
