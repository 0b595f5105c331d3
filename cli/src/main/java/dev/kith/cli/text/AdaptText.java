package dev.kith.cli.text;

import dev.kith.adapt.NewTask;
import dev.kith.file.ModelFile;
import dev.kith.model.ModelInfo;
import dev.kith.model.uncertainty.HeldOutErrors;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.score.Measure;
import dev.kith.score.Verdict;
import dev.kith.text.Words;
import dev.kith.trust.Calibration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What became of tasks that joined a model, in words and as JSON.
 *
 * @param errors of all tasks, the new ones last; empty where the model had no intervals
 * @param time the column by which new rows were held out forward in time; empty where they were left out in turn
 */
public record AdaptText(ModelInfo before, List<NewTask> tasks, Optional<HeldOutErrors> errors, Optional<String> time) {
    /** What models calibrated forward in time say of it. */
    private static final String FORWARD = "forward in time";

    /** What people ask intervals of. */
    private static final double LEVEL = 0.9;

    private static final int NEAREST = 5;

    private boolean squared() {
        return before.loss().equals("squared");
    }

    /** Whose tasks are no vectors that others could be near to. */
    private boolean trees() {
        return tasks.stream().allMatch(task -> task.nearest().isEmpty());
    }

    private String measure() {
        return squared() ? "rmse" : before.loss() + " loss";
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (NewTask task : tasks) {
            lines.add("'" + task.name() + "' joined "
                    + Words.count(before.tasks().size(), "task") + " with "
                    + Words.count(task.labels(), "label")
                    + (trees() ? "." : " (solved to a residual of " + Words.number(task.residual()) + ")."));
            if (trees()) {
                lines.add("  by       the mean of its labels and a level of its own; the trees stay as they are");
            } else {
                lines.add("  nearest  " + nearest(task));
                lines.add("  own      " + percent(task.own())
                        + " of its predictor is no combination of the trained tasks");
            }
            lines.add("  gain     " + gain(task.gain()));
            interval(task).ifPresent(words -> lines.add("  interval " + words));
        }
        return lines;
    }

    /** What intervals of a new task are made of. */
    private Optional<String> interval(NewTask task) {
        return errors.map(known -> {
            int place = before.tasks().size() + tasks.indexOf(task);
            int own = known.tasks().get(place).count();
            String from = "from " + Words.count(own, "row") + " of its own " + leftOut();
            return Calibration.enough(known, LEVEL, place)
                    ? from
                    : (own == 0 ? "" : from + " and, as these are few for a level of 90%, ")
                            + "from held-out errors of the tasks most like it";
        });
    }

    private String leftOut() {
        return time.map(column -> "predicted from those before, by '" + column + "'")
                .orElse("left out in turn");
    }

    /** Where intervals were made of later rows and the new tasks' are not. */
    public Optional<String> notForward() {
        String by = before.parameters().getOrDefault(ModelInfo.CALIBRATED, "");
        return time.isEmpty() && errors.isPresent() && by.contains(FORWARD)
                ? Optional.of(
                        "Intervals of the model are made of later rows, those of new tasks of rows left out in turn, between others:"
                                + " too narrow for the future. --time COL makes them of later rows.")
                : Optional.empty();
    }

    private static String nearest(NewTask task) {
        return task.nearest().stream()
                .limit(NEAREST)
                .map(near -> near.task() + String.format(Locale.ROOT, " (%+.2f)", near.similarity()))
                .collect(Collectors.joining(", "));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f%%", 100 * share);
    }

    private String gain(NewTask.Gain gain) {
        if (gain.rows() < 2) {
            return "unknown: there are not enough rows to leave one out and learn from the others";
        }
        return signed(gain.share().estimate()) + " of the " + (squared() ? "squared error" : "loss") + " (90% interval "
                + signed(gain.share().low()) + " to " + signed(gain.share().high())
                + clarity(gain.share().verdict(Measure.MARGIN)) + "): " + measure() + " "
                + Words.number(gain.joined()) + ", alone " + Words.number(gain.alone()) + "; "
                + Words.count(gain.rows(), "row") + " " + leftOut();
    }

    private static String clarity(Verdict verdict) {
        return switch (verdict) {
            case UNCLEAR -> ": not clear yet";
            case SAME -> ": no difference";
            case SHARE, ISOLATE -> "";
        };
    }

    private static String signed(double share) {
        return String.format(Locale.ROOT, "%+.0f%%", 100 * share);
    }

    /** What the user should know before relying on the new task. */
    public Optional<String> warning(NewTask task) {
        String name = "'" + task.name() + "'";
        if (before.method().equals("stl")) {
            return Optional.of("Warning: method stl shares nothing, " + name + " was learned from its own rows alone.");
        }
        if (!task.alike()) {
            return Optional.of("Warning: nothing in the model is like " + name + ": " + percent(task.own())
                    + " of its predictor is its own, and the nearest task is "
                    + task.nearest().get(0).task()
                    + String.format(
                            Locale.ROOT, " (%+.2f)", task.nearest().get(0).similarity())
                    + ". Expect no help from the others.");
        }
        if (task.gain().rows() >= 2 && task.gain().share().verdict(Measure.MARGIN) == Verdict.ISOLATE) {
            return Optional.of("Warning: " + name + " is predicted better by its own rows alone than as one of these"
                    + " tasks. Consider a model of its own.");
        }
        return Optional.empty();
    }

    /** What the trained model had beside its tasks and the new one has not. */
    public static Optional<String> notKept(ModelFile.Content before) {
        List<String> lost = new ArrayList<>();
        Uncertainty known = before.uncertainty();
        known.posterior().ifPresent(posterior -> lost.add("the Gaussian-process view of intervals"));
        known.errors().filter(errors -> errors.joint().count() > 0).ifPresent(errors -> lost.add("joint intervals"));
        known.probabilities().ifPresent(curves -> lost.add("calibrated probabilities"));
        before.stability().ifPresent(stability -> lost.add("stability of ties"));
        return lost.isEmpty()
                ? Optional.empty()
                : Optional.of("Not carried over: " + String.join(", ", lost) + ". Fit all tasks again to have them.");
    }

    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("method", before.method());
        content.put("trained", before.tasks().size());
        List<Map<String, @Nullable Object>> joined = new ArrayList<>();
        for (NewTask task : tasks) {
            joined.add(json(task));
        }
        content.put("tasks", joined);
        return content;
    }

    private Map<String, @Nullable Object> json(NewTask task) {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("name", task.name());
        content.put("labels", task.labels());
        content.put(
                "nearest",
                task.nearest().stream()
                        .map(near -> Map.of("task", (Object) near.task(), "similarity", near.similarity()))
                        .map(java.util.TreeMap::new)
                        .toList());
        content.put("own", trees() ? null : task.own());
        content.put("alike", task.alike());
        content.put("residual", task.residual());
        Map<String, @Nullable Object> gain = new LinkedHashMap<>();
        gain.put("measure", measure());
        gain.put("joined", task.gain().joined());
        gain.put("alone", task.gain().alone());
        gain.put("share", task.gain().share().estimate());
        gain.put("low", task.gain().share().low());
        gain.put("high", task.gain().share().high());
        gain.put("rows", task.gain().rows());
        content.put("gain", gain);
        content.put("interval", interval(task).orElse(null));
        content.put("warning", warning(task).orElse(null));
        return content;
    }
}
