package dev.kith.mkl;

import dev.kith.data.Dataset;
import dev.kith.loss.Loss;
import dev.kith.model.FitReport;
import dev.kith.model.ModelInfo;
import dev.kith.model.Version;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What models of both paths say about how they were made. */
final class MklInfo {
    private MklInfo() {}

    /** The parameters that both paths have. */
    record Settings(String method, Loss loss, TaskKernels tasks, double p, double c, MklOptions options) {
        Settings {
            new LpNorm(p).uniform(1);
            CoordinateStep.of(loss);
            if (!(c > 0 && c < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("C must be a finite number > 0, got " + c);
            }
        }
    }

    static ModelInfo of(Settings settings, String kernel, List<String> tasks, Dataset data, FitReport report) {
        MklOptions options = settings.options();
        Map<String, String> parameters = new TreeMap<>();
        parameters.put("C", Double.toString(settings.c()));
        parameters.put("p", Double.toString(settings.p()));
        parameters.put("task-kernels", settings.tasks().name());
        parameters.put("intercept", Boolean.toString(options.intercept()));
        parameters.put("standardize", Boolean.toString(options.standardize()));
        parameters.put("normalize-views", Boolean.toString(options.normalizeViews()));
        parameters.put("weighting", options.weighting().name().toLowerCase(Locale.ROOT));
        parameters.put("positive-weight", Double.toString(options.positiveWeight()));
        parameters.put("tolerance", Double.toString(options.tolerance()));
        return new ModelInfo(
                settings.method(),
                settings.loss().name(),
                kernel,
                Double.NaN,
                parameters,
                tasks,
                data.inputs().features(),
                data.classes().orElse(List.of()),
                report.objective(),
                report.gap(),
                report.iterations(),
                report.status(),
                data.size(),
                data.source(),
                options.seed(),
                1,
                report.backend(),
                Version.current());
    }
}
