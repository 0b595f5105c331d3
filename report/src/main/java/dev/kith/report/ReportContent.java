package dev.kith.report;

import dev.kith.method.Methods;
import dev.kith.report.MethodResult.Training;
import dev.kith.report.Report.Comparison;
import dev.kith.report.Report.Estimate;
import dev.kith.report.Report.TaskVerdict;
import dev.kith.score.Interval;
import dev.kith.score.RankingCurve;
import dev.kith.select.Ensemble;
import dev.kith.select.unseen.NewTaskResult;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A report as the JSON object that {@code --json} prints and the page's scripts read. Parts it lacks are null. */
final class ReportContent {
    private ReportContent() {}

    static Map<String, @Nullable Object> of(Report report) {
        return object(
                "title", report.title(),
                "headline", report.headline(),
                "sentences", report.sentences(),
                "tasks", report.tasks(),
                "comparison", optional(report.comparison(), ReportContent::comparison),
                "methods", report.methods().stream().map(ReportContent::method).toList(),
                "similarities",
                        report.structure().similarities().stream()
                                .map(view -> object(
                                        "name", view.name(),
                                        "explain", view.explain(),
                                        "order", ClusterOrder.of(view.matrix()),
                                        "matrix", view.matrix().map(ReportContent::rounded)))
                                .toList(),
                "graph", optional(report.structure().graph(), ReportContent::graph),
                "tree", optional(report.structure().tree(), ReportContent::tree),
                "directions", optional(report.structure().directions(), ReportContent::directions),
                "details", optional(report.details(), DetailsContent::of),
                "data", optional(report.data(), ReportContent::data),
                "provenance", report.provenance().facts());
    }

    private static Map<String, @Nullable Object> comparison(Comparison comparison) {
        return object(
                "metric",
                object(
                        "name", comparison.metric().name(),
                        "unit", comparison.metric().unit(),
                        "explain", comparison.metric().explain(),
                        "smallerIsBetter", comparison.metric().smallerIsBetter()),
                "validation",
                comparison.validation(),
                "level",
                comparison.level(),
                "margin",
                comparison.margin(),
                "baseline",
                comparison.baseline(),
                "chosen",
                comparison.chosen(),
                "majority",
                optional(
                        comparison.majority(),
                        majority -> object(
                                "class", majority.name(), "accuracy", majority.accuracy(), "rows", majority.rows())),
                "verdicts",
                comparison.verdicts().stream().map(ReportContent::verdict).toList(),
                "ensemble",
                optional(comparison.ensemble(), ReportContent::ensemble),
                "newTasks",
                optional(comparison.newTasks(), ReportContent::newTasks));
    }

    private static Map<String, @Nullable Object> ensemble(Ensemble several) {
        return object(
                "error", several.mean(),
                "improvement", estimate(several.gains().improvement()),
                "overBest", estimate(several.overWinner().improvement()),
                "best", several.best(),
                "drawnRows", several.weights().drawn(),
                "parts",
                        IntStream.range(0, several.parts().size())
                                .mapToObj(k -> object(
                                        "name", several.parts().get(k).name(),
                                        "share", several.shares().get(k),
                                        "perTask",
                                                Arrays.stream(several.weights()
                                                                .perTask()
                                                                .row(k))
                                                        .boxed()
                                                        .toList()))
                                .toList());
    }

    private static Map<String, @Nullable Object> estimate(Interval interval) {
        return estimate(new Estimate(interval.estimate(), interval.low(), interval.high()));
    }

    private static Map<String, @Nullable Object> newTasks(NewTaskResult found) {
        return object(
                "measure", found.measure().key(),
                "level", found.level(),
                "rows", found.rows(),
                "tasks", found.tasks(),
                "tooSmall", found.tooSmall(),
                "sentences", found.sentences(),
                "curves", found.curves().stream().map(ReportContent::curve).toList());
    }

    private static Map<String, @Nullable Object> curve(NewTaskResult.Curve curve) {
        return object(
                "name",
                curve.name(),
                "plain",
                Methods.plainName(curve.name()).orElse(null),
                "refusal",
                curve.refusal().orElse(null),
                "points",
                curve.points().stream()
                        .map(point -> object(
                                "rows", point.rows(),
                                "error", point.error().orElse(Double.NaN),
                                "improvement",
                                        optional(
                                                point.improvement().orElse(null),
                                                gain -> estimate(
                                                        new Estimate(gain.estimate(), gain.low(), gain.high())))))
                        .toList());
    }

    private static Map<String, @Nullable Object> verdict(TaskVerdict verdict) {
        return object(
                "task", verdict.task(),
                "training", verdict.training(),
                "heldOut", verdict.heldOut(),
                "baseline", verdict.baseline(),
                "shared", verdict.shared(),
                "gain", estimate(verdict.gain()),
                "margin", verdict.margin(),
                "verdict", verdict.verdict().name().toLowerCase(Locale.ROOT),
                "tiedTo",
                        verdict.tiedTo().stream()
                                .map(tie -> object("task", tie.task(), "strength", rounded(tie.strength())))
                                .toList());
    }

    private static Map<String, @Nullable Object> method(MethodResult method) {
        Map<String, @Nullable Object> entry = object(
                "name", method.name(),
                "plain", Methods.plainName(method.name()).orElse(null),
                "description", method.description(),
                "error", optional(method.error(), ReportContent::estimate),
                "improvement", optional(method.improvement(), ReportContent::estimate),
                "counts",
                        optional(
                                method.counts(),
                                counts -> object(
                                        "share", counts.share(),
                                        "isolate", counts.isolate(),
                                        "same", counts.same(),
                                        "unclear", counts.unclear())),
                "accuracy", method.accuracy(),
                "perTask", method.perTask());
        entry.putAll(training(method.training()));
        if (method.ranking() != null) {
            entry.put(
                    "ranking",
                    object(
                            "roc", curve(method.ranking().roc()),
                            "precisionRecall", curve(method.ranking().precisionRecall())));
        }
        return entry;
    }

    private static Map<String, @Nullable Object> curve(RankingCurve curve) {
        return object(
                "area",
                curve.area(),
                "values",
                curve.values().stream().map(ReportContent::rounded).toList());
    }

    private static Map<String, @Nullable Object> training(Training training) {
        return object(
                "lambda", training.lambda(),
                "settings", training.settings(),
                "gap", training.gap(),
                "status", training.status(),
                "seconds", training.seconds(),
                "history",
                        training.history().stream()
                                .map(step -> object(
                                        "iteration", step.iteration(),
                                        "objective", step.objective(),
                                        "gap", step.gap()))
                                .toList());
    }

    private static Map<String, @Nullable Object> graph(TaskStructure.Graph graph) {
        return object(
                "name", graph.name(),
                "explain", graph.explain(),
                "edges", graph.edges().stream().map(ReportContent::edge).toList());
    }

    private static Map<String, @Nullable Object> edge(TaskStructure.Edge edge) {
        Map<String, @Nullable Object> entry =
                object("a", edge.a(), "b", edge.b(), "strength", rounded(edge.strength()));
        if (edge.stability() != null) {
            entry.put("stability", rounded(edge.stability()));
        }
        return entry;
    }

    private static Map<String, @Nullable Object> tree(TaskStructure.Tree tree) {
        return object(
                "explain", tree.explain(),
                "nodes",
                        tree.nodes().stream()
                                .map(node -> object(
                                        "name", node.name(),
                                        "parent", node.parent(),
                                        "weight", node.weight(),
                                        "tasks", node.tasks()))
                                .toList());
    }

    private static Map<String, @Nullable Object> directions(Directions directions) {
        return object(
                "explain", directions.explain(),
                "features", directions.features(),
                "shown",
                        directions.shown().stream()
                                .map(direction -> object(
                                        "share", rounded(direction.share()),
                                        "eigenvalue", rounded(direction.eigenvalue()),
                                        "parts",
                                                direction.parts().stream()
                                                        .map(part -> object(
                                                                "feature",
                                                                part.feature(),
                                                                "weight",
                                                                rounded(part.weight())))
                                                        .toList()))
                                .toList(),
                "others", directions.others(),
                "rest", rounded(directions.rest()));
    }

    private static Map<String, @Nullable Object> data(Report.DataSummary data) {
        return object(
                "name", data.name(),
                "features", data.features(),
                "rows", data.rows(),
                "skipped", data.skipped(),
                "labels", data.labels(),
                "heldOut", data.heldOut(),
                "perTask", data.perTask(),
                "missing", data.missing());
    }

    static Map<String, @Nullable Object> estimate(Estimate estimate) {
        return object("value", estimate.value(), "low", estimate.low(), "high", estimate.high());
    }

    private static <P> @Nullable Object optional(@Nullable P part, Function<P, Object> write) {
        return part == null ? null : write.apply(part);
    }

    /** Four decimals are more than a colour shows, and keep 200 x 200 matrices small. */
    private static double rounded(double value) {
        return Math.rint(value * 1e4) / 1e4;
    }

    /** Members in the order written: name, value, name, value, ... */
    static Map<String, @Nullable Object> object(@Nullable Object... members) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            object.put(String.valueOf(members[i]), members[i + 1]);
        }
        return object;
    }
}
