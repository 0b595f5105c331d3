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
import dev.kith.experiments.GroupPair.TrainAndTest;
import dev.kith.model.Model;
import dev.kith.score.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * Negative transfer: two groups of tasks, related inside and not between them, learned apart and together. Together, a
 * method has to find out that there are two groups.
 */
final class GroupsExperiment implements Experiment {
    private static final String SIMULATED = "simulated";
    private static final List<List<String>> TABLES = List.of(
            List.of("jura", "multi_target/jura.csv", "wq", "multi_target/wq.csv"),
            List.of("edm", "multi_target/edm.csv", "enb", "multi_target/enb.csv"),
            List.of("edm", "multi_target/edm.csv", "jura", "multi_target/jura.csv"));
    private static final int TRAIN = 100;

    @Override
    public String name() {
        return "groups";
    }

    @Override
    public String place() {
        return "Ciliberto, Rosasco, Villa: Learning multiple visual tasks while discovering their structure, CVPR 2015,"
                + " table 3";
    }

    @Override
    public String summary() {
        return "two unrelated groups of tasks learned apart and together";
    }

    @Override
    public Outcome run(Scope scope) {
        List<List<String>> rows = new ArrayList<>();
        Map<String, List<Double>> changes = new LinkedHashMap<>();
        Study simulated = new Study(SIMULATED, TargetScale.ALL, scope);
        simulated.run(scope.quick() ? 3 : 20, GroupPair::simulated);
        simulated.addTo(rows, changes);
        boolean tables = scope.has(TABLES.get(0).get(1));
        if (tables) {
            for (List<String> pair : scope.quick() ? TABLES.subList(0, 1) : TABLES) {
                Dataset first = table(scope, pair.get(1));
                Dataset second = table(scope, pair.get(3));
                Study study = new Study(pair.get(0) + " and " + pair.get(2), TargetScale.TASK, scope);
                study.run(scope.quick() ? 1 : 10, seed -> GroupPair.of(first, second, TRAIN, seed));
                study.addTo(rows, changes);
            }
        }
        return new Outcome(
                "How much the error of each method changes when two unrelated groups are learned together; published:"
                        + " sparse relations do not suffer.",
                "simulated groups " + (tables ? "and pairs of unrelated tables " : "")
                        + "instead of Animals with Attributes, which is not to be had here; nMSE instead of the area"
                        + " under the precision curve" + (tables ? "" : "; pairs of tables need --data DIR"),
                List.of("groups", "method", "nMSE apart", "nMSE together", "change %", "published"),
                rows,
                List.of(Plot.boxes("Change of the error when learned together, over all draws", "%", changes)));
    }

    /** The numeric table of targets y1, y2, ... */
    private static Dataset table(Scope scope, String file) {
        Table table = Tables.read(scope.file(file));
        return table.dataset(Roles.targets(
                table.header().stream().filter(name -> name.startsWith("y")).toList()));
    }

    /** Every method on one pair of groups, drawn several times. */
    private static final class Study {
        private final String name;
        private final TargetScale scale;
        private final Scope scope;
        private final Map<String, List<Double>> apart = new LinkedHashMap<>();
        private final Map<String, List<Double>> together = new LinkedHashMap<>();

        Study(String name, TargetScale scale, Scope scope) {
            this.name = name;
            this.scale = scale;
            this.scope = scope;
        }

        void run(int repetitions, LongFunction<GroupPair> draw) {
            for (int r = 0; r < repetitions; r++) {
                GroupPair groups = draw.apply(scope.seed() + r);
                for (ConvexMethod method : ConvexMethod.published()) {
                    scope.progress().accept("groups: " + name + ", draw " + (r + 1) + ", " + method.name());
                    apart.computeIfAbsent(method.name(), m -> new ArrayList<>())
                            .add(groups.apart(data -> error(method, data)));
                    together.computeIfAbsent(method.name(), m -> new ArrayList<>())
                            .add(error(method, groups.together()));
                }
            }
        }

        private double error(ConvexMethod method, TrainAndTest data) {
            Model model = method.tuned(data.train(), scale, scope.seed());
            return ConvexMethod.scores(Measure.NMSE, model, data.test()).mean().orElseThrow();
        }

        void addTo(List<List<String>> rows, Map<String, List<Double>> changes) {
            together.forEach((method, after) -> {
                List<Double> before = apart.getOrDefault(method, List.of());
                List<Double> change = IntStream.range(0, before.size())
                        .mapToObj(r -> 100 * (after.get(r) / before.get(r) - 1))
                        .toList();
                changes.computeIfAbsent(method, m -> new ArrayList<>()).addAll(change);
                rows.add(List.of(
                        name,
                        method,
                        Numbers.meanAndDeviation("%.4f", before),
                        Numbers.meanAndDeviation("%.4f", after),
                        Numbers.meanAndDeviation("%+.1f", change).replace("± +", "± "),
                        method.equals("sparse") || method.equals("STL") ? "unchanged" : "slightly worse"));
            });
        }
    }
}
