package dev.kith.cli.stream;

import dev.kith.online.SharedPerceptron;
import dev.kith.online.SharingSearch;
import dev.kith.online.Tally;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a run came to, for people and for programs. */
public record StreamSummary(StreamRun run, String learner, long nanos) {
    /** Members in a fixed order; everything but {@code rowsPerSecond} is the same for equal runs. */
    public Map<String, Object> json() {
        Tally tally = run.tally();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("learner", learner);
        json.put("rows", tally.rows());
        json.put("mistakes", tally.mistakes());
        json.put("rate", tally.rate());
        json.put("perTask", perTask());
        json.put("windows", windows());
        search().ifPresent(search -> json.put("search", json(search)));
        json.put("rowsPerSecond", Math.rint(tally.rows() / Math.max(1e-9, nanos / 1e9)));
        return json;
    }

    private java.util.Optional<SharingSearch> search() {
        return run.learner() instanceof SharedPerceptron shared ? shared.search() : java.util.Optional.empty();
    }

    private Map<String, Object> perTask() {
        Tally tally = run.tally();
        Map<String, Object> tasks = new LinkedHashMap<>();
        for (int t = 0; t < run.tasks().size(); t++) {
            if (tally.rows(t) > 0) {
                Map<String, Object> task = counts(tally.rows(t), tally.mistakes(t));
                task.put("drift", Arrays.stream(tally.drifts(t)).boxed().toList());
                tasks.put(run.tasks().get(t), task);
            }
        }
        return tasks;
    }

    private List<Object> windows() {
        Tally tally = run.tally();
        List<Object> windows = new ArrayList<>();
        for (int k = 0; k < tally.windows(); k++) {
            windows.add(counts(tally.windowRows(k), tally.windowMistakes(k)));
        }
        return windows;
    }

    private static Map<String, Object> counts(long rows, long mistakes) {
        Map<String, Object> counts = new LinkedHashMap<>();
        counts.put("rows", rows);
        counts.put("mistakes", mistakes);
        counts.put("rate", (double) mistakes / rows);
        return counts;
    }

    private Map<String, Object> json(SharingSearch search) {
        Map<String, Object> json = new LinkedHashMap<>();
        List<Object> candidates = new ArrayList<>();
        for (SharingSearch.Candidate candidate : search.candidates()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("b", Double.isFinite(candidate.b()) ? (Object) candidate.b() : "infinity");
            entry.put("mistakes", candidate.mistakes());
            entry.put("weight", candidate.weight());
            candidates.add(entry);
        }
        json.put("candidates", candidates);
        json.put("regret", search.regret(run.tally().mistakes()));
        return json;
    }

    /** A few lines for people. */
    public List<String> lines() {
        Tally tally = run.tally();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%,d rows, %,d mistakes (%.4f%%), %,.0f rows a second",
                tally.rows(),
                tally.mistakes(),
                100 * tally.rate(),
                tally.rows() / Math.max(1e-9, nanos / 1e9)));
        for (int t = 0; t < run.tasks().size() && lines.size() <= 20; t++) {
            if (tally.rows(t) > 0) {
                lines.add(String.format(
                        Locale.ROOT,
                        "  %-24s %,10d rows  %8.4f%% mistakes%s",
                        run.tasks().get(t),
                        tally.rows(t),
                        100.0 * tally.mistakes(t) / tally.rows(t),
                        tally.drifts(t).length == 0 ? "" : "  drift at row " + Arrays.toString(tally.drifts(t))));
            }
        }
        search().ifPresent(search -> lines.add(hindsight(search, tally.mistakes())));
        return lines;
    }

    private static String hindsight(SharingSearch search, long mistakes) {
        double b = search.best().b();
        long regret = search.regret(mistakes);
        String compared = regret == 0
                ? "as many as"
                : String.format(Locale.ROOT, "%,d %s than", Math.abs(regret), regret > 0 ? "fewer" : "more");
        return String.format(
                Locale.ROOT,
                "In hindsight the best b was %s, with %,d mistakes: %s were made here.",
                Double.isInfinite(b) ? "infinity" : b == Math.rint(b) ? Long.toString((long) b) : Double.toString(b),
                search.best().mistakes(),
                compared);
    }
}
