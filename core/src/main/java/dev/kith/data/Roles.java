package dev.kith.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which column of a table plays which part. Immutable; every method returns a changed copy.
 *
 * <p>Long data, one observation a row: {@code Roles.task("school").target("score")}. Wide data, one label column a task:
 * {@code Roles.targets("y1", "y2")}; with a single target this is plain one-task data. Several classes:
 * {@code Roles.classes("kind")}. LIBSVM files have task and label in place: {@code Roles.none()}. Columns without a part are the features, all of them numbers, unless
 * {@link #features} names them. Names are checked when a table is read, not here.
 */
public final class Roles {
    /** The parts a column can play; the text is what messages call it. */
    public enum Part {
        TASK("task"),
        TARGET("target"),
        TARGETS("targets"),
        CLASSES("classes"),
        FEATURE("features"),
        CATEGORICAL("categorical"),
        ONE_HOT("one-hot"),
        DATE("date"),
        ORDERED("ordered"),
        HASHED("hashed"),
        STRINGS("strings"),
        TEXTS("texts"),
        WEIGHT("weight"),
        ID("id"),
        DROP("drop");

        private final String text;

        Part(String text) {
            this.text = text;
        }

        /** Whether its columns are texts that features are made of. */
        public boolean treated() {
            return this == CATEGORICAL || this == ONE_HOT || this == DATE || this == ORDERED || this == HASHED;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * For {@link #strings}, where no column is called so: every row's number in its file, counted from 1, as the input, for
     * kernels that were computed elsewhere.
     */
    public static final String ROW_NUMBER = "row number";

    private static final Roles NONE = new Roles(Map.of(), Map.of(), null, true, List.of(), null, false);

    private static final List<Part> TREATED =
            Arrays.stream(Part.values()).filter(Part::treated).toList();

    private final Map<Part, List<String>> columns;
    private final Map<String, Recipe.Treatment> treatments;
    private final @Nullable List<String> knownTasks;
    private final boolean impute;
    private final List<String> missing;
    private final @Nullable List<String> knownClasses;
    private final boolean ordered;

    private Roles(
            Map<Part, List<String>> columns,
            Map<String, Recipe.Treatment> treatments,
            @Nullable List<String> knownTasks,
            boolean impute,
            List<String> missing,
            @Nullable List<String> knownClasses,
            boolean ordered) {
        this.columns = columns;
        this.treatments = treatments;
        this.knownTasks = knownTasks;
        this.impute = impute;
        this.missing = missing;
        this.knownClasses = knownClasses;
        this.ordered = ordered;
    }

    /** No column has a part yet: LIBSVM files, or rows of wide data to predict. */
    public static Roles none() {
        return NONE;
    }

    /** Long data: {@code column} says which task a row belongs to. */
    public static Roles task(String column) {
        return NONE.with(Part.TASK, List.of(column));
    }

    /**
     * Long data whose rows belong to a task and to a level of each further grouping (shops and products), crossed or nested: for mixed models, which alone
     * know what to do with several.
     */
    public static Roles task(String column, String... further) {
        List<String> all = new ArrayList<>(List.of(column));
        all.addAll(List.of(further));
        return NONE.with(Part.TASK, all);
    }

    /** Wide data: one label column for each task, named as the task; a blank label is missing. */
    public static Roles targets(String... columns) {
        return NONE.with(Part.TARGETS, List.of(columns));
    }

    /** Wide data: one label column for each task. */
    public static Roles targets(List<String> columns) {
        return NONE.with(Part.TARGETS, columns);
    }

    /** One task for each class that {@code column} names, of this class against the rest; a blank class is missing. */
    public static Roles classes(String column) {
        return NONE.with(Part.CLASSES, List.of(column));
    }

    /**
     * The only classes that may occur, in this order: any other class is an error.
     *
     * @param inOrder whether the order means something, the lowest class first: then a row is asked which classes it is above
     */
    public Roles knownClasses(List<String> names, boolean inOrder) {
        if (inOrder && names.size() < 2) {
            throw new DataException("ordered classes must be two or more, got " + names);
        }
        return new Roles(columns, treatments, knownTasks, impute, missing, Names.distinct("class", names), inOrder);
    }

    /**
     * A choice among classes in every task: each task of the column {@link #task} has its own classifier of the classes that {@code column}
     * names, and they can learn from each other. A blank class is missing.
     */
    public Roles choice(String column) {
        return with(Part.CLASSES, List.of(column));
    }

    /** Long data: {@code column} holds the label; a blank label is missing. */
    public Roles target(String column) {
        return with(Part.TARGET, List.of(column));
    }

    /**
     * Exactly these features, in this order. A name {@code colour=red} that is no column stands for "column colour says
     * red", as one-hot features are named: a model's own feature names can be given here. Of a LIBSVM file, feature i is
     * called {@code xi}; others in the file are left out and counted.
     */
    public Roles features(List<String> names) {
        return with(Part.FEATURE, names);
    }

    /** Exactly these features, in this order. */
    public Roles features(String... names) {
        return features(List.of(names));
    }

    /**
     * Text columns that become one feature of 0 and 1 for each of their values, named {@code column=value}; beyond
     * {@link Recipe.Category#MOST_VALUES} values one number, the mean label of the value.
     */
    public Roles categorical(String... names) {
        return with(Part.CATEGORICAL, List.of(names));
    }

    /** Columns of dates and times, which become trend, season, weekday and hour. */
    public Roles dates(String... names) {
        return with(Part.DATE, List.of(names));
    }

    /** Text columns that become features in these ways, and no others; those treated as numbers are not looked at. */
    public Roles treated(List<? extends Recipe.Treatment> ways) {
        Roles changed = this;
        for (Part part : TREATED) {
            changed = changed.with(
                    part,
                    ways.stream()
                            .filter(way -> way.part() == part)
                            .map(Recipe.Treatment::column)
                            .toList());
        }
        return changed.known(ways);
    }

    /** This text column too becomes features, in this way. */
    public Roles treating(Recipe.Treatment way) {
        List<String> columns = new ArrayList<>(columns(way.part()));
        columns.add(way.column());
        return with(way.part(), columns).known(List.of(way));
    }

    private Roles known(List<? extends Recipe.Treatment> ways) {
        Map<String, Recipe.Treatment> known = new LinkedHashMap<>(treatments);
        ways.forEach(way -> known.put(way.column(), way));
        return new Roles(
                columns, Collections.unmodifiableMap(known), knownTasks, impute, missing, knownClasses, ordered);
    }

    /** Text columns that become features. */
    public List<String> treated() {
        return TREATED.stream().flatMap(part -> columns(part).stream()).toList();
    }

    /** What becomes of a text column. */
    public Recipe.Treatment treatment(String column) {
        Recipe.Treatment known = treatments.get(column);
        if (known != null && columns(known.part()).contains(column)) {
            return known;
        }
        if (columns(Part.ORDERED).contains(column)) {
            throw new IllegalArgumentException("an order must name its levels, got none for column '" + column + "'");
        }
        return columns(Part.DATE).contains(column)
                ? new Recipe.Dated(column)
                : columns(Part.ONE_HOT).contains(column)
                        ? new Recipe.OneHot(column)
                        : columns(Part.HASHED).contains(column)
                                ? new Recipe.Hashed(column, Recipe.Hashed.USUAL_BITS)
                                : new Recipe.Category(column);
    }

    /** The text column that is the input, for string kernels; columns without a part are then not used. */
    public Roles strings(String column) {
        return with(Part.STRINGS, List.of(column));
    }

    /**
     * Text columns that are inputs beside the numbers, for several kernels of different columns. With {@link #features} (which may
     * name them too) exactly those are the inputs; without, all columns that have no part are numbers.
     */
    public Roles texts(List<String> names) {
        return with(Part.TEXTS, names);
    }

    /** A column of weights, numbers &gt;= 0, for the observations of a row. */
    public Roles weight(String column) {
        return with(Part.WEIGHT, List.of(column));
    }

    /** Key columns, no features; kept as text where rows are read for prediction. */
    public Roles id(String... names) {
        return with(Part.ID, List.of(names));
    }

    /** Columns to leave out. */
    public Roles drop(String... names) {
        return with(Part.DROP, List.of(names));
    }

    /** The only tasks that may occur, in this order: any other task is an error that names the closest. */
    public Roles knownTasks(List<String> tasks) {
        return new Roles(columns, treatments, Names.distinct("task", tasks), impute, missing, knownClasses, ordered);
    }

    /**
     * Whether features may be missing, to be filled when a model is trained ({@link RawInputs}); else a missing one is an error. True unless
     * said otherwise. A missing label is never an error, a missing task always is.
     */
    public Roles impute(boolean value) {
        return new Roles(columns, treatments, knownTasks, value, missing, knownClasses, ordered);
    }

    /** Spellings of a missing label or feature, beside a blank cell, NA, N/A, null, NaN and the like. */
    public Roles missing(List<String> words) {
        return new Roles(columns, treatments, knownTasks, impute, List.copyOf(words), knownClasses, ordered);
    }

    /** These columns, and no others, play {@code part}; none takes it away. */
    public Roles with(Part part, List<String> names) {
        Map<Part, List<String>> changed = new EnumMap<>(Part.class);
        changed.putAll(columns);
        if (names.isEmpty()) {
            changed.remove(part);
        } else {
            changed.put(part, List.copyOf(names));
        }
        return new Roles(
                Collections.unmodifiableMap(changed), treatments, knownTasks, impute, missing, knownClasses, ordered);
    }

    /** The column that says which task a row belongs to; empty for wide data. */
    public Optional<String> taskColumn() {
        return columns(Part.TASK).stream().findFirst();
    }

    /** The columns of further groupings beside the tasks. */
    public List<String> groupings() {
        List<String> all = columns(Part.TASK);
        return all.subList(Math.min(1, all.size()), all.size());
    }

    /** Columns that are read as texts beside the numbers: further groupings, and inputs of string kernels. */
    public List<String> textInputs() {
        List<String> all = new ArrayList<>(groupings());
        all.addAll(columns(Part.TEXTS));
        return Collections.unmodifiableList(all);
    }

    /** The label columns of wide data, one for each task; empty for long data. */
    public List<String> targetColumns() {
        return columns(Part.TARGETS);
    }

    /** Only what rows to predict need: label, weight and dropped columns lose their parts. */
    public Roles withoutLabels() {
        return with(Part.TARGET, List.of())
                .with(Part.TARGETS, List.of())
                .with(Part.CLASSES, List.of())
                .with(Part.WEIGHT, List.of())
                .with(Part.DROP, List.of())
                .withoutOrder();
    }

    private Roles withoutOrder() {
        return new Roles(columns, treatments, knownTasks, impute, missing, null, false);
    }

    /** The parts in use and their columns. */
    public Map<Part, List<String>> parts() {
        return columns;
    }

    /** The columns that play {@code part}; empty when none does. */
    public List<String> columns(Part part) {
        return columns.getOrDefault(part, List.of());
    }

    /** Whether features may be missing. */
    public boolean impute() {
        return impute;
    }

    /** Spellings of a missing cell beside the usual ones. */
    public List<String> missing() {
        return missing;
    }

    /** Whether rows choose among classes by questions: classes inside tasks, or ordered ones. */
    boolean choosing() {
        return columns.containsKey(Part.CLASSES) && (columns.containsKey(Part.TASK) || ordered);
    }

    /** Whether the classes have an order. */
    public boolean ordered() {
        return ordered;
    }

    /** The only classes that may occur; empty where any may. */
    public Optional<List<String>> knownClasses() {
        return Optional.ofNullable(knownClasses);
    }

    public Optional<List<String>> knownTasks() {
        return Optional.ofNullable(knownTasks);
    }

    @Override
    public String toString() {
        return columns.toString();
    }
}
