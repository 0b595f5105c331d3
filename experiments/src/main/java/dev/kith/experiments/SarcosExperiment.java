package dev.kith.experiments;

import dev.kith.cli.reproduce.Experiment;
import dev.kith.cli.reproduce.Outcome;
import dev.kith.cli.reproduce.Plot;
import dev.kith.cli.reproduce.Scope;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.table.Tables;
import dev.kith.model.Model;
import dev.kith.score.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Torques of seven joints from 50 to 200 examples of each: normalised mean squared error, and the normalised improvement
 * over single tasks, mean of (e_STL - e_M) / sqrt(e_STL e_M).
 */
final class SarcosExperiment implements Experiment {
    private static final int TEST = 3000;
    private static final int[] SIZES = {50, 100, 150, 200};
    private static final Map<String, List<String>> PUBLISHED = Map.of(
            "STL", List.of("0.2436", "0.1723", "0.1483", "0.1312"),
            "MTFL", List.of("0.2333", "0.1658", "0.1428", "0.1311"),
            "MTRL", List.of("0.2314", "0.1653", "0.1421", "0.1303"),
            "OKL", List.of("0.2284", "0.1604", "0.1410", "0.1301"));

    @Override
    public String name() {
        return "sarcos";
    }

    @Override
    public String place() {
        return "Ciliberto, Mroueh, Poggio, Rosasco: Convex learning of multiple tasks and their structure, ICML 2015,"
                + " table 1";
    }

    @Override
    public String summary() {
        return "torques of seven joints, 50 to 200 examples each";
    }

    @Override
    public boolean needsData() {
        return true;
    }

    @Override
    public Outcome run(Scope scope) {
        Dataset arm = Tables.read(scope.file("sarcos/sarcos_inv_test.csv.gz"))
                .dataset(Roles.targets("y1", "y2", "y3", "y4", "y5", "y6", "y7"));
        List<List<String>> rows = new ArrayList<>();
        Map<String, List<Double>> smallest = new LinkedHashMap<>();
        boolean helped = true;
        for (int s = 0; s < (scope.quick() ? 1 : SIZES.length); s++) {
            Map<String, List<Double>> errors = errors(arm, SIZES[s], scope);
            List<Double> alone = errors.getOrDefault("STL", List.of());
            for (Map.Entry<String, List<Double>> method : errors.entrySet()) {
                double improvement = improvement(alone, method.getValue());
                List<String> published = PUBLISHED.get(method.getKey());
                rows.add(List.of(
                        Integer.toString(SIZES[s]),
                        method.getKey(),
                        Numbers.meanAndDeviation("%.4f", method.getValue()),
                        String.format(Locale.ROOT, "%.4f", improvement),
                        published == null ? "-" : published.get(s)));
                boolean compared = published != null && !method.getKey().equals("STL");
                helped &= !compared || s > 0 || improvement > 0;
            }
            smallest = s == 0 ? errors : smallest;
        }
        return new Outcome(
                "With 50 examples a joint MTFL, MTRL and OKL are " + (helped ? "all" : "not all")
                        + " better than single tasks, as published.",
                "training and test rows are drawn from sarcos_inv_test (4,449 rows, " + TEST
                        + " of them for testing), not from the full 48,933",
                List.of("examples", "method", "nMSE", "improvement", "published nMSE"),
                rows,
                List.of(Plot.boxes("nMSE with 50 examples a joint", "nMSE", smallest)));
    }

    private static Map<String, List<Double>> errors(Dataset arm, int size, Scope scope) {
        Map<String, List<Double>> errors = new LinkedHashMap<>();
        int repetitions = scope.quick() ? 2 : 10;
        List<ConvexMethod> methods = scope.quick()
                ? List.of(ConvexMethod.stl(), ConvexMethod.mtfl(), ConvexMethod.mtrl(), ConvexMethod.okl())
                : ConvexMethod.everyone();
        for (int r = 0; r < repetitions; r++) {
            Draw draw = Draw.of(arm, size, scope.seed() + 1000L * r);
            for (ConvexMethod method : methods) {
                scope.progress().accept("sarcos: " + size + " examples, repetition " + (r + 1) + ", " + method.name());
                Model model = method.tuned(draw.train(), TargetScale.TASK, scope.seed());
                double error = ConvexMethod.scores(Measure.NMSE, model, draw.test())
                        .mean()
                        .orElseThrow();
                errors.computeIfAbsent(method.name(), m -> new ArrayList<>()).add(error);
            }
        }
        return errors;
    }

    static double improvement(List<Double> alone, List<Double> together) {
        double sum = 0;
        for (int r = 0; r < alone.size(); r++) {
            sum += (alone.get(r) - together.get(r)) / Math.sqrt(alone.get(r) * together.get(r));
        }
        return sum / alone.size();
    }

    /** Rows of its own for every joint to learn from, and common rows to test on. */
    private record Draw(Dataset train, Dataset test) {
        static Draw of(Dataset arm, int size, long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            int[] place = Numbers.shuffled(arm.inputs().rows(), random);
            int[][] order = new int[arm.taskCount()][];
            for (int t = 0; t < order.length; t++) {
                order[t] = Numbers.shuffled(arm.inputs().rows() - TEST, random);
            }
            List<Integer> train = new ArrayList<>();
            List<Integer> test = new ArrayList<>();
            for (int o = 0; o < arm.size(); o++) {
                int at = place[arm.row(o)];
                if (at < TEST) {
                    test.add(o);
                } else if (order[arm.task(o)][at - TEST] < size) {
                    train.add(o);
                }
            }
            return new Draw(select(arm, train), select(arm, test));
        }

        private static Dataset select(Dataset arm, List<Integer> observations) {
            return arm.select(observations.stream().mapToInt(o -> o).toArray());
        }
    }
}
