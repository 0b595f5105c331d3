package dev.kith.cli.text;

import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.TextWidth;
import dev.kith.score.Interval;
import dev.kith.score.Scores;
import dev.kith.select.Gains.TaskGain;
import dev.kith.select.fresh.ModelContest;
import dev.kith.select.fresh.ModelScore;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** A model, or two, on fresh rows, for the terminal and as JSON. */
public record ScoreText(
        String model,
        String data,
        ModelScore score,
        @Nullable String second,
        Optional<ModelContest> contest) {
    private static final int LISTED = 40;

    public ScoreText(String model, String data, ModelScore score) {
        this(model, data, score, null, Optional.empty());
    }

    /** The same beside another model. */
    public ScoreText with(String other, ModelContest found) {
        return new ScoreText(model, data, score, other, Optional.of(found));
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        Scores first = score.scores().get(0);
        long labels = first.labels().stream().mapToLong(Integer::longValue).sum();
        lines.add(model + " on " + data + ": " + Words.count(labels, "label") + " of "
                + Words.count(score.tasks().size(), "task") + ".");
        if (score.skipped() > 0) {
            lines.addAll(Terminal.wrapped(Words.count(score.skipped(), "label") + " of "
                    + Words.count(score.strangers().size(), "task") + " that the model does not have did not count: "
                    + dev.kith.data.Names.some(score.strangers()) + "."));
        }
        lines.add(answer());
        lines.add("");
        lines.addAll(table());
        contest.ifPresent(found -> {
            lines.add("");
            lines.addAll(duel(found));
        });
        return lines;
    }

    /** How good it is in a line: what most readers came for. */
    private String answer() {
        Scores first = score.scores().get(0);
        String constant = score.constants().get(0).overall().isPresent()
                ? ", against " + shown(score.constants().get(0).overall()) + " for always "
                        + (first.measure().ofNumbers() ? "the mean of a task's other rows" : "the most frequent class")
                : "";
        return first.measure().key() + " " + shown(first.overall()) + " over all labels" + constant + " ("
                + (first.measure().higherIsBetter() ? "more" : "less") + " is better).";
    }

    private List<String> table() {
        List<String> lines = new ArrayList<>();
        int width = width();
        StringBuilder head = new StringBuilder(String.format("  %-" + width + "s %7s", "task", "labels"));
        score.scores()
                .forEach(scores ->
                        head.append(String.format(" %12s", scores.measure().key())));
        lines.add(head.toString());
        for (int t = 0; t < Math.min(LISTED, score.tasks().size()); t++) {
            int at = t;
            lines.add(line(
                    width,
                    score.tasks().get(t),
                    score.scores().get(0).labels().get(t),
                    score.scores().stream()
                            .map(scores -> scores.perTask().get(at))
                            .toList()));
        }
        if (score.tasks().size() > LISTED) {
            lines.add("  ... " + Words.count(score.tasks().size() - LISTED, "more task") + " (all of them: --json)");
        }
        int all = score.scores().get(0).labels().stream()
                .mapToInt(Integer::intValue)
                .sum();
        lines.add(line(
                width,
                "mean of tasks",
                all,
                score.scores().stream().map(Scores::steadyMean).toList()));
        lines.add(line(
                width,
                "all labels",
                all,
                score.scores().stream().map(Scores::overall).toList()));
        lines.add(line(
                width,
                "always the mean",
                all,
                score.constants().stream().map(Scores::overall).toList()));
        lines.add("");
        lines.addAll(Terminal.wrapped("always the mean: "
                + (score.scores().get(0).measure().ofNumbers()
                        ? "of a task's other rows here"
                        : "the class that most rows here have")
                + ", measured over all labels."));
        return lines;
    }

    private int width() {
        int longest = score.tasks().stream().mapToInt(TextWidth::of).max().orElse(4);
        return Math.max(15, Math.min(24, longest));
    }

    private static String line(int width, String name, int labels, List<OptionalDouble> values) {
        StringBuilder line = new StringBuilder(String.format("  %s %7d", TextWidth.fitted(name, width), labels));
        values.forEach(value ->
                line.append(String.format(" %12s", value.isPresent() ? Words.number(value.getAsDouble()) : "-")));
        return line.toString();
    }

    private List<String> duel(ModelContest found) {
        List<String> lines = new ArrayList<>();
        String key = found.gains().measure().key();
        int width = width();
        String format = "  %s %9s %9s   %-30s %s";
        lines.add(key + ": " + model + " and " + second + ", and what the second gains");
        lines.add(String.format(
                Locale.ROOT, format, TextWidth.fitted("task", width), "first", "second", "gain", "better"));
        for (int t = 0; t < Math.min(LISTED, found.tasks().size()); t++) {
            TaskGain gain = found.gains().perTask().get(t);
            lines.add(String.format(
                            Locale.ROOT,
                            format,
                            TextWidth.fitted(found.tasks().get(t), width),
                            shown(gain.baseline()),
                            shown(gain.shared()),
                            interval(gain.gain()),
                            better(gain))
                    .stripTrailing());
        }
        lines.add("");
        found.sentences(model, String.valueOf(second)).forEach(sentence -> lines.addAll(Terminal.wrapped(sentence)));
        return lines;
    }

    private static String better(TaskGain gain) {
        return switch (gain.verdict()) {
            case SHARE -> "second";
            case ISOLATE -> "first";
            case SAME -> "no difference";
            case UNCLEAR -> "too little data to tell";
        };
    }

    private static String shown(OptionalDouble value) {
        return value.isPresent() ? Words.number(value.getAsDouble()) : "-";
    }

    private static String interval(Interval gain) {
        return Double.isFinite(gain.low())
                ? Words.number(gain.estimate()) + " (" + Words.number(gain.low()) + " to " + Words.number(gain.high())
                        + ")"
                : "unknown";
    }

    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("model", model);
        all.put("data", data);
        all.put("tasks", score.tasks());
        all.put("labels", score.scores().get(0).labels());
        Map<String, @Nullable Object> measures = new LinkedHashMap<>();
        for (int k = 0; k < score.scores().size(); k++) {
            measures.put(
                    score.scores().get(k).measure().key(),
                    measured(score.scores().get(k), score.constants().get(k)));
        }
        all.put("measures", measures);
        all.put("unknownTasks", score.strangers());
        all.put("labelsOfUnknownTasks", score.skipped());
        contest.ifPresent(found -> all.put("comparison", contest(found)));
        return all;
    }

    private static Map<String, @Nullable Object> measured(Scores scores, Scores constant) {
        Map<String, @Nullable Object> one = new LinkedHashMap<>();
        one.put("perTask", scores.perTask().stream().map(ScoreText::number).toList());
        one.put("meanOfTasks", number(scores.steadyMean()));
        one.put("allLabels", number(scores.overall()));
        one.put("alwaysTheMean", number(constant.overall()));
        return one;
    }

    private Map<String, @Nullable Object> contest(ModelContest found) {
        Map<String, @Nullable Object> one = new LinkedHashMap<>();
        one.put("second", second);
        one.put("measure", found.gains().measure().key());
        one.put("level", found.gains().level());
        one.put("improvement", estimate(found.gains().improvement()));
        one.put("sentences", found.sentences(model, String.valueOf(second)));
        List<Map<String, @Nullable Object>> perTask = new ArrayList<>();
        for (int t = 0; t < found.tasks().size(); t++) {
            TaskGain gain = found.gains().perTask().get(t);
            Map<String, @Nullable Object> task = new LinkedHashMap<>();
            task.put("task", found.tasks().get(t));
            task.put("first", number(gain.baseline()));
            task.put("second", number(gain.shared()));
            task.put("gain", estimate(gain.gain()));
            task.put("better", better(gain));
            perTask.add(task);
        }
        one.put("perTask", perTask);
        return one;
    }

    private static Map<String, @Nullable Object> estimate(Interval interval) {
        Map<String, @Nullable Object> one = new LinkedHashMap<>();
        one.put("value", interval.estimate());
        one.put("low", interval.low());
        one.put("high", interval.high());
        return one;
    }

    private static double number(OptionalDouble value) {
        return value.orElse(Double.NaN);
    }
}
