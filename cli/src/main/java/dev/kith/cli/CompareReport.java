package dev.kith.cli;

import dev.kith.cli.report.Report;
import dev.kith.cli.report.Report.Tie;
import dev.kith.cli.report.Ties;
import dev.kith.data.Dataset;
import dev.kith.data.Split;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.Version;
import dev.kith.select.ClassAccuracy;
import dev.kith.select.Contender.Trained;
import dev.kith.select.Gains;
import dev.kith.select.Gains.TaskGain;
import dev.kith.select.HeldOut;
import dev.kith.select.Interval;
import dev.kith.select.Verdict;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A comparison as a report.
 *
 * @param trained the method the verdicts speak of, as it would be used
 * @param training how many labels of each task a model learned from
 */
record CompareReport(CompareResult result, Trained trained, List<Integer> training, Likeness likeness) {
    private static final int TIES = 3;

    static CompareReport of(CompareResult result, Trained trained, List<Integer> training) {
        return new CompareReport(result, trained, training, result.likeness(trained.model()));
    }

    /** Labels of each task that a model learned from, the average over splits. */
    static List<Integer> trainingLabels(Dataset dataset, List<Split> splits) {
        double[] sum = new double[dataset.taskCount()];
        for (Split split : splits) {
            for (int o : split.trainObservations()) {
                sum[dataset.task(o)] += 1.0 / splits.size();
            }
        }
        return Arrays.stream(sum).mapToObj(count -> (int) Math.round(count)).toList();
    }

    CompareWords words() {
        return new CompareWords(result, likeness, this::ties);
    }

    private List<Tie> ties(int t) {
        return likeness.similarity()
                .map(similarity -> Ties.of(t, result.data().tasks(), similarity, TIES))
                .orElse(List.of());
    }

    Report report(String title, List<String> sentences, Map<String, String> provenance) {
        Dataset data = result.data();
        Report.Comparison comparison = new Report.Comparison(
                new Report.Metric(
                        result.measure().key(),
                        "",
                        result.measure().explanation(),
                        !result.measure().higherIsBetter()),
                result.level(),
                result.measure().marginWords(),
                result.methods().get(0).name(),
                result.methods().get(result.best()).name(),
                result.accuracy(0).map(CompareReport::majority).orElse(null),
                IntStream.range(0, data.taskCount()).mapToObj(this::verdict).toList());
        return Report.of(title, words().headline(), data.tasks())
                .withSentences(sentences)
                .withComparison(
                        comparison,
                        IntStream.range(0, result.methods().size())
                                .mapToObj(this::method)
                                .toList())
                .withSimilarities(likeness.similarity().map(this::view).stream().toList())
                .withGraph(likeness.similarity()
                        .map(similarity -> Ties.graph(data.tasks(), similarity))
                        .orElse(null))
                .withOrigin(summary(), provenance);
    }

    private Report.Similarity view(Matrix similarity) {
        return likeness.structure()
                ? new Report.Similarity(
                        "structure",
                        "How alike " + sharedName() + " takes two tasks to be (structure matrix, scaled to 1 on the"
                                + " diagonal).",
                        similarity)
                : new Report.Similarity(
                        "predictions",
                        "How alike the predictions of " + sharedName() + " for two tasks are (correlation).",
                        similarity);
    }

    private static Report.Majority majority(ClassAccuracy accuracy) {
        return new Report.Majority(accuracy.majority(), accuracy.majorityAccuracy(), accuracy.rows());
    }

    private String sharedName() {
        return result.methods().get(result.shared()).name();
    }

    private Report.TaskVerdict verdict(int t) {
        TaskGain gain = result.verdicts().perTask().get(t);
        return new Report.TaskVerdict(
                result.data().tasks().get(t),
                training.get(t),
                gain.heldOut(),
                gain.baseline().orElse(Double.NaN),
                gain.shared().orElse(Double.NaN),
                estimate(gain.gain()),
                gain.margin(),
                gain.verdict(),
                ties(t));
    }

    private static Report.Estimate estimate(Interval interval) {
        return new Report.Estimate(interval.estimate(), finiteOrNaN(interval.low()), finiteOrNaN(interval.high()));
    }

    private static double finiteOrNaN(double value) {
        return Double.isFinite(value) ? value : Double.NaN;
    }

    private Report.MethodResult method(int m) {
        Gains gains = result.gains().get(m);
        HeldOut heldOut = result.heldOut().get(m);
        boolean baseline = m == 0;
        Trained shown = m == result.shared()
                ? trained
                : heldOut.fits().get(heldOut.fits().size() - 1);
        return new Report.MethodResult(
                result.methods().get(m).name(),
                result.methods().get(m).summary(),
                estimate(heldOut.mean(result.measure(), result.level(), result.data())),
                baseline ? null : estimate(gains.improvement()),
                baseline
                        ? null
                        : new Report.Counts(
                                gains.count(Verdict.SHARE),
                                gains.count(Verdict.ISOLATE),
                                gains.count(Verdict.SAME),
                                gains.count(Verdict.UNCLEAR)),
                result.accuracy(m).map(ClassAccuracy::accuracy).orElse(Double.NaN),
                result.scores().get(m).perTask().stream()
                        .map(value -> value.orElse(Double.NaN))
                        .toList(),
                training(shown, heldOut.seconds()));
    }

    /** How it was trained; the time is that of all its trainings, tuning included. */
    private static Report.Training training(Trained shown, double seconds) {
        Map<String, String> settings = new TreeMap<>(shown.chosen());
        String lambda = settings.remove(MethodContender.LAMBDA);
        OptionalDouble value = lambda == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(lambda));
        Report.Training one = Report.Training.of(shown.report(), value.orElse(Double.NaN), settings);
        return new Report.Training(one.lambda(), one.settings(), one.gap(), one.status(), seconds, one.history());
    }

    private Report.DataSummary summary() {
        Dataset data = result.data();
        int[] perTask = data.countPerTask();
        boolean complete = data.inputs().rows() == data.size();
        List<Integer> missing = complete
                ? List.of()
                : Arrays.stream(perTask)
                        .map(count -> data.inputs().rows() - count)
                        .boxed()
                        .toList();
        return new Report.DataSummary(
                data.source().name(),
                data.inputs().features().size(),
                data.source().read(),
                data.source().skipped(),
                training.stream().mapToLong(Integer::longValue).sum(),
                Arrays.stream(result.heldOut().get(0).predictions())
                        .filter(z -> !Double.isNaN(z))
                        .count(),
                training,
                missing);
    }

    /** What every run can say about itself. */
    static Map<String, String> provenance(String command, long seed) {
        Map<String, String> provenance = new LinkedHashMap<>();
        provenance.put("Command", command);
        provenance.put("Version", "kith " + Version.current());
        provenance.put("Seed", Long.toString(seed));
        provenance.put("Linear algebra", LinearAlgebra.best().name());
        provenance.put("Java", Runtime.version().toString());
        return provenance;
    }
}
