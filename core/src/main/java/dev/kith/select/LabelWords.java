package dev.kith.select;

import dev.kith.data.Columns;
import dev.kith.data.Dataset;
import java.util.Optional;

/**
 * What the labels of a comparison are, for sentences about them.
 *
 * @param name the column they come from, where it is one
 * @param oneUnit whether the labels of all tasks are in the same unit
 * @param severalClasses whether every class against the rest is a task
 */
public record LabelWords(Optional<String> name, boolean oneUnit, boolean severalClasses) {
    static LabelWords of(Dataset data) {
        Columns columns = data.columns();
        boolean single = columns.shape() == Columns.Shape.WIDE && data.taskCount() == 1;
        return new LabelWords(
                single ? Optional.of(data.tasks().get(0)) : columns.target(),
                single || columns.shape() != Columns.Shape.WIDE,
                columns.classes().isPresent());
    }
}
