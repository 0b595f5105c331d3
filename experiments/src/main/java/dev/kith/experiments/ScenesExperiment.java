package dev.kith.experiments;

import dev.kith.cli.reproduce.Experiment;
import dev.kith.cli.reproduce.Outcome;
import dev.kith.cli.reproduce.Plot;
import dev.kith.cli.reproduce.Scope;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.table.Tables;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.structure.ties.LearnedGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Fifteen kinds of scenes, one task for each: accuracy of the class with the largest prediction. */
final class ScenesExperiment implements Experiment {
    private static final int[] SIZES = {50, 100, 150};
    private static final int REPETITIONS = 20;
    /** Repetitions with many features, which take a minute each. */
    private static final int FEW = 1;

    private static final int FEATURES = 3000;
    /** Of the Gaussian kernel on standardised descriptors; single tasks are best near it. */
    private static final double WIDTH = 30;
    /** Of the labels 1 to 15, which the file does not name: the number of images of each class gives them away. */
    private static final List<String> NAMES = List.of(
            "suburb",
            "coast",
            "forest",
            "highway",
            "inside city",
            "mountain",
            "open country",
            "street",
            "tall building",
            "office",
            "bedroom",
            "industrial",
            "kitchen",
            "living room",
            "store");

    private static final Set<String> NATURAL = Set.of("coast", "forest", "mountain", "open country");
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
        List<LearnedGraph> graphs = new ArrayList<>();
        int[] better = new int[2];
        for (int s = 0; s < (scope.quick() ? 1 : SIZES.length); s++) {
            add(rows, better, s, "119", accuracies(scenes, SIZES[s], scope.quick() ? 1 : REPETITIONS, scope, graphs));
        }
        if (!scope.quick()) {
            Dataset fourier = new FourierFeatures(FEATURES, WIDTH, scope.seed()).of(scenes);
            add(rows, better, 0, "3,000", accuracies(fourier, SIZES[0], FEW, scope, new ArrayList<>()));
        }
        LearnedGraph last = graphs.get(graphs.size() - 1);
        return new Outcome(
                "Sharing is more accurate than single tasks in " + better[0] + " of " + better[1]
                        + " cases; published: in all. " + ties(graphs),
                "descriptors of 119 numbers, and 3,000 random Fourier features of them, instead of the papers' codes of"
                        + " thousands; tested on all images not trained on",
                List.of("features", "images a class", "method", "accuracy %", "published %"),
                rows,
                List.of(
                        Plot.network(
                                "Scenes tied by sparse relations, last repetition with the most images (non-zeros of A;"
                                        + " thicker: stronger, dashed: opposite). Scenes that are easily taken for one"
                                        + " another push each other away, so their tie is negative.",
                                last),
                        Plot.heat("Sizes of all relations, the strongest being 1", NAMES, sizes(last))));
    }

    /** Rows of one size; counts the cases and those where sharing is better. */
    private static void add(
            List<List<String>> rows, int[] better, int size, String features, Map<String, List<Double>> accuracy) {
        double alone = Numbers.mean(accuracy.getOrDefault("STL", List.of()));
        accuracy.forEach((method, values) -> {
            rows.add(List.of(
                    features,
                    Integer.toString(SIZES[size]),
                    method,
                    Numbers.meanAndDeviation("%.2f", values),
                    PUBLISHED.getOrDefault(method, List.of("-", "-", "-")).get(size)));
            better[0] += Numbers.mean(values) > alone ? 1 : 0;
            better[1] += method.equals("STL") ? 0 : 1;
        });
    }

    /** How the ties found divide over natural scenes and what people built. */
    private static String ties(List<LearnedGraph> graphs) {
        int[] found = new int[3];
        int[] possible = new int[3];
        for (int b = 0; b < NAMES.size(); b++) {
            for (int a = 0; a < b; a++) {
                possible[kind(a, b)] += graphs.size();
            }
        }
        graphs.forEach(graph -> graph.ties().forEach(tie -> found[kind(tie.a(), tie.b())]++));
        return String.format(
                Locale.ROOT,
                "Sparse relations tie %.0f%% of the pairs of natural scenes, %.0f%% of those of built ones and %.0f%%"
                        + " of the pairs between; published: few between.",
                100.0 * found[2] / possible[2],
                100.0 * found[0] / possible[0],
                100.0 * found[1] / possible[1]);
    }

    /** How many of two scenes are natural. */
    private static int kind(int a, int b) {
        return (NATURAL.contains(NAMES.get(a)) ? 1 : 0) + (NATURAL.contains(NAMES.get(b)) ? 1 : 0);
    }

    private static Matrix sizes(LearnedGraph graph) {
        double strongest = graph.ties().stream()
                .mapToDouble(tie -> Math.abs(tie.similarity()))
                .max()
                .orElse(1);
        Matrix sizes = Matrix.zeros(NAMES.size(), NAMES.size());
        for (LearnedGraph.Tie tie : graph.ties()) {
            double size = Math.abs(tie.similarity()) / strongest;
            sizes.set(tie.a(), tie.b(), size);
            sizes.set(tie.b(), tie.a(), size);
        }
        return sizes;
    }

    private static Map<String, List<Double>> accuracies(
            Dataset scenes, int size, int repetitions, Scope scope, List<LearnedGraph> graphs) {
        Map<String, List<Double>> accuracy = new LinkedHashMap<>();
        for (int r = 0; r < repetitions; r++) {
            boolean[] training = training(scenes, size, new SplittableRandom(scope.seed() + 1000L * r));
            Dataset train = part(scenes, training, true);
            Dataset test = part(scenes, training, false);
            for (ConvexMethod method : ConvexMethod.published()) {
                scope.progress().accept("scenes: " + size + " images, repetition " + (r + 1) + ", " + method.name());
                Model model = method.tuned(train, TargetScale.NONE, scope.seed(), ScenesExperiment::wrong);
                accuracy.computeIfAbsent(method.name(), m -> new ArrayList<>())
                        .add(100 * (1 - wrong(test, model.predict(test.inputs()))));
                if (method.name().equals("sparse")) {
                    graphs.add(LearnedGraph.of(
                            NAMES, model.structure().orElseThrow().dense(), OptionalDouble.empty()));
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

    /** Share of rows where another class has as large a prediction as their own: ties are no answer. */
    static double wrong(Dataset test, Matrix predictions) {
        int rows = 0;
        int wrong = 0;
        for (int o = 0; o < test.size(); o++) {
            if (test.label(o) > 0) {
                double[] all = predictions.row(test.row(o));
                double own = all[test.task(o)];
                rows++;
                wrong += Arrays.stream(all).filter(other -> other >= own).count() > 1 ? 1 : 0;
            }
        }
        return (double) wrong / rows;
    }
}
