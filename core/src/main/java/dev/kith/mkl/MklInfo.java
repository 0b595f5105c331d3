package dev.kith.mkl;

import dev.kith.ascent.LpNorm;
import dev.kith.data.Dataset;
import dev.kith.data.FileInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Standardizer;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Asked;
import dev.kith.model.FitReport;
import dev.kith.model.ModelInfo;
import dev.kith.model.Origin;
import dev.kith.model.Outcome;
import dev.kith.model.Schema;
import dev.kith.model.Training;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What models of both paths say about how they were made. */
final class MklInfo {
    private MklInfo() {}

    /** The parameters that both paths have. */
    record Settings(
            String method, Loss loss, TaskKernels tasks, double p, double c, Training training, MklOptions options) {
        Settings {
            new LpNorm(p).uniform(1);
            if (!(c > 0 && c < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("C must be a finite number > 0, got " + c);
            }
        }
    }

    /** The scaling both paths apply; features are left alone where the kernel forbids it. */
    static Standardizer scaling(Dataset data, Loss loss, Training training, boolean features) {
        Inputs kind = FileInputs.kind(data.inputs());
        int d = kind.numericFeatures();
        Standardizer none = Standardizer.none(d, data.taskCount());
        boolean scaled = training.standardize() && features;
        if (!scaled && (!loss.scalable() || training.targetScale() == TargetScale.NONE)) {
            return none;
        }
        Standardizer fitted = TaskLosses.all(loss).scaling(data, training.targetScale(), training.intercept());
        return scaled
                ? fitted
                : new Standardizer(none.featureMean(), none.featureScale(), fitted.labelMean(), fitted.labelScale());
    }

    /** Labels of tasks that were never observed are in the units of the first. */
    static Standardizer extend(Standardizer scaling, int known, int tasks) {
        Matrix mean = Matrix.zeros(1, tasks);
        Matrix scale = Matrix.zeros(1, tasks);
        for (int t = 0; t < tasks; t++) {
            mean.set(0, t, scaling.labelMean().get(0, t < known ? t : 0));
            scale.set(0, t, scaling.labelScale().get(0, t < known ? t : 0));
        }
        return new Standardizer(scaling.featureMean(), scaling.featureScale(), mean, scale);
    }

    /**
     * @param kernel the name users write
     * @param own what else tells the path's fit from others, by name
     * @param tasks those observed, and those only placed in the structure
     */
    static ModelInfo of(
            Settings settings,
            String kernel,
            Map<String, String> own,
            List<String> tasks,
            Dataset data,
            FitReport report) {
        Training training = settings.training();
        MklOptions options = settings.options();
        Map<String, String> parameters = new TreeMap<>(own);
        parameters.putAll(settings.tasks().parameters());
        parameters.put("C", Double.toString(settings.c()));
        parameters.put("p", Double.toString(settings.p()));
        parameters.put("task-kernels", settings.tasks().name());
        parameters.put("intercept", Boolean.toString(training.intercept()));
        parameters.put("standardize", Boolean.toString(training.standardize()));
        parameters.put("target-scale", training.targetScale().name().toLowerCase(Locale.ROOT));
        parameters.put("normalize-views", Boolean.toString(options.normalizeViews()));
        parameters.put("weighting", training.weighting().name().toLowerCase(Locale.ROOT));
        parameters.put("positive-weight", Double.toString(options.positiveWeight()));
        parameters.put("tolerance", Double.toString(training.tolerance()));
        if (options.crossingBits() > 0) {
            parameters.put("task-hash", Integer.toString(options.crossingBits()));
        }
        return new ModelInfo(
                new Asked(settings.method(), settings.loss().name(), kernel, OptionalDouble.empty(), parameters),
                Schema.of(data).withTasks(tasks),
                Outcome.of(report),
                Origin.of(data, training.seed(), training.threads()));
    }
}
