package dev.kith.report;

import dev.kith.linalg.Matrix;
import dev.kith.report.MethodResult.Counts;
import dev.kith.report.MethodResult.Step;
import dev.kith.report.MethodResult.Training;
import dev.kith.report.Report.Comparison;
import dev.kith.report.Report.DataSummary;
import dev.kith.report.Report.Estimate;
import dev.kith.report.Report.Metric;
import dev.kith.report.Report.TaskVerdict;
import dev.kith.report.Report.Tie;
import dev.kith.report.TaskStructure.Node;
import dev.kith.report.TaskStructure.Similarity;
import dev.kith.report.TaskStructure.Tree;
import dev.kith.score.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Made-up reports of any size with a planted structure: groups of like tasks, the last task of each turned round. */
final class Reports {
    private static final List<String> NAMES =
            List.of("stl", "pooled", "mean", "mtfl", "mtrl", "okl", "cluster", "sparse");
    private static final List<String> DESCRIPTIONS = List.of(
            "every task alone",
            "one model for all tasks",
            "tasks near their common mean",
            "a few features shared by all tasks",
            "learned relations between tasks",
            "learned output kernel",
            "groups of like tasks, learned",
            "sparse relations between tasks");
    private static final int GROUP = 5;
    /** A task whose held-out labels are all equal has no error and no gain. */
    private static final int UNKNOWN = 150;

    private final List<String> tasks;
    private final int count;
    private final Random random;

    private Reports(int count, IntFunction<String> name, long seed) {
        this.tasks = IntStream.range(0, count).mapToObj(name).toList();
        this.count = count;
        this.random = new Random(seed);
    }

    /** A full report on {@code count} tasks called by {@code name}. */
    static Report of(int count, IntFunction<String> name) {
        return new Reports(count, name, 7).report();
    }

    static Report of(int count) {
        return of(count, t -> "school-" + (t + 1));
    }

    private Report report() {
        Matrix structure = structure();
        List<MethodResult> methods =
                IntStream.range(0, NAMES.size()).mapToObj(this::method).toList();
        List<TaskVerdict> verdicts =
                IntStream.range(0, count).mapToObj(t -> verdict(t, structure)).toList();
        return Report.of(
                        "Does sharing help? schools.csv",
                        "Sharing helps: mtrl predicts better than learning each task alone.",
                        tasks)
                .withSentences(List.of(
                        "The normalised error falls from 0.76 to 0.71.",
                        "Every method was tuned on the same folds; intervals hold at 95%."))
                .withComparison(
                        new Comparison(
                                new Metric(
                                        "nMSE",
                                        "",
                                        "Mean squared error over the variance of the task: 0 is perfect, 1 is no better"
                                                + " than the mean.",
                                        true),
                                "5-fold cross-validation",
                                0.95,
                                "1% of the error alone",
                                "stl",
                                "mtrl",
                                null,
                                verdicts,
                                null,
                                null),
                        methods)
                .withStructure(TaskStructure.NONE
                        .withSimilarities(List.of(
                                new Similarity("structure", "How alike mtrl takes two tasks to be.", structure),
                                new Similarity("predictions", "Correlation of predictions.", structure)))
                        .withGraph(Ties.strongest("correlation", "Ties that mtrl learned.", tasks, structure))
                        .withTree(tree()))
                .withOrigin(
                        new DataSummary(
                                "schools.csv",
                                27,
                                15362,
                                3,
                                15362,
                                15362,
                                IntStream.range(0, count)
                                        .map(t -> 20 + 7 * (t % 30))
                                        .boxed()
                                        .toList(),
                                IntStream.range(0, count)
                                        .map(t -> t % 4)
                                        .boxed()
                                        .toList()),
                        provenance());
    }

    private Matrix structure() {
        Matrix structure = Matrix.identity(count);
        for (int t = 0; t < count; t++) {
            for (int s = 0; s < t; s++) {
                boolean together = t / GROUP == s / GROUP;
                boolean turned = t % GROUP == GROUP - 1;
                double strength = together ? (turned ? -0.6 : 0.8) : 0;
                double value = strength + 0.15 * random.nextGaussian();
                structure.set(t, s, Math.max(-1, Math.min(1, value)));
                structure.set(s, t, structure.get(t, s));
            }
        }
        return structure;
    }

    private MethodResult method(int m) {
        double error = 0.76 - (m == 4 ? 0.05 : 0.01 * (m % 4));
        List<Double> perTask = IntStream.range(0, count)
                .mapToObj(t -> error + 0.1 * random.nextGaussian())
                .toList();
        List<Step> history = IntStream.range(0, 20)
                .mapToObj(i -> new Step(5 * i, 1 + Math.exp(-0.3 * i), Math.exp(-(0.3 + 0.05 * m) * i)))
                .toList();
        Training training = new Training(
                0.01 * (m + 1), m % 2 == 0 ? Map.of() : Map.of("rho", "0.5"), 1e-7, "converged", 1.5 + m, history);
        Estimate improvement = m == 0 ? null : new Estimate(0.01 * (m % 4), 0.01 * (m % 4) - 0.02, 0.01 * m + 0.02);
        Counts counts = m == 0 ? null : new Counts(count / 2, count / 6, 0, count - count / 2 - count / 6);
        return new MethodResult(
                NAMES.get(m),
                DESCRIPTIONS.get(m),
                new Estimate(error, error - 0.03, error + 0.03),
                improvement,
                counts,
                Double.NaN,
                perTask,
                training);
    }

    private TaskVerdict verdict(int t, Matrix structure) {
        double gain = 0.06 + 0.08 * random.nextGaussian();
        double half = 0.02 + 0.06 * random.nextDouble();
        Verdict verdict = gain - half > 0 ? Verdict.SHARE : gain + half < 0 ? Verdict.ISOLATE : Verdict.UNCLEAR;
        double baseline = 0.7 + 0.1 * random.nextGaussian();
        List<Tie> ties = IntStream.range(0, count)
                .filter(s -> s != t)
                .boxed()
                .sorted(Comparator.comparingDouble(s -> -Math.abs(structure.get(t, s))))
                .limit(3)
                .map(s -> new Tie(tasks.get(s), structure.get(t, s)))
                .toList();
        Estimate interval = new Estimate(gain, gain - half, gain + half);
        if (t % 9 == 4) {
            interval = new Estimate(0, -0.002, 0.003);
            verdict = Verdict.SAME;
        }
        if (t == UNKNOWN) {
            interval = Estimate.of(Double.NaN);
            verdict = Verdict.UNCLEAR;
        }
        return new TaskVerdict(
                tasks.get(t), 20 + 7 * (t % 30), 5 + t % 30, baseline, baseline - gain, interval, 0.007, verdict, ties);
    }

    private Tree tree() {
        List<Node> nodes = new ArrayList<>();
        nodes.add(new Node("all", -1, 0.5, count));
        for (int g = 0; g * GROUP < count; g++) {
            int size = Math.min(GROUP, count - g * GROUP);
            nodes.add(new Node("group " + (g + 1), 0, 0.1 * random.nextDouble(), size));
            int parent = nodes.size() - 1;
            for (int t = g * GROUP; t < g * GROUP + size; t++) {
                nodes.add(new Node(tasks.get(t), parent, 0.02 * random.nextDouble(), 1));
            }
        }
        return new Tree("What each group of tasks counts for in the predictions.", nodes);
    }

    private static Provenance provenance() {
        Map<String, String> provenance = new LinkedHashMap<>();
        provenance.put(
                "Command", "kith compare schools.csv --task school --target score --seed 1 --report schools.html");
        provenance.put("Version", "kith 0.1.0");
        provenance.put("Seed", "1");
        provenance.put("Data (sha256)", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08");
        return new Provenance(provenance);
    }
}
