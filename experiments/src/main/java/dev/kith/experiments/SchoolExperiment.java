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
import dev.kith.score.Split;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Examination scores of 139 schools on the ten splits everyone uses: explained variance, in four definitions. */
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
        Map<String, List<Explained>> explained = new LinkedHashMap<>();
        for (int s = 1; s <= (scope.quick() ? 1 : SPLITS); s++) {
            Split split = Split.given(schools, splits, "s" + s, "0");
            List<ConvexMethod> methods = scope.quick()
                    ? List.of(ConvexMethod.stl(), ConvexMethod.mtfl(), ConvexMethod.mtrl())
                    : ConvexMethod.everyone();
            for (ConvexMethod method : methods) {
                scope.progress().accept("school: split " + s + ", " + method.name());
                Model model = method.tuned(split.train(), TargetScale.ALL, scope.seed());
                explained
                        .computeIfAbsent(method.name(), m -> new ArrayList<>())
                        .add(Explained.of(split.test(), ConvexMethod.predictions(model, split.test())));
            }
        }
        return outcome(explained);
    }

    private static Outcome outcome(Map<String, List<Explained>> explained) {
        List<List<String>> rows = new ArrayList<>();
        Map<String, List<Double>> overall = new LinkedHashMap<>();
        String best = "STL";
        for (Map.Entry<String, List<Explained>> method : explained.entrySet()) {
            List<String> row = new ArrayList<>(List.of(method.getKey()));
            for (int k = 0; k < Explained.NAMES.size(); k++) {
                row.add(Numbers.meanAndDeviation("%.1f", percents(method.getValue(), k)));
            }
            row.add(method.getKey().equals("STL") ? "34.8 overall, 20 by size" : "-");
            rows.add(row);
            overall.put(method.getKey(), percents(method.getValue(), 0));
            best = Numbers.mean(overall.getOrDefault(method.getKey(), List.of()))
                            > Numbers.mean(overall.getOrDefault(best, List.of()))
                    ? method.getKey()
                    : best;
        }
        List<String> columns = new ArrayList<>(List.of("method"));
        Explained.NAMES.forEach(name -> columns.add(name + " %"));
        columns.add("independent ridge, known");
        return new Outcome(
                best.equals("STL")
                        ? "No method explains more than schools learned alone."
                        : "Best overall: " + best + "; sharing explains more than schools learned alone.",
                "every method tuned by five-fold cross-validation inside the training rows; papers differ in how they"
                        + " tune, and in which of the definitions they print",
                columns,
                rows,
                List.of(Plot.boxes("Explained variance overall, ten splits", "%", overall)));
    }

    private static List<Double> percents(List<Explained> explained, int definition) {
        return explained.stream()
                .map(shares -> 100 * shares.values().get(definition))
                .toList();
    }
}
