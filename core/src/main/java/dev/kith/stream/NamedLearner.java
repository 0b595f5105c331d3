package dev.kith.stream;

import dev.kith.data.ClassNames;
import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Names;
import dev.kith.model.Model;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.learner.Learners;
import dev.kith.stream.source.SortedEntries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An online learner that knows tasks, features and classes by name: predicts an input of a task, is told its class, goes
 * on. Tasks and features may appear at any time. Rows are scaled to length 1. What it is can be saved and loaded, bit for
 * bit, at any moment, and read off as a model.
 *
 * <p>Safe for use by several threads; one of them learns or predicts at a time.
 */
public final class NamedLearner {
    private static final String KIND = "online learner";
    private static final int WINDOW = 10_000;

    private final boolean scales;
    private final boolean intercept;
    private final String settings;
    private final List<String> features;
    private final List<String> tasks;
    private final ClassNames classes;
    private final Map<String, Integer> featureNumbers = new HashMap<>();
    private final Map<String, Integer> taskNumbers = new HashMap<>();
    private final OnlineLearner learner;
    private final Tally tally;
    private final Row row = new Row();

    NamedLearner(
            boolean scales,
            boolean intercept,
            String settings,
            List<String> features,
            List<String> tasks,
            List<String> classes,
            OnlineLearner learner,
            Tally tally) {
        this.scales = scales;
        this.intercept = intercept;
        this.settings = settings;
        this.features = new ArrayList<>(Names.distinct("feature", features));
        this.tasks = new ArrayList<>(Names.distinct("task", tasks));
        this.classes = new ClassNames(classes.get(0), classes.get(1));
        this.learner = learner;
        this.tally = tally;
        features.forEach(name -> featureNumbers.put(name, featureNumbers.size()));
        tasks.forEach(name -> taskNumbers.put(name, taskNumbers.size()));
    }

    /** A learner that has seen nothing yet, with the names of the classes behind a negative and a positive margin. */
    public static NamedLearner of(LearnerSettings settings, String negative, String positive) {
        List<String> known = settings.relations().map(NamedRelations::tasks).orElse(List.of());
        return new NamedLearner(
                !settings.keepsInputs(),
                false,
                settings.toString(),
                List.of(),
                known,
                List.of(negative, positive),
                settings.make(known.size(), 0, true),
                new Tally(WINDOW));
    }

    /** Predicts, then learns; returns the margin predicted before the label was used. */
    public synchronized double learn(Example example) {
        double y = sign(example);
        SortedMap<String, Double> input = new TreeMap<>(example.features());
        int task = taskNumbers.getOrDefault(example.task(), tasks.size());
        double margin = learner.learn(task, point(input), y);
        tally.count(task, OnlineLearner.mistaken(y, margin));
        number(example.task(), taskNumbers, tasks);
        input.keySet().forEach(name -> number(name, featureNumbers, features));
        return margin;
    }

    private static void number(String name, Map<String, Integer> numbers, List<String> names) {
        if (numbers.putIfAbsent(name, names.size()) == null) {
            names.add(name);
        }
    }

    private double sign(Example example) {
        String label = example.label();
        if (!classes.list().contains(label)) {
            throw new DataException("label '" + label + "' must be '" + classes.negative() + "' or '"
                    + classes.positive() + "' (task '" + example.task() + "')");
        }
        return label.equals(classes.positive()) ? 1 : -1;
    }

    /**
     * The margin of an input: at least 0 for the positive class. Changes nothing. Features never seen count as what they
     * are, inputs no weight has been learned for.
     *
     * @throws DataException if the task has not been seen; the message lists the closest names
     */
    public synchronized double predict(String task, Map<String, Double> input) {
        Integer number = taskNumbers.get(task);
        if (number == null) {
            throw new DataException(Names.unknown("task", task, tasks));
        }
        return learner.predict(number, point(new TreeMap<>(Example.checked(task, input))));
    }

    /** The name of the class that the margin of an input says. */
    public String classify(String task, Map<String, Double> input) {
        return predict(task, input) >= 0 ? classes.positive() : classes.negative();
    }

    /** The input as the learner sees it. New names have the next numbers, in alphabetical order, kept or not. */
    private Row point(SortedMap<String, Double> input) {
        int shift = intercept ? 1 : 0;
        int[] indices = new int[input.size() + shift];
        double[] values = new double[indices.length];
        Arrays.fill(values, 0, shift, 1);
        int at = shift;
        int next = features.size();
        for (Map.Entry<String, Double> entry : input.entrySet()) {
            Integer known = featureNumbers.get(entry.getKey());
            int number = known == null ? next++ : known;
            if (entry.getValue() != 0) {
                indices[at] = number + shift;
                values[at++] = entry.getValue();
            }
        }
        row.point(indices, values, 0, SortedEntries.sortAndAdd(indices, values, 0, at));
        double norm = row.squaredNorm();
        double factor = scales && norm > 0 ? 1 / Math.sqrt(norm) : 1;
        for (int k = 0; k < row.size(); k++) {
            values[k] *= factor;
        }
        return row;
    }

    /** The names of the tasks so far. */
    public synchronized List<String> tasks() {
        return List.copyOf(tasks);
    }

    /** The names of the features so far. */
    public synchronized List<String> features() {
        return List.copyOf(features);
    }

    /** The names of the classes behind a negative and a positive margin. */
    public ClassNames classes() {
        return classes;
    }

    /** What it came to so far, every row predicted before its label was used; the seconds are not counted. */
    public synchronized StreamSummary summary() {
        return StreamSummary.of(learner, tally, tasks, 0, false);
    }

    /** What it predicts by now, as a model. */
    public synchronized Model model() {
        long rows = tally.rows();
        return new StreamModel(
                        learner, tasks, features, classes.list(), intercept, false, settings, Columns.LONG, "", rows, 0)
                .model();
    }

    /** Replaces the file as a whole; a crash leaves the old one or the new one. */
    public synchronized void save(Path file) throws IOException {
        new StateParts()
                .put("settings", settings)
                .put("scales", Boolean.toString(scales))
                .put("intercept", Boolean.toString(intercept))
                .put("feature", features)
                .put("task", tasks)
                .put("class", classes.list())
                .put("learner", learner.snapshot())
                .put("tally", tally.snapshot())
                .write(KIND, file);
    }

    /**
     * The learner that was saved; goes on with the same bits.
     *
     * @throws DataException if the file is damaged or of another kind
     */
    public static NamedLearner load(Path file) throws IOException {
        StateParts parts = StateParts.read(KIND, file);
        try {
            return new NamedLearner(
                    Boolean.parseBoolean(parts.text("scales", "")),
                    Boolean.parseBoolean(parts.text("intercept", "")),
                    parts.text("settings", ""),
                    parts.names("feature"),
                    parts.names("task"),
                    parts.names("class"),
                    Learners.restore(parts.snapshot("learner")),
                    Tally.restore(parts.snapshot("tally")));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new DataException(file + ": parts of the learner do not fit together: " + e.getMessage(), e);
        }
    }
}
