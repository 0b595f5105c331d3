package dev.kith.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
 * @param classes the column that names a row's class, where tasks are classes or questions about them
 * @param choice which classes a row chooses from, and by which tasks; empty where the tasks are the classes themselves
 * @param groupings columns that group rows beside the tasks, for mixed models; text inputs of these names
 */
public record Columns(
        Shape shape,
        Optional<String> task,
        Optional<String> target,
        Optional<String> classes,
        Optional<ClassChoice> choice,
        List<String> groupings) {
    /** How rows and tasks belong together. */
    public enum Shape {
        /** Every row is asked about every task. */
        WIDE,
        /** A row belongs to one task. */
        LONG,
        /** Every row is asked about every task, each of which is a class. */
        CLASSES,
        /** Every row is asked all questions about its class that are asked in its part of the tasks, see {@link ClassChoice}. */
        CHOICE,
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
    private static final String GROUPING = TASK + "-";
    private static final String CLASS = "class-column";
    private static final String CHOICE_COLUMN = "choice-column";
    private static final String CHOICE_CLASS = "choice-class-";
    private static final String CHOICE_ORDERED = "choice-ordered";

    /** The names of the parameters that describe columns in model files; nothing else may have them. */
    private static final Set<String> NAMES = Set.of(SHAPE, TASK, TARGET, CLASS, CHOICE_COLUMN, CHOICE_ORDERED);

    public Columns {
        groupings = List.copyOf(groupings);
        if (!groupings.isEmpty() && (shape != Shape.LONG || task.isEmpty())) {
            throw new IllegalArgumentException(
                    "further task columns need a first one and a target, got " + groupings + " of shape " + shape);
        }
        boolean named = shape == Shape.CLASSES || shape == Shape.CHOICE;
        if (named != classes.isPresent()) {
            throw new IllegalArgumentException(
                    "a class column must be named where tasks are classes and nowhere else, got " + shape + " and "
                            + classes.orElse("none"));
        }
        if ((shape == Shape.CHOICE) != choice.isPresent()) {
            throw new IllegalArgumentException(
                    "classes to choose from must be named where tasks are questions about them"
                            + " and nowhere else, got " + shape + " and "
                            + choice.map(ClassChoice::classes).orElse(List.of()));
        }
    }

    /** Without a choice among classes. */
    public Columns(Shape shape, Optional<String> task, Optional<String> target, Optional<String> classes) {
        this(shape, task, target, classes, Optional.empty(), List.of());
    }

    private static Columns of(Shape shape) {
        return new Columns(shape, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** A choice among classes that {@code column} names, in each of the parts that {@code task} names, or as a whole. */
    public static Columns ofChoice(Optional<String> task, String column, ClassChoice choice) {
        return new Columns(Shape.CHOICE, task, Optional.empty(), Optional.of(column), Optional.of(choice), List.of());
    }

    /** Whether a parameter of this name describes columns, so that nothing else may have it. */
    public static boolean names(String parameter) {
        return NAMES.contains(parameter) || parameter.startsWith(CHOICE_CLASS) || parameter.startsWith(GROUPING);
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
        if (!roles.groupings().isEmpty()) {
            requireTarget(roles);
            return new Columns(
                    Shape.LONG,
                    first(roles, Roles.Part.TASK),
                    first(roles, Roles.Part.TARGET),
                    Optional.empty(),
                    Optional.empty(),
                    roles.groupings());
        }
        if (classes.isPresent() && roles.choosing()) {
            return ofChoice(first(roles, Roles.Part.TASK), classes.get(), ClassChoice.unknown(roles.ordered()));
        }
        if (classes.isPresent()) {
            return ofClasses(classes.get());
        }
        return roles.columns(Roles.Part.TARGETS).isEmpty()
                ? new Columns(
                        Shape.LONG, first(roles, Roles.Part.TASK), first(roles, Roles.Part.TARGET), Optional.empty())
                : WIDE;
    }

    private static void requireTarget(Roles roles) {
        if (!roles.columns(Roles.Part.CLASSES).isEmpty()
                || !roles.columns(Roles.Part.TARGETS).isEmpty()) {
            throw new DataException(
                    "several task columns are for a target that is a number, in one column, got task columns "
                            + roles.columns(Roles.Part.TASK) + " and another kind of labels");
        }
    }

    private static Optional<String> first(Roles roles, Roles.Part part) {
        return roles.columns(part).stream().findFirst();
    }

    /** The roles of rows that say which class they chose, as those did from which {@link #choice} was learned. */
    public Roles labelled() {
        ClassChoice known = choice.orElseThrow();
        return task.map(Roles::task)
                .orElse(Roles.none())
                .choice(classes.orElseThrow())
                .knownClasses(known.classes(), known.ordered());
    }

    /** Whether rows need not say which task they belong to. */
    public boolean everyTask() {
        return shape == Shape.WIDE || shape == Shape.CLASSES || (shape == Shape.CHOICE && task.isEmpty());
    }

    /** As model files keep them, sorted by name; empty where nothing is known. */
    public Map<String, String> parameters() {
        Map<String, String> parameters = new TreeMap<>();
        if (shape != Shape.UNKNOWN) {
            // One that does not know of choices must not take the questions for classes: it refuses this shape.
            parameters.put(SHAPE, shape == Shape.CHOICE ? "choice" : everyTask() ? "wide" : "long");
        }
        task.ifPresent(column -> parameters.put(TASK, column));
        target.ifPresent(column -> parameters.put(TARGET, column));
        classes.ifPresent(column -> parameters.put(shape == Shape.CHOICE ? CHOICE_COLUMN : CLASS, column));
        choice.ifPresent(own -> own.describeIn(parameters));
        for (int k = 0; k < groupings.size(); k++) {
            parameters.put(GROUPING + (2 + k), groupings.get(k));
        }
        return Collections.unmodifiableMap(parameters);
    }

    /**
     * The columns among the parameters of a model file.
     *
     * @throws DataException if the shape is not one of those there are
     */
    public static Columns ofParameters(Map<String, String> parameters) {
        if ("choice".equals(parameters.get(SHAPE))) {
            return ofChoice(
                    Optional.ofNullable(parameters.get(TASK)),
                    Optional.ofNullable(parameters.get(CHOICE_COLUMN))
                            .orElseThrow(
                                    () -> new DataException("a choice among classes needs '" + CHOICE_COLUMN + "'")),
                    ClassChoice.ofParameters(parameters));
        }
        Optional<String> classes = Optional.ofNullable(parameters.get(CLASS));
        List<String> groupings = new ArrayList<>();
        for (int k = 2; parameters.containsKey(GROUPING + k); k++) {
            groupings.add(parameters.get(GROUPING + k));
        }
        return new Columns(
                classes.isPresent() ? Shape.CLASSES : shape(parameters.getOrDefault(SHAPE, "")),
                Optional.ofNullable(parameters.get(TASK)),
                Optional.ofNullable(parameters.get(TARGET)),
                classes,
                Optional.empty(),
                groupings);
    }

    private static Shape shape(String text) {
        return switch (text) {
            case "" -> Shape.UNKNOWN;
            case "wide" -> Shape.WIDE;
            case "long" -> Shape.LONG;
            default -> throw new DataException("shape must be wide, long or choice, got '" + text + "'");
        };
    }

    /**
     * A choice among classes that is made by questions with the answers yes and no, each a task. Without an order there is
     * a question per class, is it this one; in an order there is one between neighbours, is it above this one. The questions are asked in
     * every part of the data anew (of each country): task p m + q is question q of m, asked in part p. Without a task column there is one part.
     *
     * @param classes in order, the lowest first where they are ordered
     */
    public record ClassChoice(List<String> classes, boolean ordered) {
        private static final String ABOVE = "above ";
        private static final String BETWEEN = ": ";

        public ClassChoice {
            classes = List.copyOf(classes);
        }

        /** Before any class was read. */
        static ClassChoice unknown(boolean ordered) {
            return new ClassChoice(List.of(), ordered);
        }

        /** How many questions decide one choice. */
        public int questions() {
            return ordered ? classes.size() - 1 : classes.size();
        }

        /** Whether the answer to a question is yes for a class. */
        public boolean yes(int question, int ofClass) {
            return ordered ? ofClass > question : ofClass == question;
        }

        /** The part in which a task's question is asked. */
        public int part(int task) {
            return task / questions();
        }

        /** Which question a task is. */
        public int question(int task) {
            return task % questions();
        }

        /** A question by name: the class, or {@code above CLASS}. */
        public String name(int question) {
            return (ordered ? ABOVE : "") + classes.get(question);
        }

        /** The tasks of these parts; an empty name is that of data that have one part. */
        public List<String> tasks(List<String> parts) {
            List<String> tasks = new ArrayList<>();
            for (String part : parts) {
                for (int q = 0; q < questions(); q++) {
                    tasks.add(part.isEmpty() ? name(q) : part + BETWEEN + name(q));
                }
            }
            return Names.distinct("task", tasks);
        }

        /** The parts behind tasks, one with an empty name where there is no task column. */
        public List<String> parts(List<String> tasks) {
            List<String> parts = new ArrayList<>();
            for (int t = 0; t < tasks.size(); t += questions()) {
                String task = tasks.get(t);
                int rest = task.length() - name(0).length() - BETWEEN.length();
                parts.add(task.substring(0, Math.max(0, rest)));
            }
            if (!tasks.equals(tasks(parts))) {
                throw new IllegalArgumentException(
                        "tasks must be questions about the classes " + classes + " in each part, got " + tasks);
            }
            return parts;
        }

        private void describeIn(Map<String, String> parameters) {
            for (int c = 0; c < classes.size(); c++) {
                parameters.put(CHOICE_CLASS + c, classes.get(c));
            }
            if (ordered) {
                parameters.put(CHOICE_ORDERED, "true");
            }
        }

        private static ClassChoice ofParameters(Map<String, String> parameters) {
            List<String> classes = new ArrayList<>();
            for (int c = 0; parameters.containsKey(CHOICE_CLASS + c); c++) {
                classes.add(parameters.get(CHOICE_CLASS + c));
            }
            if (classes.size() < 2) {
                throw new DataException("a choice needs two classes or more, got " + classes);
            }
            return new ClassChoice(classes, "true".equals(parameters.get(CHOICE_ORDERED)));
        }
    }
}
