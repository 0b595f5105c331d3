package dev.kith.cli.text;

import dev.kith.convex.ApproximationError;
import dev.kith.method.KernelWidth;
import dev.kith.method.Parameter;
import dev.kith.method.Settings;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.FitReport.Status;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.TreeModel;
import dev.kith.select.Choice;
import dev.kith.text.Words;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What {@code kith fit} says of a fit: what was chosen, how it ended. */
public final class FitText {
    private FitText() {}

    /** The method, its settings, and who chose them. */
    public static String of(Choice choice) {
        Settings settings = choice.setup().settings();
        boolean own = settings.has(KernelWidth.NAME) && !choice.setup().kernel().open();
        String kernel = own
                ? "gaussian"
                : settings.has("kernels") ? "each task's own" : choice.kernel().spec();
        StringBuilder text = new StringBuilder("Method " + choice.method().name() + ": "
                + choice.method().meaning() + "; " + choice.setup().losses().name() + " loss, " + kernel + " kernel");
        choice.lambda()
                .ifPresent(lambda -> text.append(", ").append(choice.describe(Choice.LAMBDA, Words.number(lambda))));
        for (Parameter parameter : choice.method().parameters()) {
            if (settings.has(parameter.name())) {
                text.append(", ").append(choice.describe(parameter.name(), settings.shown(parameter.name())));
            }
        }
        if (choice.setup().transforming().wanted() || choice.by().containsKey(Choice.TRANSFORM)) {
            text.append(", ")
                    .append(choice.describe(
                            Choice.TRANSFORM, choice.setup().transforming().spec()));
        }
        return text.append('.').toString();
    }

    /** How a fit ended; where there is no gap, how far from a stationary point, if the model says so. */
    public static String of(Fit<? extends Model> fit) {
        FitReport report = fit.report();
        if (fit.model() instanceof TreeModel trees) {
            return "Grown: " + trees.trees() + ", mean loss on rows held out " + Words.number(report.objective())
                    + " in units of the fit, " + Words.number(report.seconds()) + " s.";
        }
        if (Double.isNaN(report.objective())) {
            return "Solved in closed form, " + Words.number(report.seconds()) + " s.";
        }
        String end = Map.of(
                        Status.CONVERGED, "Converged",
                        Status.MAX_ITERATIONS, "NOT converged, stopped at --max-iterations",
                        Status.STALLED, "NOT converged, rounding errors allow no better",
                        Status.INTERRUPTED, "NOT converged, interrupted")
                .get(report.status());
        String bound = Double.isNaN(report.gap())
                ? ", a stationary point of a problem that is not convex (no gap), "
                        + violation(fit.model().info())
                : ", relative gap " + Words.number(report.gap()) + ", ";
        return end + ": objective " + Words.number(report.objective()) + bound
                + Words.count(report.iterations(), "iteration") + ", " + Words.number(report.seconds()) + " s.";
    }

    /** In place of a gap: how far the optimality conditions are from holding, where a model says it. */
    public static String violation(ModelInfo info) {
        String violation = info.parameters().get(ModelInfo.VIOLATION);
        return violation == null
                ? ""
                : "not proven global, violation " + Words.number(Double.parseDouble(violation)) + ", ";
    }

    /** What an approximation of the kernel costs. */
    public static String of(ApproximationError error) {
        return "Kernel approximated by " + error.approximation().spec().replace(":", " ") + ": on "
                + Words.count(error.observations(), "label")
                + " left out its predictions differ from the exact fit's by "
                + Words.number(100 * error.difference()) + "% of their deviation.";
    }

    /** The same as JSON content. */
    public static Map<String, @Nullable Object> content(
            Choice choice,
            Fit<? extends Model> fit,
            Optional<RelationText> study,
            Optional<ApproximationError> approximated) {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("method", choice.method().name());
        content.put("loss", fit.model().info().loss());
        content.put("kernel", fit.model().info().kernel());
        content.put("lambda", choice.lambda().orElse(Double.NaN));
        content.put("tuned", choice.tuned());
        content.put("chosenBy", choice.by());
        content.put("parameters", fit.model().info().parameters());
        content.put("status", fit.report().status().name().toLowerCase(Locale.ROOT));
        content.put("objective", fit.report().objective());
        content.put("gap", fit.report().gap());
        content.put("iterations", fit.report().iterations());
        content.put("seconds", fit.report().seconds());
        study.ifPresent(s -> content.put("constraint", s.content()));
        approximated.ifPresent(error -> content.put(
                "approximation", Map.of("how", error.approximation().spec(), "difference", error.difference())));
        return content;
    }
}
