package dev.kith.cli.reproduce;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.select.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Negative transfer: two groups of tasks, related inside and not between them, learned apart and together.
 *
 * <p>Weights of group g are w_t = centre_g + 0.3 noise, with independent centres; 20 features, 40 rows, noise of variance
 * 1: together, a method has to find out that there are two groups.
 */
final class GroupsExperiment implements Experiment {
    private static final int GROUP = 5;
    private static final int FEATURES = 20;
    private static final int TRAIN = 40;
    private static final int TEST = 500;
    private static final double SPREAD = 0.3;

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
        List<ConvexMethod> methods = List.of(
                ConvexMethod.stl(),
                ConvexMethod.mtfl(),
                ConvexMethod.mtrl(),
                ConvexMethod.okl(),
                ConvexMethod.sparse());
        Map<String, List<Double>> apart = new LinkedHashMap<>();
        Map<String, List<Double>> together = new LinkedHashMap<>();
        for (int r = 0; r < (scope.quick() ? 3 : 20); r++) {
            Groups groups = new Groups(scope.seed() + r);
            for (ConvexMethod method : methods) {
                scope.progress().accept("groups: repetition " + (r + 1) + ", " + method.name());
                double separately =
                        (error(method, groups.first(), scope.seed()) + error(method, groups.second(), scope.seed()))
                                / 2;
                apart.computeIfAbsent(method.name(), m -> new ArrayList<>()).add(separately);
                together.computeIfAbsent(method.name(), m -> new ArrayList<>())
                        .add(error(method, groups.all(), scope.seed()));
            }
        }
        List<List<String>> rows = new ArrayList<>();
        for (ConvexMethod method : methods) {
            List<Double> before = apart.getOrDefault(method.name(), List.of());
            List<Double> after = together.getOrDefault(method.name(), List.of());
            List<Double> change = IntStream.range(0, before.size())
                    .mapToObj(r -> 100 * (after.get(r) / before.get(r) - 1))
                    .toList();
            rows.add(List.of(
                    method.name(),
                    Numbers.meanAndDeviation("%.4f", before),
                    Numbers.meanAndDeviation("%.4f", after),
                    Numbers.meanAndDeviation("%+.1f", change).replace("± +", "± "),
                    method.name().equals("sparse") || method.name().equals("STL") ? "unchanged" : "slightly worse"));
        }
        return new Outcome(
                "How much the error of each method changes when two unrelated groups are learned together; published:"
                        + " sparse relations do not suffer.",
                "simulated groups instead of Animals with Attributes, which is not to be had here",
                List.of("method", "nMSE apart", "nMSE together", "change %", "published"),
                rows,
                List.of(Plot.boxes("nMSE learned together", "nMSE", together)));
    }

    private static double error(ConvexMethod method, TrainAndTest data, long seed) {
        Model model = method.tuned(data.train(), TargetScale.ALL, seed);
        return ConvexMethod.scores(Measure.NMSE, model, data.test()).mean().orElseThrow();
    }

    private record TrainAndTest(Dataset train, Dataset test) {
        TrainAndTest tasks(int from, int to) {
            return new TrainAndTest(tasks(train, from, to), tasks(test, from, to));
        }

        private static Dataset tasks(Dataset data, int from, int to) {
            Matrix labels = Matrix.zeros(data.inputs().rows(), to - from);
            for (int o = 0; o < data.size(); o++) {
                if (data.task(o) >= from && data.task(o) < to) {
                    labels.set(data.row(o), data.task(o) - from, data.label(o));
                }
            }
            return Dataset.ofWide(data.inputs(), data.tasks().subList(from, to), labels);
        }
    }

    /** One draw of the two groups. */
    private static final class Groups {
        private final TrainAndTest all;

        Groups(long seed) {
            Random random = new Random(seed);
            Matrix weights = Matrix.zeros(FEATURES, 2 * GROUP);
            for (int g = 0; g < 2; g++) {
                for (int j = 0; j < FEATURES; j++) {
                    double centre = random.nextGaussian();
                    for (int t = g * GROUP; t < (g + 1) * GROUP; t++) {
                        weights.set(j, t, centre + SPREAD * random.nextGaussian());
                    }
                }
            }
            all = new TrainAndTest(draw(weights, TRAIN, random), draw(weights, TEST, random));
        }

        private static Dataset draw(Matrix weights, int rows, Random random) {
            Matrix x = Matrix.zeros(rows, FEATURES);
            Matrix y = Matrix.zeros(rows, 2 * GROUP);
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < FEATURES; j++) {
                    x.set(i, j, random.nextGaussian());
                }
                for (int t = 0; t < 2 * GROUP; t++) {
                    double sum = random.nextGaussian();
                    for (int j = 0; j < FEATURES; j++) {
                        sum += x.get(i, j) * weights.get(j, t);
                    }
                    y.set(i, t, sum);
                }
            }
            return Dataset.ofWide(new DenseInputs(x, names("x", FEATURES)), names("task", 2 * GROUP), y);
        }

        private static List<String> names(String stem, int count) {
            return IntStream.rangeClosed(1, count).mapToObj(k -> stem + k).toList();
        }

        TrainAndTest all() {
            return all;
        }

        TrainAndTest first() {
            return all.tasks(0, GROUP);
        }

        TrainAndTest second() {
            return all.tasks(GROUP, 2 * GROUP);
        }
    }
}
