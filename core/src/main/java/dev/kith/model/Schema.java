package dev.kith.model;

import dev.kith.data.Columns;
import dev.kith.data.Dataset;
import dev.kith.data.Names;
import dev.kith.data.prepare.Preparation;
import dev.kith.data.transform.TargetTransform;
import java.util.List;
import java.util.Optional;

/**
 * What a model predicts, and from what.
 *
 * @param classes names of the classes behind a negative and a positive prediction; empty for numbers
 * @param features what the model looks at
 * @param columns what tasks and labels were read from
 * @param preparation how columns of a table become the features; empty where features are the columns
 * @param transform how values of the fitted functions become predictions; empty where labels were learned as they are
 */
public record Schema(
        List<String> tasks,
        List<String> features,
        List<String> classes,
        Columns columns,
        Optional<Preparation> preparation,
        Optional<TargetTransform> transform) {
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
        if (preparation.isPresent() && !preparation.get().features().equals(features)) {
            throw new IllegalArgumentException("the preparation must make the features " + features + ", got "
                    + preparation.get().features());
        }
        if (transform.isPresent() && transform.get().corrections().size() != tasks.size()) {
            throw new IllegalArgumentException("a transform must have a correction for each of " + tasks.size()
                    + " tasks, got " + transform.get().corrections().size());
        }
    }

    /** Features that are columns. */
    public Schema(List<String> tasks, List<String> features, List<String> classes, Columns columns) {
        this(tasks, features, classes, columns, Optional.empty(), Optional.empty());
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
        return new Schema(value, features, classes, columnsOf(value), preparation, transform);
    }

    /** Some of the questions about classes choose none: they are labels like any others. */
    private Columns columnsOf(List<String> some) {
        boolean whole = columns.choice()
                .map(choice -> some.size() % choice.questions() == 0 && tasks.equals(some))
                .orElse(true);
        return whole ? columns : Columns.WIDE;
    }

    /** With other features, which no preparation makes. */
    public Schema withFeatures(List<String> value) {
        return new Schema(tasks, value, classes, columns, Optional.empty(), transform);
    }

    /** With features that are made of columns in this way. */
    public Schema withPreparation(Optional<Preparation> value) {
        return new Schema(tasks, features, classes, columns, value, transform);
    }

    /** With predictions that are made in this way of values of the fitted functions. */
    public Schema withTransform(Optional<TargetTransform> value) {
        return new Schema(tasks, features, classes, columns, preparation, value);
    }

    public Schema withClasses(List<String> value) {
        return new Schema(tasks, features, value, columns, preparation, transform);
    }

    public Schema withColumns(Columns value) {
        return new Schema(tasks, features, classes, value, preparation, transform);
    }
}
