package dev.kith.model;

import dev.kith.data.Source;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What every kind of model says about itself, in memory and in its file. Holds nothing that differs between two equal
 * runs (no times), so that the same data, seed, threads and backend give the same bytes.
 *
 * @param method the name users write: {@code mean}, {@code mtfl}, ...
 * @param parameters the method's own parameters and the options that shaped the fit, by name, sorted
 * @param classes names of the classes behind a negative and a positive prediction; empty for numbers
 * @param objective in the units the fit used; NaN where the method has none
 * @param gap relative duality gap of the objective; NaN where the method has none
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
    public ModelInfo {
        parameters = java.util.Collections.unmodifiableMap(new TreeMap<>(parameters));
        tasks = List.copyOf(tasks);
        features = List.copyOf(features);
        classes = List.copyOf(classes);
    }

    /** Position of a task by name. */
    public int task(String name) {
        int t = tasks.indexOf(name);
        if (t < 0) {
            throw new IllegalArgumentException("unknown task '" + name + "'");
        }
        return t;
    }
}
