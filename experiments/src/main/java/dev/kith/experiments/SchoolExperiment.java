package dev.kith.experiments;

import dev.kith.cli.reproduce.Experiment;
import dev.kith.cli.reproduce.Outcome;
import dev.kith.cli.reproduce.Plot;
import dev.kith.cli.reproduce.Scope;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import dev.kith.model.Model;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import dev.kith.score.Split;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Examination scores of 139 schools on the ten splits everyone uses: explained variance, in both definitions in print. */
final class SchoolExperiment implements Experiment {
    private static final int SPLITS = 10;

    @Override
    public String name() {
        return "school";
    }

    @Override
    public String place() {
        return "the field's standard data set: 139 schools, ten published splits";
    }

    @Override
    public String summary() {
        return "explained variance of every convex method";
    }

    @Override
    public boolean needsData() {
        return true;
    }

    @Override
    public Outcome run(Scope scope) {
        Dataset schools = Tables.read(scope.file("school/school.csv.gz"))
                .dataset(Roles.task("task").target("y"));
        Table splits = Tables.read(scope.file("school/splits.csv.gz"));
        Map<String, List<Double>> perTask = new LinkedHashMap<>();
        Map<String, List<Double>> overall = new LinkedHashMap<>();
        for (int s = 1; s <= (scope.quick() ? 1 : SPLITS); s++) {
            Split split = Split.given(schools, splits, "s" + s, "0");
            List<ConvexMethod> methods = scope.quick()
                    ? List.of(ConvexMethod.stl(), ConvexMethod.mtfl(), ConvexMethod.mtrl())
                    : ConvexMethod.everyone();
            for (ConvexMethod method : methods) {
                scope.progress().accept("school: split " + s + ", " + method.name());
                Model model = method.tuned(split.train(), TargetScale.ALL, scope.seed());
                Scores scores = ConvexMethod.scores(Measure.EXPLAINED_VARIANCE, model, split.test());
                add(perTask, method, 100 * scores.mean().orElseThrow());
                add(overall, method, 100 * scores.overall().orElseThrow());
            }
        }
        return outcome(perTask, overall);
    }

    private static void add(Map<String, List<Double>> values, ConvexMethod method, double value) {
        values.computeIfAbsent(method.name(), m -> new ArrayList<>()).add(value);
    }

    private static Outcome outcome(Map<String, List<Double>> perTask, Map<String, List<Double>> overall) {
        List<List<String>> rows = new ArrayList<>();
        String best = "STL";
        for (String method : overall.keySet()) {
            List<Double> values = overall.getOrDefault(method, List.of());
            rows.add(List.of(
                    method,
                    Numbers.meanAndDeviation("%.1f", values),
                    Numbers.meanAndDeviation("%.1f", perTask.getOrDefault(method, List.of())),
                    method.equals("STL") ? "34.8 / 20" : "-"));
            if (Numbers.mean(values) > Numbers.mean(overall.getOrDefault(best, List.of()))) {
                best = method;
            }
        }
        return new Outcome(
                best.equals("STL")
                        ? "No method explains more than schools learned alone."
                        : "Best overall: " + best + "; sharing explains more than schools learned alone.",
                "every method tuned by five-fold cross-validation inside the training rows; papers differ in how they"
                        + " tune, and in which of the two definitions they print",
                List.of("method", "overall, 1 - SSE/SST %", "mean over schools %", "independent ridge, known"),
                rows,
                List.of(Plot.boxes("Explained variance overall, ten splits", "%", overall)));
    }
}
