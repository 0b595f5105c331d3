package dev.kith.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Counts verdicts by method, loss, kernel and kind of hostility. */
final class Tally {
    private record Count(int problems, int converged, int thrown, int violated, double worst) {
        Count plus(Verdict verdict) {
            boolean done = verdict.end().equals("CONVERGED");
            boolean threw = verdict.end().endsWith("Exception");
            return new Count(
                    problems + 1,
                    converged + (done ? 1 : 0),
                    thrown + (threw ? 1 : 0),
                    violated + (verdict.holds() ? 0 : 1),
                    verdict.ratio() > worst ? verdict.ratio() : worst);
        }
    }

    private final Map<String, Count> counts = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();
    private Count all = new Count(0, 0, 0, 0, 0);

    void add(Problem problem, Path path, Verdict verdict) {
        all = all.plus(verdict);
        List<String> keys = new ArrayList<>(List.of(
                "path " + path.name(),
                "method " + problem.method().name(),
                "loss " + problem.loss().name().toLowerCase(Locale.ROOT),
                "kernel " + problem.kernel().name()));
        problem.kinds().forEach(kind -> keys.add("kind " + kind));
        keys.add("end " + verdict.end());
        for (String key : keys) {
            counts.merge(key, new Count(0, 0, 0, 0, 0).plus(verdict), (a, b) -> a.plus(verdict));
        }
        for (String violation : verdict.violations()) {
            violations.add("problem " + problem.seed() + " (" + path.name() + "): " + violation + "\n    "
                    + problem.describe());
        }
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    int problems() {
        return all.problems;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-28s %8s %9s %6s %8s %12s%n",
                "",
                "problems",
                "converged",
                "thrown",
                "violated",
                "worst ratio"));
        counts.forEach((key, count) -> line(text, key, count));
        line(text, "all", all);
        return text.toString();
    }

    private static void line(StringBuilder text, String key, Count count) {
        text.append(String.format(
                Locale.ROOT,
                "%-28s %8d %9d %6d %8d %12.4g%n",
                key,
                count.problems,
                count.converged,
                count.thrown,
                count.violated,
                count.worst));
    }
}
