package dev.kith.data;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The columns that tasks and labels were read from, so that rows to predict can be read alike. Belongs to a
 * {@link Dataset} and to every model trained on it.
 *
 * @param task the column that names a row's task; long data from a table with a header
 * @param target the column with a row's label; long data from a table with a header
 * @param classes the column that names a row's class, where tasks are classes
 */
public record Columns(Shape shape, Optional<String> task, Optional<String> target, Optional<String> classes) {
    /** How rows and tasks belong together. */
    public enum Shape {
        /** Every row is asked about every task. */
        WIDE,
        /** A row belongs to one task. */
        LONG,
        /** Every row is asked about every task, each of which is a class. */
        CLASSES,
        /** Built in memory, and not said. */
        UNKNOWN
    }

    /** Nothing is known. */
    public static final Columns UNKNOWN = of(Shape.UNKNOWN);

    /** A label column per task; the tasks name them. */
    public static final Columns WIDE = of(Shape.WIDE);

    /** A task per row, without names of columns: from memory, or from a file that has none. */
    public static final Columns LONG = of(Shape.LONG);

    private static final String SHAPE = "shape";
    private static final String TASK = "task-column";
    private static final String TARGET = "target-column";
    private static final String CLASS = "class-column";

    /** The names of the parameters that describe columns in model files; nothing else may have them. */
    public static final Set<String> NAMES = Set.of(SHAPE, TASK, TARGET, CLASS);

    public Columns {
        if ((shape == Shape.CLASSES) != classes.isPresent()) {
            throw new IllegalArgumentException(
                    "a class column must be named where tasks are classes and nowhere else, got " + shape + " and "
                            + classes.orElse("none"));
        }
    }

    private static Columns of(Shape shape) {
        return new Columns(shape, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Long data with named columns. */
    public static Columns ofLong(String task, String target) {
        return new Columns(Shape.LONG, Optional.of(task), Optional.of(target), Optional.empty());
    }

    /** One task per class that {@code column} names. */
    public static Columns ofClasses(String column) {
        return new Columns(Shape.CLASSES, Optional.empty(), Optional.empty(), Optional.of(column));
    }

    /** What {@code roles} make of a table. */
    public static Columns of(Roles roles) {
        Optional<String> classes = first(roles, Roles.Part.CLASSES);
        if (classes.isPresent()) {
            return ofClasses(classes.get());
        }
        return roles.columns(Roles.Part.TARGETS).isEmpty()
                ? new Columns(
                        Shape.LONG, first(roles, Roles.Part.TASK), first(roles, Roles.Part.TARGET), Optional.empty())
                : WIDE;
    }

    private static Optional<String> first(Roles roles, Roles.Part part) {
        return roles.columns(part).stream().findFirst();
    }

    /** Whether rows need not say which task they belong to. */
    public boolean everyTask() {
        return shape == Shape.WIDE || shape == Shape.CLASSES;
    }

    /** As model files keep them, sorted by name; empty where nothing is known. */
    public Map<String, String> parameters() {
        Map<String, String> parameters = new TreeMap<>();
        if (shape != Shape.UNKNOWN) {
            parameters.put(SHAPE, everyTask() ? "wide" : "long");
        }
        task.ifPresent(column -> parameters.put(TASK, column));
        target.ifPresent(column -> parameters.put(TARGET, column));
        classes.ifPresent(column -> parameters.put(CLASS, column));
        return Collections.unmodifiableMap(parameters);
    }

    /**
     * The columns among the parameters of a model file.
     *
     * @throws DataException if the shape is not one of those there are
     */
    public static Columns ofParameters(Map<String, String> parameters) {
        Optional<String> classes = Optional.ofNullable(parameters.get(CLASS));
        return new Columns(
                classes.isPresent() ? Shape.CLASSES : shape(parameters.getOrDefault(SHAPE, "")),
                Optional.ofNullable(parameters.get(TASK)),
                Optional.ofNullable(parameters.get(TARGET)),
                classes);
    }

    private static Shape shape(String text) {
        return switch (text) {
            case "" -> Shape.UNKNOWN;
            case "wide" -> Shape.WIDE;
            case "long" -> Shape.LONG;
            default -> throw new DataException("shape must be wide or long, got '" + text + "'");
        };
    }
}
