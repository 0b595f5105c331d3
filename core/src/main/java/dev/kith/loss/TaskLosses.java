package dev.kith.loss;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The loss of every task: the same for all, or one each, so that tasks with numbers and tasks with classes learn together. */
public final class TaskLosses {
    /** What {@link #name} says of several losses. */
    public static final String MIXED = "mixed";

    private final @Nullable Loss common;
    private final Map<String, Loss> each;

    private TaskLosses(@Nullable Loss common, Map<String, Loss> each) {
        this.common = common;
        this.each = each;
    }

    /** One loss for all tasks. */
    public static TaskLosses all(Loss loss) {
        return new TaskLosses(loss, Map.of());
    }

    /** A loss for each task, by its name. Where all are the same this is {@link #all}. */
    public static TaskLosses each(Map<String, Loss> losses) {
        if (losses.isEmpty()) {
            throw new IllegalArgumentException("losses must name the loss of every task, got none");
        }
        Set<Loss> distinct = new HashSet<>(losses.values());
        return distinct.size() == 1
                ? all(distinct.iterator().next())
                : new TaskLosses(null, Collections.unmodifiableMap(new TreeMap<>(losses)));
    }

    /**
     * Logistic for tasks whose labels are classes, or are all 0 or 1 (in data where no task has both, all -1 or 1);
     * squared for the others.
     */
    public static TaskLosses suiting(Dataset data) {
        List<Set<Double>> values = new ArrayList<>();
        data.tasks().forEach(task -> values.add(new HashSet<>()));
        for (int o = 0; o < data.size(); o++) {
            values.get(data.task(o)).add(data.label(o) == 0 ? 0 : data.label(o));
        }
        Set<Double> pair = values.contains(Set.of(0.0, 1.0)) ? Set.of(0.0, 1.0) : Set.of(-1.0, 1.0);
        boolean seen = values.contains(pair);
        Map<String, Loss> losses = new TreeMap<>();
        for (int t = 0; t < values.size(); t++) {
            boolean classes = data.hasClasses(t) || (seen && pair.containsAll(values.get(t)));
            losses.put(data.tasks().get(t), classes ? new Logistic() : new Squared());
        }
        return each(losses);
    }

    /** The one loss of all tasks, if there is one. */
    public Optional<Loss> common() {
        return Optional.ofNullable(common);
    }

    /** The loss of a task. */
    public Loss of(String task) {
        Loss loss = common != null ? common : each.get(task);
        if (loss == null) {
            throw new DataException("task '" + task + "' has no loss: name the loss of every task");
        }
        return loss;
    }

    /**
     * The losses of these tasks, in their order. Where there are several they are put on one scale: each is multiplied
     * so that a label 1 pulls a prediction of 0 as hard as the squared loss does. Without that one lambda would be far
     * too much for the logistic loss (four times as flat there) or far too little for the squared.
     */
    public List<Loss> of(List<String> tasks) {
        return common != null
                ? Collections.nCopies(tasks.size(), common)
                : tasks.stream().map(this::of).map(this::balanced).toList();
    }

    private Loss balanced(Loss loss) {
        double factor = new Squared().pull() / loss.pull();
        return common != null || factor == 1 ? loss : new Multiple(loss, factor);
    }

    /**
     * The same losses of predictions that are counted from a base, loss(y, base + z).
     *
     * @param bases of these tasks, in their order; a loss is left as it is where its base is 0
     */
    public TaskLosses from(List<String> tasks, double... bases) {
        Map<String, Loss> shifted = new TreeMap<>();
        for (int t = 0; t < bases.length; t++) {
            Loss loss = of(tasks.get(t));
            shifted.put(tasks.get(t), bases[t] == 0 ? loss : new Shifted(loss, bases[t]));
        }
        return each(shifted);
    }

    /** The name users write, or {@link #MIXED}. */
    public String name() {
        return common != null ? common.name() : MIXED;
    }

    /** Losses by task where there are several; empty where one loss serves all. */
    public Map<String, Loss> each() {
        return each;
    }

    /** Whether this holds for the loss of some task. */
    public boolean any(Predicate<Loss> property) {
        return common != null ? property.test(common) : each.values().stream().anyMatch(property);
    }

    /**
     * The data with labels as these losses read them: -1 and +1 for the tasks whose loss is one of classes.
     *
     * @throws DataException if a loss cannot learn a label: counts are &gt;= 0
     */
    public Dataset labelled(Dataset data) {
        requireSuited(data);
        if (common != null && !common.classification()) {
            return data;
        }
        List<String> classes =
                data.tasks().stream().filter(task -> of(task).classification()).toList();
        return classes.isEmpty() ? data : data.asClasses(classes);
    }

    private void requireSuited(Dataset data) {
        List<Loss> losses = common != null
                ? Collections.nCopies(data.taskCount(), common)
                : data.tasks().stream().map(this::of).toList();
        for (int o = 0; o < data.size(); o++) {
            Loss loss = losses.get(data.task(o));
            if (!loss.suits(data.label(o))) {
                throw new DataException("task '" + data.tasks().get(data.task(o)) + "': labels of the loss '"
                        + loss.name() + "' must be >= 0, got " + data.label(o));
            }
        }
    }

    /** The scaling of features, and of labels where the task's loss allows it. */
    public Standardizer scaling(Dataset labelled, Standardizer.TargetScale target, boolean centre) {
        return Standardizer.fit(
                labelled,
                target,
                centre,
                t -> (common != null ? common : of(labelled.tasks().get(t))).scalable());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TaskLosses losses
                && java.util.Objects.equals(common, losses.common)
                && each.equals(losses.each);
    }

    @Override
    public int hashCode() {
        return java.util.Objects.hash(common, each);
    }

    @Override
    public String toString() {
        return common != null ? common.name() : each.toString();
    }
}
