package dev.kith.report;

import dev.kith.linalg.Matrix;
import dev.kith.model.FitReport;
import dev.kith.score.RankingCurve;
import dev.kith.score.Verdict;
import dev.kith.select.detail.Details;
import dev.kith.select.unseen.NewTaskResult;
import dev.kith.text.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a report says, before it is drawn. Every part may be missing (null, an empty list, NaN): the page then leaves out
 * what it cannot show.
 *
 * @param headline the result in one plain sentence
 * @param sentences what else a reader who knows nothing yet should hear first, one sentence or two each
 * @param tasks names, all different; whatever speaks of a task uses one of them
 * @param comparison null where nothing was compared, as for a single model
 * @param similarities task x task matrices, the most telling one first
 * @param directions null where tasks do not share any
 * @param details what held-out rows and coefficients say beyond verdicts; null where that was not asked
 * @param data null where nothing is known about it
 * @param provenance what made this report, by name, in order
 */
public record Report(
        String title,
        String headline,
        List<String> sentences,
        List<String> tasks,
        @Nullable Comparison comparison,
        List<MethodResult> methods,
        List<Similarity> similarities,
        @Nullable Graph graph,
        @Nullable Tree tree,
        @Nullable Directions directions,
        @Nullable Details details,
        @Nullable DataSummary data,
        Map<String, String> provenance) {
    public Report {
        sentences = List.copyOf(sentences);
        tasks = List.copyOf(tasks);
        methods = List.copyOf(methods);
        similarities = List.copyOf(similarities);
        provenance = ordered(provenance);
    }

    /** A title and a headline about some tasks; the rest is added with the methods below. */
    public static Report of(String title, String headline, List<String> tasks) {
        return new Report(
                title, headline, List.of(), tasks, null, List.of(), List.of(), null, null, null, null, null, Map.of());
    }

    public Report withSentences(List<String> said) {
        return new Report(
                title,
                headline,
                said,
                tasks,
                comparison,
                methods,
                similarities,
                graph,
                tree,
                directions,
                details,
                data,
                provenance);
    }

    /** {@code results} in the order the page lists them. */
    public Report withComparison(@Nullable Comparison compared, List<MethodResult> results) {
        return new Report(
                title,
                headline,
                sentences,
                tasks,
                compared,
                results,
                similarities,
                graph,
                tree,
                directions,
                details,
                data,
                provenance);
    }

    /** Also how tasks that were held out whole fare, beside a comparison. */
    public Report withNewTasks(NewTaskResult found) {
        Comparison old = java.util.Objects.requireNonNull(comparison, "a report of new tasks needs a comparison");
        return withComparison(
                new Comparison(
                        old.metric,
                        old.validation,
                        old.level,
                        old.margin,
                        old.baseline,
                        old.chosen,
                        old.majority,
                        old.verdicts,
                        found),
                methods);
    }

    /** Methods that nothing was compared with: how their training went. */
    public Report withMethods(List<MethodResult> results) {
        return withComparison(comparison, results);
    }

    public Report withSimilarities(List<Similarity> matrices) {
        return new Report(
                title,
                headline,
                sentences,
                tasks,
                comparison,
                methods,
                matrices,
                graph,
                tree,
                directions,
                details,
                data,
                provenance);
    }

    public Report withGraph(@Nullable Graph drawn) {
        return new Report(
                title,
                headline,
                sentences,
                tasks,
                comparison,
                methods,
                similarities,
                drawn,
                tree,
                directions,
                details,
                data,
                provenance);
    }

    public Report withTree(@Nullable Tree drawn) {
        return new Report(
                title,
                headline,
                sentences,
                tasks,
                comparison,
                methods,
                similarities,
                graph,
                drawn,
                directions,
                details,
                data,
                provenance);
    }

    public Report withDirections(@Nullable Directions shared) {
        return new Report(
                title,
                headline,
                sentences,
                tasks,
                comparison,
                methods,
                similarities,
                graph,
                tree,
                shared,
                details,
                data,
                provenance);
    }

    /** What held-out rows and coefficients say beyond verdicts. */
    public Report withDetails(@Nullable Details found) {
        return new Report(
                title,
                headline,
                sentences,
                tasks,
                comparison,
                methods,
                similarities,
                graph,
                tree,
                directions,
                found,
                data,
                provenance);
    }

    /** Where everything came from. */
    public Report withOrigin(@Nullable DataSummary summary, Map<String, String> made) {
        return new Report(
                title,
                headline,
                sentences,
                tasks,
                comparison,
                methods,
                similarities,
                graph,
                tree,
                directions,
                details,
                summary,
                made);
    }

    /** Everything the page shows, as one JSON object. */
    public String json() {
        return Json.of(ReportContent.of(this));
    }

    /**
     * How methods were compared.
     *
     * @param validation how rows were held out, e.g. {@code 5-fold cross-validation}
     * @param level how sure the intervals are, e.g. 0.95; NaN where there are none
     * @param margin in words, up to which size differences count as none
     * @param baseline name of the method that learns every task alone
     * @param chosen name of the method to use; the verdicts speak of it, or of the best other one where it is the
     *     baseline
     * @param majority null where tasks are not classes
     * @param verdicts task by task, in task order; empty where none were drawn
     * @param newTasks how tasks that were held out whole fare; null where that was not asked
     */
    public record Comparison(
            Metric metric,
            String validation,
            double level,
            String margin,
            String baseline,
            String chosen,
            @Nullable Majority majority,
            List<TaskVerdict> verdicts,
            @Nullable NewTaskResult newTasks) {
        public Comparison {
            verdicts = List.copyOf(verdicts);
        }
    }

    /**
     * How predictions are judged.
     *
     * @param unit what follows each number, such as {@code %}; may be empty
     * @param explain one sentence for somebody who has not met this measure
     * @param smallerIsBetter false for AUC and the like
     */
    public record Metric(String name, String unit, String explain, boolean smallerIsBetter) {}

    /** Of several classes the most frequent, and the share of rows that always answering it gets right. */
    public record Majority(String name, double accuracy, int rows) {}

    /** A number and the interval it lies in; the ends are NaN where unknown. */
    public record Estimate(double value, double low, double high) {
        public static Estimate of(double value) {
            return new Estimate(value, Double.NaN, Double.NaN);
        }
    }

    /**
     * One task under the method the verdicts speak of.
     *
     * @param training labels of this task a model learns from; the average over folds in cross-validation
     * @param heldOut labels of this task that predictions were judged on
     * @param baseline measure of the task learned alone
     * @param shared measure of the task learned with the others
     * @param gain how much better sharing is, in the metric's units: positive is better for every metric
     * @param margin gains and losses up to this size count as none
     * @param tiedTo the tasks it shares most with, strongest first
     */
    public record TaskVerdict(
            String task,
            long training,
            long heldOut,
            double baseline,
            double shared,
            Estimate gain,
            double margin,
            Verdict verdict,
            List<Tie> tiedTo) {
        public TaskVerdict {
            tiedTo = List.copyOf(tiedTo);
        }
    }

    /** Another task and how strongly it pulls, from -1 (opposite) to 1 (alike). */
    public record Tie(String task, double strength) {}

    /**
     * What one method reached on held-out rows.
     *
     * @param error the metric over all tasks; null where nothing was held out
     * @param improvement over the baseline, normalised (0.1 = a tenth better); null for the baseline itself
     * @param counts how many tasks have which verdict; null where no verdicts were drawn
     * @param accuracy share of rows given the right one of several classes; NaN where tasks are not classes
     * @param perTask the metric in task order; empty where nothing was held out
     * @param ranking how well its decisions rank classes; null where there are none
     */
    public record MethodResult(
            String name,
            String description,
            @Nullable Estimate error,
            @Nullable Estimate improvement,
            @Nullable Counts counts,
            double accuracy,
            List<Double> perTask,
            Training training,
            @Nullable Ranking ranking) {
        public MethodResult {
            perTask = List.copyOf(perTask);
        }

        /** Without curves of its decisions. */
        public MethodResult(
                String name,
                String description,
                @Nullable Estimate error,
                @Nullable Estimate improvement,
                @Nullable Counts counts,
                double accuracy,
                List<Double> perTask,
                Training training) {
            this(name, description, error, improvement, counts, accuracy, perTask, training, null);
        }

        /** The same with curves of its decisions on rows it did not learn from. */
        public MethodResult withRanking(@Nullable Ranking curves) {
            return new MethodResult(name, description, error, improvement, counts, accuracy, perTask, training, curves);
        }
    }

    /** ROC curve, and precision against recall; averages over tasks. */
    public record Ranking(RankingCurve roc, RankingCurve precisionRecall) {}

    /** Numbers of tasks by verdict. */
    public record Counts(int share, int isolate, int same, int unclear) {}

    /**
     * How a method was trained on all data, or on the last fold.
     *
     * @param lambda NaN where the method has none
     * @param settings further parameters by name, in order
     * @param gap relative duality gap at the end; NaN where there is no bound
     * @param status how it ended, in words; may be empty
     * @param seconds NaN where not measured
     * @param history oldest first; may be empty
     */
    public record Training(
            double lambda,
            Map<String, String> settings,
            double gap,
            String status,
            double seconds,
            List<Step> history) {
        public Training {
            settings = ordered(settings);
            history = List.copyOf(history);
        }

        /** What a fit says about itself, with the parameters it was given. */
        public static Training of(FitReport fit, double lambda, Map<String, String> settings) {
            List<Step> history = fit.history().stream()
                    .map(step -> new Step(step.iteration(), step.objective(), step.gap()))
                    .toList();
            return new Training(lambda, settings, fit.gap(), words(fit.status()), fit.seconds(), history);
        }
    }

    /** Objective and relative gap at an iteration; NaN where not known. */
    public record Step(int iteration, double objective, double gap) {}

    /** A task x task matrix with entries from -1 (opposite) to 1 (alike). */
    public record Similarity(String name, String explain, Matrix matrix) {}

    /** Ties between tasks, drawn as lines. {@code name} is what the strength is, e.g. "partial correlation". */
    public record Graph(String name, String explain, List<Edge> edges) {
        public Graph {
            edges = List.copyOf(edges);
        }
    }

    /**
     * Tasks a and b with a strength from -1 to 1, not 0.
     *
     * @param stability the share of refits to resampled data in which the tie appeared; null where there were none
     */
    public record Edge(
            String a, String b, double strength, @Nullable Double stability) {
        public Edge(String a, String b, double strength) {
            this(a, b, strength, null);
        }
    }

    /** Nested sets of tasks and what each counts for; parents stand before their children. */
    public record Tree(String explain, List<Node> nodes) {
        public Tree {
            nodes = List.copyOf(nodes);
            for (int i = 0; i < nodes.size(); i++) {
                int parent = nodes.get(i).parent;
                if (!(parent >= -1 && parent < i)) {
                    throw new IllegalArgumentException(
                            "parent of node " + i + " must stand before it or be -1, got " + parent);
                }
            }
        }
    }

    /** {@code parent} is a position in the list of nodes, -1 for a root; {@code tasks} how many tasks are in it. */
    public record Node(String name, int parent, double weight, int tasks) {}

    /**
     * The data behind the report.
     *
     * @param skipped rows left out because they had no label at all
     * @param labels used for learning; with cross-validation all labels
     * @param heldOut predicted without having been learned from; with cross-validation all labels again
     * @param perTask labels used for learning, in task order
     * @param missing blank labels, in task order; empty where no label can be missing (one row, one label)
     */
    public record DataSummary(
            String name,
            int features,
            long rows,
            long skipped,
            long labels,
            long heldOut,
            List<Integer> perTask,
            List<Integer> missing) {
        public DataSummary {
            perTask = List.copyOf(perTask);
            missing = List.copyOf(missing);
        }
    }

    /** How a fit ended, in words. */
    public static String words(FitReport.Status status) {
        return status.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static Map<String, String> ordered(Map<String, String> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
