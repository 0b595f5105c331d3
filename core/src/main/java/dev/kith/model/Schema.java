package dev.kith.model;

import dev.kith.data.Columns;
import dev.kith.data.Dataset;
import dev.kith.data.Names;
import java.util.List;

/**
 * What a model predicts, and from what.
 *
 * @param classes names of the classes behind a negative and a positive prediction; empty for numbers
 * @param columns what tasks and labels were read from
 */
public record Schema(List<String> tasks, List<String> features, List<String> classes, Columns columns) {
    public Schema {
        tasks = Names.distinct("task", tasks);
        features = Names.distinct("feature", features);
        classes = List.copyOf(classes);
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException("a model must have tasks, got none");
        }
        if (!classes.isEmpty() && classes.size() != 2) {
            throw new IllegalArgumentException("classes must name two classes or none, got " + classes);
        }
    }

    /** Without a word on columns. */
    public Schema(List<String> tasks, List<String> features, List<String> classes) {
        this(tasks, features, classes, Columns.UNKNOWN);
    }

    /** As the data have them. */
    public static Schema of(Dataset data) {
        return new Schema(data.tasks(), data.inputs().features(), data.classes().orElse(List.of()), data.columns());
    }

    public Schema withTasks(List<String> value) {
        return new Schema(value, features, classes, columns);
    }

    public Schema withFeatures(List<String> value) {
        return new Schema(tasks, value, classes, columns);
    }

    public Schema withClasses(List<String> value) {
        return new Schema(tasks, features, value, columns);
    }

    public Schema withColumns(Columns value) {
        return new Schema(tasks, features, classes, value);
    }
}
