package dev.kith.report;

import dev.kith.data.Dataset;
import dev.kith.linalg.Matrix;
import dev.kith.report.Report.Tie;
import dev.kith.score.Interval;
import dev.kith.score.RankingCurve;
import dev.kith.score.Verdict;
import dev.kith.select.Choice;
import dev.kith.select.ClassAccuracy;
import dev.kith.select.Comparison;
import dev.kith.select.Comparison.Compared;
import dev.kith.select.Contender.Trained;
import dev.kith.select.Gains;
import dev.kith.select.Gains.TaskGain;
import dev.kith.select.HeldOut;
import dev.kith.select.Likeness;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A comparison as a report: what {@code kith compare} writes as a page and as JSON. */
public final class ComparisonReport {
    private static final int TIES = 3;

    private final Comparison result;
    private final Trained trained;
    private final Likeness likeness;

    private ComparisonReport(Comparison result) {
        this.result = result;
        this.trained = result.shown();
        this.likeness = result.likeness();
    }

    /**
     * The report of a comparison; trains the method that verdicts are of on all rows if that was not done yet.
     *
     * @param sentences what is said below the headline, usually {@link Comparison#sentences()}
     * @param provenance where the numbers come from, usually {@link Provenance#of(String, long)}
     */
    public static Report of(Comparison result, String title, List<String> sentences, Provenance provenance) {
        return new ComparisonReport(result).report(title, sentences, provenance);
    }

    private List<Tie> ties(int t) {
        return likeness.similarity()
                .map(similarity -> Ties.of(t, result.judged().tasks(), similarity, TIES))
                .orElse(List.of());
    }

    private Report report(String title, List<String> sentences, Provenance provenance) {
        Dataset data = result.judged();
        Report.Comparison comparison = new Report.Comparison(
                new Report.Metric(
                        result.measure().key(),
                        "",
                        result.measure().explanation(),
                        !result.measure().higherIsBetter()),
                result.validation(),
                result.level(),
                result.measure().marginWords(),
                result.baseline().name(),
                result.winner().name(),
                result.accuracy(result.baseline())
                        .map(ComparisonReport::majority)
                        .orElse(null),
                IntStream.range(0, data.taskCount()).mapToObj(this::verdict).toList(),
                result.ensemble().orElse(null),
                null);
        return Report.of(title, result.headline(), data.tasks())
                .withSentences(sentences)
                .withComparison(
                        comparison, result.methods().stream().map(this::method).toList())
                .withStructure(structure(data.tasks()))
                .withOrigin(summary(), provenance);
    }

    private TaskStructure structure(List<String> tasks) {
        return TaskStructure.NONE
                .withSimilarities(drawn().map(this::view).stream().toList())
                .withGraph(
                        drawn().map(similarity -> Ties.graph(tasks, similarity)).orElse(null))
                .withDirections(Directions.of(trained.model()));
    }

    /** How alike tasks are, where they are few enough to draw. */
    private Optional<Matrix> drawn() {
        return likeness.similarity().filter(similarity -> similarity.rows() <= ModelReport.MOST_DRAWN);
    }

    private TaskStructure.Similarity view(Matrix similarity) {
        return likeness.structure()
                ? new TaskStructure.Similarity(
                        "structure",
                        "How alike " + result.sharing().name()
                                + " takes two tasks to be (structure matrix, scaled to 1 on the" + " diagonal).",
                        similarity)
                : new TaskStructure.Similarity(
                        "predictions",
                        "How alike the predictions of " + result.sharing().name() + " for two tasks are (correlation).",
                        similarity);
    }

    private static Report.Majority majority(ClassAccuracy accuracy) {
        return new Report.Majority(accuracy.majority(), accuracy.majorityAccuracy(), accuracy.rows());
    }

    private Report.TaskVerdict verdict(int t) {
        TaskGain gain = result.sharing().gains().perTask().get(t);
        return new Report.TaskVerdict(
                result.judged().tasks().get(t),
                result.trainingLabels().get(t),
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

    private MethodResult method(Compared compared) {
        Gains gains = compared.gains();
        HeldOut heldOut = compared.heldOut();
        boolean baseline = compared.equals(result.baseline());
        Trained shown = compared.equals(result.sharing())
                ? trained
                : heldOut.fits().get(heldOut.fits().size() - 1);
        return new MethodResult(
                compared.name(),
                compared.method().meaning(),
                estimate(result.judged(heldOut).mean(result.measure(), result.level(), result.judged())),
                baseline ? null : estimate(gains.improvement()),
                baseline
                        ? null
                        : new MethodResult.Counts(
                                gains.count(Verdict.SHARE),
                                gains.count(Verdict.ISOLATE),
                                gains.count(Verdict.SAME),
                                gains.count(Verdict.UNCLEAR)),
                result.accuracy(compared).map(ClassAccuracy::accuracy).orElse(Double.NaN),
                compared.scores().perTask().stream()
                        .map(value -> value.orElse(Double.NaN))
                        .toList(),
                training(shown, heldOut.seconds()),
                ranking(heldOut));
    }

    /** Where labels are classes and every row was judged by itself. */
    private MethodResult.@Nullable Ranking ranking(HeldOut heldOut) {
        Dataset judged = result.judged();
        boolean chosen = result.data().columns().choice().isPresent();
        if (chosen || judged.classes().isEmpty() || judged.collapsed().isPresent()) {
            return null;
        }
        RankingCurve roc = heldOut.roc(judged);
        return roc.values().isEmpty() ? null : new MethodResult.Ranking(roc, heldOut.precisionRecall(judged));
    }

    /** How it was trained; the time is that of all its trainings, tuning included. */
    private static MethodResult.Training training(Trained shown, double seconds) {
        Map<String, String> settings = new TreeMap<>(shown.chosen());
        String lambda = settings.remove(Choice.LAMBDA);
        OptionalDouble value = lambda == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(lambda));
        MethodResult.Training one = MethodResult.Training.of(shown.report(), value.orElse(Double.NaN), settings);
        return new MethodResult.Training(one.lambda(), one.settings(), one.gap(), one.status(), seconds, one.history());
    }

    private Report.DataSummary summary() {
        Dataset data = result.data().columns().choice().isPresent() ? result.judged() : result.data();
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
                result.trainingLabels().stream().mapToLong(Integer::longValue).sum(),
                Arrays.stream(result.judged(result.baseline().heldOut()).predictions())
                        .filter(z -> !Double.isNaN(z))
                        .count(),
                result.trainingLabels(),
                missing);
    }
}
