package dev.kith.model;

import dev.kith.data.DataException;
import dev.kith.data.Inputs;
import dev.kith.data.Names;
import dev.kith.data.Source;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What every kind of model says about itself, in memory and in its file. Holds nothing that differs between two equal
 * runs (no times), so that the same data, seed, threads and backend give the same bytes.
 *
 * @param method the name users write: {@code mean}, {@code mtfl}, ...
 * @param parameters the method's own parameters and the options that shaped the fit, by name, sorted
 * @param loss the name users write, {@link TaskLosses#MIXED} where tasks have losses of their own
 * @param classes names of the classes behind a negative and a positive prediction; empty for numbers
 * @param lambda NaN where the method has none
 * @param objective in the units the fit used; NaN where the method has none
 * @param gap relative duality gap of the objective; NaN where there is no bound; an infinite one counts as none
 */
public record ModelInfo(
        String method,
        String loss,
        String kernel,
        double lambda,
        Map<String, String> parameters,
        List<String> tasks,
        List<String> features,
        List<String> classes,
        double objective,
        double gap,
        int iterations,
        FitReport.Status status,
        long observations,
        Source data,
        long seed,
        int threads,
        String backend,
        String version) {
    /** With several losses, parameter {@code loss:NAME} is the loss of task NAME. */
    public static final String LOSS_OF = "loss:";

    /** A parameter that says so where errors on held-out labels were saved with the model. */
    public static final String CALIBRATED = "calibrated";

    /** A parameter that says so where the stability of ties was saved with the model. */
    public static final String BOOTSTRAP = "bootstrap";

    /** A parameter that names the tasks that joined after the fit. */
    public static final String JOINED = "joined";

    private static final int MOST_NAMED = 10;

    public ModelInfo {
        lambda = finiteOrNaN(lambda);
        objective = finiteOrNaN(objective);
        gap = finiteOrNaN(gap);
        parameters = java.util.Collections.unmodifiableMap(new TreeMap<>(parameters));
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

    /** No bound and an infinite bound say the same. */
    private static double finiteOrNaN(double value) {
        return Double.isFinite(value) ? value : Double.NaN;
    }

    /**
     * Position of a task by name.
     *
     * @throws DataException if there is none; the message lists the closest names
     */
    public int task(String name) {
        int t = tasks.indexOf(name);
        if (t < 0) {
            throw new DataException(Names.unknown("task", name, tasks));
        }
        return t;
    }

    /** Whether tasks joined after the fit, so that objective, gap and calibration of it are of other tasks. */
    public boolean adapted() {
        return parameters.containsKey(JOINED);
    }

    /** The name of a task's loss. */
    public String loss(int task) {
        return parameters.getOrDefault(LOSS_OF + tasks.get(task), loss);
    }

    /** Whether a task's predictions are classes, not numbers. */
    public boolean hasClasses(int task) {
        return !classes.isEmpty()
                && (!loss.equals(TaskLosses.MIXED) || Losses.parse(loss(task)).classification());
    }

    /** Refuses inputs whose features are not this model's, in this order. Names nobody gave (x1, x2, ...) count as any. */
    void requireFeatures(Inputs x) {
        List<String> given = x.features();
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
        List<String> missing = without(features, given);
        List<String> unknown = without(given, features);
        if (missing.isEmpty() && unknown.isEmpty()) {
            return ": expected " + shortened(features) + ", got " + shortened(given);
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
