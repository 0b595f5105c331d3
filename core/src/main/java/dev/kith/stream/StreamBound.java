package dev.kith.stream;

import dev.kith.data.DataException;
import dev.kith.online.MistakeBound;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.Weights;
import dev.kith.stream.source.Batch;
import dev.kith.stream.source.SortedEntries;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The mistake bound of a run's learner against a model, whose tasks and features are found by name as the stream brings them.
 * Where no theorem holds it says why.
 */
final class StreamBound {
    private final OnlineLearner learner;
    private final @Nullable Comparator comparator;
    private final @Nullable Weights comparators;
    private final @Nullable MistakeBound bound;
    private final Map<String, Integer> featureNumbers = new HashMap<>();
    private final Row translated = new Row();
    private final int tasksBefore;
    private int[] numberOf;
    private int known;
    private boolean[] missing = new boolean[0];
    private int tasks;
    private String reason;

    /**
     * @param reason why there is no bound whatever the learner says; empty when there may be one
     * @param relations tasks that have their numbers already
     */
    StreamBound(
            OnlineLearner learner,
            @Nullable Comparator comparator,
            String reason,
            List<String> relations,
            boolean intercept,
            boolean rounds) {
        this.learner = learner;
        this.comparator = comparator;
        this.tasksBefore = learner.tasks();
        this.reason = reason;
        this.numberOf = new int[0];
        if (comparator == null || !reason.isEmpty()) {
            this.reason = reason.isEmpty()
                    ? "the comparator must be a linear model, or a kernel model fitted to unscaled numbers"
                    : reason;
            this.comparators = null;
            this.bound = null;
            return;
        }
        Set<String> union = new LinkedHashSet<>(relations);
        union.addAll(comparator.tasks());
        boolean survives = learner.bound(comparator.blank(Math.max(1, tasksBefore)))
                .map(MistakeBound::survivesNewTasks)
                .orElse(true);
        this.comparators = comparator.blank(survives ? union.size() : Math.max(1, tasksBefore));
        this.bound = learner.bound(comparators).orElse(null);
        for (String name : comparator.features()) {
            featureNumbers.put(name, featureNumbers.size());
        }
        if (intercept) {
            numberOf = new int[] {comparator.features().size()};
            known = 1;
        }
        this.reason = reasonBefore(comparator, intercept, rounds);
    }

    private String reasonBefore(Comparator model, boolean intercept, boolean rounds) {
        if (bound == null) {
            return "the comparator is none of the functions this learner can become: its kernel must be the learner's";
        }
        if (model.hasIntercepts() && !intercept) {
            return "the comparator has intercepts and the learner has none: fit it without, or give {intercept}";
        }
        if (rounds && !bound.holdsInRounds()) {
            return bound.theorem() + " is for rows that come one at a time, not in rounds";
        }
        return tasksBefore == 0 && !bound.survivesNewTasks() ? newTasks() : "";
    }

    private static String newTasks() {
        return "the theorem is for a number of tasks known before the first row: give {tasks}";
    }

    /** Takes the names that came with a batch. */
    void enter(Batch batch) {
        if (comparator == null || comparators == null || bound == null) {
            return;
        }
        for (String name : batch.newTasks()) {
            task(name);
        }
        List<String> names = batch.newFeatures();
        numberOf = Arrays.copyOf(numberOf, known + names.size());
        for (String name : names) {
            // The constant is between the features of the comparator and those it does not know.
            Integer number = featureNumbers.get(name);
            if (number == null) {
                number = featureNumbers.size() + 1;
                featureNumbers.put(name, featureNumbers.size());
            } else if (number >= comparator.features().size()) {
                number++;
            }
            numberOf[known++] = number;
        }
    }

    /** The next task of the learner. */
    void task(String name) {
        if (comparator == null || comparators == null || bound == null) {
            return;
        }
        missing = tasks == missing.length ? Arrays.copyOf(missing, 2 * tasks + 4) : missing;
        if (tasks >= columns(comparators)) {
            reason = reason.isEmpty() && comparator.tasks().contains(name) ? newTasks() : reason;
            missing[tasks] = true;
        } else {
            missing[tasks] = !comparator.fill(comparators, tasks, name);
        }
        tasks++;
    }

    private static int columns(Weights weights) {
        return (weights instanceof Weights.Expansion e ? e.coefficients() : ((Weights.Linear) weights).matrix()).cols();
    }

    /** A row the learner predicted before it learned from it. */
    void row(int task, Row x, double y, double margin) {
        if (bound == null || !reason.isEmpty()) {
            return;
        }
        if (task < missing.length && missing[task]) {
            reason = "the comparator has no weights for every task of the stream";
            return;
        }
        if (bound.bounded().equals("mistakes") && !OnlineLearner.mistaken(y, margin)) {
            return;
        }
        int[] indices = new int[x.size()];
        double[] values = Arrays.copyOfRange(x.values(), x.start(), x.end());
        for (int k = 0; k < indices.length; k++) {
            indices[k] = numberOf[x.indices()[x.start() + k]];
        }
        int end = SortedEntries.sortAndAdd(indices, values, 0, indices.length);
        bound.row(task, translated.point(indices, values, 0, end), y, margin);
    }

    void endOfRound() {
        if (bound != null && reason.isEmpty()) {
            bound.endOfRound();
        }
    }

    /** What it came to, with the classes of the stream as far as they are known. */
    StreamSummary.Bound summary(List<String> classes) {
        if (bound != null && comparator != null && reason.isEmpty()) {
            if (!bound.survivesNewTasks() && learner.tasks() != tasksBefore) {
                reason = newTasks();
            } else if (!comparator.classes().isEmpty()
                    && !classes.isEmpty()
                    && !comparator.classes().equals(classes)) {
                reason = "the comparator is for the classes " + comparator.classes() + ", the stream has " + classes;
            }
        }
        if (bound == null || !reason.isEmpty()) {
            return new StreamSummary.Bound("", "mistakes", 0, OptionalDouble.empty(), 1, reason);
        }
        return new StreamSummary.Bound(
                bound.theorem(), bound.bounded(), bound.reached(), OptionalDouble.of(bound.value()), bound.scale(), "");
    }

    Snapshot snapshot() {
        Snapshot.Builder to = Snapshot.builder()
                .text("reason", reason)
                .text("comparator", comparator == null ? "" : Long.toHexString(comparator.digest()));
        if (bound != null && reason.isEmpty()) {
            bound.save(to);
        }
        return to.build();
    }

    /** Goes on from a checkpoint. */
    void restore(Snapshot from, String file) {
        String digest = comparator == null ? "" : Long.toHexString(comparator.digest());
        if (!from.text("comparator").equals(digest)) {
            throw new DataException(file + ": the checkpoint is of a run against another comparator");
        }
        reason = from.text("reason");
        if (bound != null && reason.isEmpty()) {
            bound.restore(from);
        }
    }
}
