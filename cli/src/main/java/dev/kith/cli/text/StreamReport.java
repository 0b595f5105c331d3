package dev.kith.cli.text;

import dev.kith.cli.option.LearnerOptions;
import dev.kith.online.SharingSearch;
import dev.kith.stream.StreamProgress;
import dev.kith.stream.StreamSummary;
import dev.kith.stream.StreamSummary.Counts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a run over a stream came to, for people and for programs. */
public record StreamReport(StreamSummary summary) {
    /** As many tasks as people are shown. */
    private static final int SHOWN = 20;

    /** One line at the end of a window. */
    public static String line(StreamProgress progress) {
        return String.format(
                Locale.ROOT,
                "%,12d rows  %8.4f%% mistakes so far  %8.4f%% in this window",
                progress.rows(),
                100 * progress.rate(),
                100.0 * progress.windowRate());
    }

    /** Members in a fixed order; everything but {@code rowsPerSecond} is the same for equal runs. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("learner", summary.learner());
        json.putAll(counts(summary.all()));
        Map<String, Object> tasks = new LinkedHashMap<>();
        summary.tasks().forEach((name, task) -> {
            Map<String, Object> counts = counts(task.counts());
            counts.put("drift", task.drifts());
            tasks.put(name, counts);
        });
        json.put("perTask", tasks);
        json.put("windows", summary.windows().stream().map(StreamReport::counts).toList());
        summary.search().ifPresent(search -> json.put("search", json(search)));
        summary.bound().ifPresent(bound -> json.put("bound", json(bound)));
        json.put("rowsPerSecond", Math.rint(summary.rowsPerSecond()));
        return json;
    }

    private static Map<String, Object> counts(Counts of) {
        Map<String, Object> counts = new LinkedHashMap<>();
        counts.put("rows", of.rows());
        counts.put("mistakes", of.mistakes());
        counts.put("rate", of.rate());
        return counts;
    }

    private Map<String, Object> json(SharingSearch search) {
        Map<String, Object> json = new LinkedHashMap<>();
        List<Object> candidates = new ArrayList<>();
        for (SharingSearch.Candidate candidate : search.candidates()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            if (candidate.b().isPresent()) {
                double b = candidate.b().getAsDouble();
                entry.put("b", Double.isFinite(b) ? (Object) b : "infinity");
            } else {
                entry.put("name", candidate.name());
            }
            entry.put("mistakes", candidate.mistakes());
            entry.put("weight", candidate.weight());
            candidates.add(entry);
        }
        json.put("candidates", candidates);
        json.put("regret", search.regret(summary.all().mistakes()));
        search.allowed().ifPresent(allowed -> json.put("allowed", allowed));
        return json;
    }

    private static Map<String, Object> json(StreamSummary.Bound bound) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (bound.allowed().isEmpty()) {
            json.put("none", bound.reason(LearnerOptions::option));
            return json;
        }
        json.put("theorem", bound.theorem());
        json.put("of", bound.of());
        json.put("reached", bound.reached());
        json.put("allowed", bound.allowed().getAsDouble());
        json.put("scale", bound.scale());
        return json;
    }

    private static String line(StreamSummary.Bound bound) {
        if (bound.allowed().isEmpty()) {
            return "No bound against the comparator: " + bound.reason(LearnerOptions::option) + ".";
        }
        return String.format(
                Locale.ROOT,
                "Against the comparator times %s, %s allows %s of %,.1f: %,.1f reached.",
                bound.scale() == Math.rint(bound.scale())
                        ? Long.toString((long) bound.scale())
                        : Double.toString(bound.scale()),
                bound.theorem(),
                bound.of().equals("mistakes") ? "mistakes" : "a " + bound.of(),
                bound.allowed().getAsDouble(),
                bound.reached());
    }

    /** A few lines for people. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%,d rows, %,d mistakes (%.4f%%), %,.0f rows a second",
                summary.all().rows(),
                summary.all().mistakes(),
                100 * summary.rate(),
                summary.rowsPerSecond()));
        summary.tasks().entrySet().stream()
                .limit(SHOWN)
                .forEach(task -> lines.add(line(task.getKey(), task.getValue())));
        summary.search()
                .ifPresent(search -> lines.add(hindsight(search, summary.all().mistakes())));
        summary.bound().ifPresent(bound -> lines.add(line(bound)));
        return lines;
    }

    private static String line(String name, StreamSummary.TaskCounts task) {
        return String.format(
                Locale.ROOT,
                "  %-24s %,10d rows  %8.4f%% mistakes%s",
                name,
                task.counts().rows(),
                100 * task.counts().rate(),
                task.drifts().isEmpty() ? "" : "  drift at row " + task.drifts());
    }

    private static String hindsight(SharingSearch search, long mistakes) {
        SharingSearch.Candidate best = search.best();
        long regret = search.regret(mistakes);
        String compared = regret == 0
                ? "as many as"
                : String.format(Locale.ROOT, "%,d %s than", Math.abs(regret), regret > 0 ? "fewer" : "more");
        return String.format(
                Locale.ROOT,
                "In hindsight the best %s was %s, with %,d mistakes: %s were made here.",
                best.b().isPresent() ? "b" : "candidate",
                best.b().isPresent() ? best.name().substring("b = ".length()) : best.name(),
                best.mistakes(),
                compared);
    }
}
