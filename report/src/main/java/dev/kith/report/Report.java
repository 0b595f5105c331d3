package dev.kith.report;

import dev.kith.score.Verdict;
import dev.kith.select.Ensemble;
import dev.kith.select.detail.Details;
import dev.kith.select.unseen.NewTaskResult;
import dev.kith.text.Json;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a report says, before it is drawn. Every part may be missing (null, an empty list, NaN): the page then leaves out
 * what it cannot show.
 *
 * @param headline the result in one plain sentence
 * @param sentences what else a reader who knows nothing yet should hear first, one sentence or two each
 * @param tasks names, all different; whatever speaks of a task uses one of them
 * @param comparison null where nothing was compared, as for a single model
 * @param structure how tasks belong together
 * @param details what held-out rows and coefficients say beyond verdicts; null where that was not asked
 * @param data null where nothing is known about it
 * @param provenance what made this report
 */
public record Report(
        String title,
        String headline,
        List<String> sentences,
        List<String> tasks,
        @Nullable Comparison comparison,
        List<MethodResult> methods,
        TaskStructure structure,
        @Nullable Details details,
        @Nullable DataSummary data,
        Provenance provenance) {
    public Report {
        sentences = List.copyOf(sentences);
        tasks = List.copyOf(tasks);
        methods = List.copyOf(methods);
    }

    /** A title and a headline about some tasks; the rest is added with the methods below. */
    public static Report of(String title, String headline, List<String> tasks) {
        return new Report(
                title, headline, List.of(), tasks, null, List.of(), TaskStructure.NONE, null, null, Provenance.NONE);
    }

    public Report withSentences(List<String> said) {
        return new Report(title, headline, said, tasks, comparison, methods, structure, details, data, provenance);
    }

    /** {@code results} in the order the page lists them. */
    public Report withComparison(@Nullable Comparison compared, List<MethodResult> results) {
        return new Report(title, headline, sentences, tasks, compared, results, structure, details, data, provenance);
    }

    /** Also how tasks that were held out whole fare, beside a comparison. */
    public Report withNewTasks(NewTaskResult found) {
        Comparison old = Objects.requireNonNull(comparison, "a report of new tasks needs a comparison");
        return withComparison(old.with(found), methods);
    }

    /** Methods that nothing was compared with: how their training went. */
    public Report withMethods(List<MethodResult> results) {
        return withComparison(comparison, results);
    }

    /** How tasks belong together. */
    public Report withStructure(TaskStructure learned) {
        return new Report(title, headline, sentences, tasks, comparison, methods, learned, details, data, provenance);
    }

    /** What held-out rows and coefficients say beyond verdicts. */
    public Report withDetails(@Nullable Details found) {
        return new Report(title, headline, sentences, tasks, comparison, methods, structure, found, data, provenance);
    }

    /** Where everything came from. */
    public Report withOrigin(@Nullable DataSummary summary, Provenance made) {
        return new Report(title, headline, sentences, tasks, comparison, methods, structure, details, summary, made);
    }

    /** The same with more said, or otherwise, about what made it. */
    public Report withProvenance(Provenance made) {
        return withOrigin(data, made);
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
     * @param ensemble several methods together; null where that was not tried
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
            @Nullable Ensemble ensemble,
            @Nullable NewTaskResult newTasks) {
        public Comparison {
            verdicts = List.copyOf(verdicts);
        }

        Comparison with(NewTaskResult found) {
            return new Comparison(
                    metric, validation, level, margin, baseline, chosen, majority, verdicts, ensemble, found);
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
}
