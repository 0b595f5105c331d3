package dev.kith.cli.reproduce;

import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.Tables;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Fifteen kinds of scenes, one task for each: accuracy of the class with the largest prediction. */
final class ScenesExperiment implements Experiment {
    private static final int[] SIZES = {50, 100, 150};
    private static final Map<String, List<String>> PUBLISHED = Map.of(
            "STL", List.of("72.23", "76.61", "79.23"),
            "MTFL", List.of("73.23", "77.24", "80.11"),
            "MTRL", List.of("73.13", "77.53", "80.21"),
            "OKL", List.of("72.25", "77.06", "80.03"),
            "sparse", List.of("73.50", "78.23", "81.32"));

    @Override
    public String name() {
        return "scenes";
    }

    @Override
    public String place() {
        return "Ciliberto, Mroueh, Poggio, Rosasco, ICML 2015, table 2, and Ciliberto, Rosasco, Villa, CVPR 2015, table 1";
    }

    @Override
    public String summary() {
        return "accuracy on fifteen kinds of scenes, one task for each";
    }

    @Override
    public boolean needsData() {
        return true;
    }

    @Override
    public Outcome run(Scope scope) {
        Dataset scenes = Tables.read(scope.file("scene15/scene15.csv.gz")).dataset(Roles.classes("label"));
        List<List<String>> rows = new ArrayList<>();
        List<Plot> plots = new ArrayList<>();
        int better = 0;
        int compared = 0;
        for (int s = 0; s < (scope.quick() ? 1 : SIZES.length); s++) {
            Map<String, List<Double>> accuracy = accuracies(scenes, SIZES[s], scope, plots);
            for (Map.Entry<String, List<Double>> method : accuracy.entrySet()) {
                rows.add(List.of(
                        Integer.toString(SIZES[s]),
                        method.getKey(),
                        Numbers.meanAndDeviation("%.2f", method.getValue()),
                        PUBLISHED
                                .getOrDefault(method.getKey(), List.of("-", "-", "-"))
                                .get(s)));
                if (!method.getKey().equals("STL")) {
                    compared++;
                    better += Numbers.mean(method.getValue()) > Numbers.mean(accuracy.getOrDefault("STL", List.of()))
                            ? 1
                            : 0;
                }
            }
        }
        return new Outcome(
                "Sharing is more accurate than single tasks in " + better + " of " + compared
                        + " cases; published: in all.",
                "descriptors of 119 numbers instead of the papers' codes of thousands; tested on all images not trained"
                        + " on",
                List.of("images a class", "method", "accuracy %", "published %"),
                rows,
                plots);
    }

    private static Map<String, List<Double>> accuracies(Dataset scenes, int size, Scope scope, List<Plot> plots) {
        Map<String, List<Double>> accuracy = new LinkedHashMap<>();
        for (int r = 0; r < (scope.quick() ? 1 : 20); r++) {
            boolean[] training = training(scenes, size, new SplittableRandom(scope.seed() + 1000L * r));
            Dataset train = part(scenes, training, true);
            Dataset test = part(scenes, training, false);
            for (ConvexMethod method : List.of(
                    ConvexMethod.stl(),
                    ConvexMethod.mtfl(),
                    ConvexMethod.mtrl(),
                    ConvexMethod.okl(),
                    ConvexMethod.sparse())) {
                scope.progress().accept("scenes: " + size + " images, repetition " + (r + 1) + ", " + method.name());
                Model model = method.tuned(train, TargetScale.NONE, scope.seed());
                accuracy.computeIfAbsent(method.name(), m -> new ArrayList<>())
                        .add(100 * (1 - wrong(test, model.predict(test.inputs()))));
                if (method.name().equals("sparse") && plots.isEmpty()) {
                    Matrix a = model.structure().orElseThrow();
                    plots.add(Plot.heat(
                            "Relations between scenes found by sparse, sizes of the entries of A",
                            scenes.tasks(),
                            a.map(x -> Math.abs(x) / a.maxAbs())));
                }
            }
        }
        return accuracy;
    }

    /** So many rows of every class. */
    private static boolean[] training(Dataset scenes, int size, SplittableRandom random) {
        boolean[] chosen = new boolean[scenes.inputs().rows()];
        for (int t = 0; t < scenes.taskCount(); t++) {
            int task = t;
            int[] members = IntStream.range(0, scenes.size())
                    .filter(o -> scenes.task(o) == task && scenes.label(o) > 0)
                    .map(scenes::row)
                    .toArray();
            for (int k = 0; k < size; k++) {
                int j = k + random.nextInt(members.length - k);
                chosen[members[j]] = true;
                members[j] = members[k];
            }
        }
        return chosen;
    }

    private static Dataset part(Dataset scenes, boolean[] training, boolean wanted) {
        return scenes.select(IntStream.range(0, scenes.size())
                .filter(o -> training[scenes.row(o)] == wanted)
                .toArray());
    }

    /** Share of rows whose largest prediction is not of their class. */
    static double wrong(Dataset test, Matrix predictions) {
        int rows = 0;
        int wrong = 0;
        for (int o = 0; o < test.size(); o++) {
            if (test.label(o) > 0) {
                double[] all = predictions.row(test.row(o));
                rows++;
                wrong += Arrays.stream(all).max().orElseThrow() > all[test.task(o)] ? 1 : 0;
            }
        }
        return (double) wrong / rows;
    }
}
