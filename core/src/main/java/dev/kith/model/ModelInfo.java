package dev.kith.model;

import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.data.Names;
import dev.kith.data.RawInputs;
import dev.kith.data.Roles;
import dev.kith.data.Source;
import dev.kith.data.prepare.Preparation;
import dev.kith.kernel.KernelSum;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Precomputed;
import dev.kith.kernel.StringKernel;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What every kind of model says about itself, in memory and in its file: what was asked, of what, with what result, from
 * where. Holds nothing that differs between two equal runs (no times), so that the same data, seed, threads and backend
 * give the same bytes.
 */
public record ModelInfo(Asked asked, Schema schema, Outcome outcome, Origin origin) {
    /** With several losses, parameter {@code loss:NAME} is the loss of task NAME. */
    public static final String LOSS_OF = "loss:";

    /** Parameter of fits in which what tasks have in common and of their own were learned together: what the former cost. */
    public static final String COMMON_COST = "common-cost";

    /** A parameter that says so where errors on held-out labels were saved with the model. */
    public static final String CALIBRATED = "calibrated";

    /** A parameter that says so where the stability of ties was saved with the model. */
    public static final String BOOTSTRAP = "bootstrap";

    /** A parameter that says how many tasks there were when the model was calibrated, where others joined since. */
    public static final String CALIBRATED_TASKS = "calibrated-tasks";

    /** A parameter that names the tasks that joined after the fit. */
    public static final String JOINED = "joined";

    /**
     * A parameter of models of problems that are not convex: how far their optimality conditions are from holding, 0 is exactly. In place of a gap,
     * which needs a bound.
     */
    public static final String VIOLATION = "violation";

    private static final int MOST_NAMED = 10;

    public ModelInfo {
        for (String name : asked.parameters().keySet()) {
            if (Columns.names(name)) {
                throw new IllegalArgumentException("parameters must not hold '" + name + "': the schema's columns do");
            }
        }
    }

    /** The same with another part. */
    public ModelInfo with(Asked value) {
        return new ModelInfo(value, schema, outcome, origin);
    }

    /** The same with another part. */
    public ModelInfo with(Schema value) {
        return new ModelInfo(asked, value, outcome, origin);
    }

    /** The same with another part. */
    public ModelInfo with(Outcome value) {
        return new ModelInfo(asked, schema, value, origin);
    }

    /** The same with another part. */
    public ModelInfo with(Origin value) {
        return new ModelInfo(asked, schema, outcome, value);
    }

    /** The same with one more parameter, or another value of one. */
    public ModelInfo withParameter(String name, String value) {
        return withParameters(Map.of(name, value));
    }

    /** The same with more parameters, or other values of them. */
    public ModelInfo withParameters(Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(asked.parameters());
        all.putAll(more);
        return with(asked.withParameters(all));
    }

    /** The same without the parameters of these names. */
    public ModelInfo withoutParameters(Predicate<String> name) {
        Map<String, String> left = new TreeMap<>(asked.parameters());
        left.keySet().removeIf(name);
        return with(asked.withParameters(left));
    }

    public String method() {
        return asked.method();
    }

    public String loss() {
        return asked.loss();
    }

    public String kernel() {
        return asked.kernel();
    }

    public OptionalDouble lambda() {
        return asked.lambda();
    }

    /** All there are in the model's file, sorted by name: {@link Asked#parameters} and those of the columns. */
    public Map<String, String> parameters() {
        Map<String, String> all = new TreeMap<>(asked.parameters());
        all.putAll(schema.columns().parameters());
        return Collections.unmodifiableMap(all);
    }

    public List<String> tasks() {
        return schema.tasks();
    }

    public List<String> features() {
        return schema.features();
    }

    public List<String> classes() {
        return schema.classes();
    }

    public Columns columns() {
        return schema.columns();
    }

    public OptionalDouble objective() {
        return outcome.objective();
    }

    public OptionalDouble gap() {
        return outcome.gap();
    }

    public int iterations() {
        return outcome.iterations();
    }

    public FitReport.Status status() {
        return outcome.status();
    }

    public long observations() {
        return origin.observations();
    }

    public Source data() {
        return origin.data();
    }

    public long seed() {
        return origin.seed();
    }

    public int threads() {
        return origin.threads();
    }

    public String backend() {
        return origin.backend();
    }

    public String version() {
        return origin.version();
    }

    /**
     * Position of a task by name.
     *
     * @throws DataException if there is none; the message lists the closest names
     */
    public int task(String name) {
        int t = tasks().indexOf(name);
        if (t < 0) {
            throw new DataException(Names.unknown("task", name, tasks()));
        }
        return t;
    }

    /** Whether the model's inputs are strings. */
    public boolean readsStrings() {
        return !kernel().equals(Precomputed.SPEC)
                && (kernel().equals(Precomputed.NAMED) || Kernels.parse(kernel()) instanceof StringKernel);
    }

    /** How many of the tasks, the first, were there when the model was calibrated. */
    public int calibratedTasks() {
        String count = asked.parameters().get(CALIBRATED_TASKS);
        return count == null ? tasks().size() : Integer.parseInt(count);
    }

    /** Whether tasks joined after the fit, so that objective, gap and calibration of it are of other tasks(). */
    public boolean adapted() {
        return asked.parameters().containsKey(JOINED);
    }

    /** The name of a task's loss. */
    public String loss(int task) {
        return asked.parameters().getOrDefault(LOSS_OF + tasks().get(task), loss());
    }

    /** Whether a task's predictions are classes, not numbers. */
    public boolean hasClasses(int task) {
        return !classes().isEmpty()
                && (!loss().equals(TaskLosses.MIXED) || Losses.parse(loss(task)).classification());
    }

    /**
     * Positions of tasks by name, one for each name.
     *
     * @throws DataException if there is none; the message lists the closest names
     */
    public int[] positions(List<String> names) {
        Map<String, Integer> known = new HashMap<>();
        for (int t = 0; t < tasks().size(); t++) {
            known.put(tasks().get(t), t);
        }
        return names.stream()
                .mapToInt(name -> known.containsKey(name) ? known.get(name) : task(name))
                .toArray();
    }

    /**
     * These roles, and that of the model's inputs: its features or the columns they are made of, or its column of strings, found by name.
     */
    public Roles inputs(Roles others) {
        if (schema.preparation().isPresent()) {
            return schema.preparation().get().inputs(others);
        }
        if (readsStrings()) {
            return others.strings(features().get(0));
        }
        List<String> texts = !kernel().equals(Precomputed.SPEC) && Kernels.parse(kernel()) instanceof KernelSum sum
                ? sum.texts()
                : columns().groupings();
        return others.features(features()).texts(texts).impute(false);
    }

    /**
     * The roles of rows to predict: the model's inputs and, where it was trained on long data with a task column, that
     * column, which may name the model's tasks only.
     */
    public Roles roles() {
        return inputs(columns().task().map(Roles::task).orElse(Roles.none())).knownTasks(namedTasks());
    }

    /** The roles of rows to judge predictions by: the model's inputs, and the columns of tasks and labels it was trained with. */
    public Roles labelledRoles() {
        Roles labels = switch (columns().shape()) {
            case WIDE -> Roles.targets(tasks());
            case CLASSES -> Roles.classes(columns().classes().orElseThrow());
            case CHOICE -> columns().labelled();
            case LONG, UNKNOWN ->
                columns().task().isPresent() && columns().target().isPresent()
                        ? Roles.task(columns().task().get())
                                .target(columns().target().get())
                        : Roles.none();
        };
        return inputs(labels).knownTasks(namedTasks());
    }

    /** What a row may name as its task: the tasks, or the parts in which questions about classes are asked. */
    public List<String> namedTasks() {
        return columns()
                .choice()
                .map(choice -> columns().task().isPresent() ? choice.parts(tasks()) : choice.classes())
                .orElse(tasks());
    }

    /**
     * Inputs with this model's features: made of the columns of a table where its {@link Schema#preparation} says so, else the inputs
     * themselves.
     *
     * @throws DataException if their features are not this model's, in this order; names nobody gave (x1, x2, ...) count as any
     */
    public Inputs prepared(Inputs x) {
        Optional<Preparation> preparation = schema.preparation();
        if (preparation.isPresent() && !x.features().equals(features())) {
            return preparation.get().apply(x);
        }
        Inputs plain = x instanceof RawInputs rows
                ? preparation.map(made -> made.apply(rows)).orElseGet(() -> Preparation.plain(rows))
                : x;
        requireFeatures(plain);
        return plain;
    }

    /** The data with this model's features. */
    public Dataset prepared(Dataset data) {
        Inputs x = prepared(data.inputs());
        return x == data.inputs() ? data : data.withInputs(x);
    }

    private void requireFeatures(Inputs x) {
        List<String> given = x.features();
        List<String> features = features();
        if (given.equals(features)) {
            return;
        }
        if (given.size() != features.size()) {
            throw new DataException("the model has " + features.size() + " features, the inputs have " + given.size()
                    + difference(given));
        }
        boolean unnamed = given.equals(Names.numbered("x", given.size()))
                && without(given, features).equals(given);
        if (!unnamed) {
            throw new DataException("the inputs' features must be the model's, in its order" + difference(given));
        }
    }

    private String difference(List<String> given) {
        List<String> missing = without(features(), given);
        List<String> unknown = without(given, features());
        if (missing.isEmpty() && unknown.isEmpty()) {
            return ": expected " + shortened(features()) + ", got " + shortened(given);
        }
        return (missing.isEmpty() ? "" : "; missing: " + shortened(missing))
                + (unknown.isEmpty() ? "" : "; unknown: " + shortened(unknown));
    }

    private static List<String> without(List<String> names, List<String> others) {
        Set<String> known = new HashSet<>(others);
        return names.stream().filter(name -> !known.contains(name)).toList();
    }

    private static String shortened(List<String> names) {
        String all = String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMED)));
        return names.size() > MOST_NAMED ? all + ", ... (" + names.size() + ")" : all;
    }
}
