package dev.kith.report;

import dev.kith.model.FitReport;
import dev.kith.report.Report.Estimate;
import dev.kith.score.RankingCurve;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

    /** How a fit ended, in words. */
    public static String words(FitReport.Status status) {
        return status.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static Map<String, String> ordered(Map<String, String> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
