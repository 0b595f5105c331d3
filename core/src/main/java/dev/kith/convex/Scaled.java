package dev.kith.convex;

import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.data.Standardizer;
import dev.kith.data.StringInputs;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.TaskLosses;
import dev.kith.model.FourierModel;
import dev.kith.model.KernelModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Version;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Training data in the units a fit uses, and the way back: turns solutions in those units into models in the user's.
 *
 * @param data the scaled data
 */
record Scaled(Dataset data, Standardizer scaling) {
    static Scaled of(Dataset data, Kernel kernel, Options options) {
        int d = data.inputs() instanceof StringInputs
                ? 0
                : data.inputs().features().size();
        Standardizer fitted = Standardizer.fit(data, options.targetScale(), options.intercept());
        Standardizer none = Standardizer.none(d, data.taskCount());
        Standardizer scaling = options.standardize() && kernel.scalable()
                ? fitted
                : new Standardizer(none.featureMean(), none.featureScale(), fitted.labelMean(), fitted.labelScale());
        return new Scaled(scaling.apply(data), scaling);
    }

    Model model(ModelInfo info, Kernel kernel, Solution solution) {
        Matrix coefficients = solution.coefficients().copy();
        Matrix intercept = Matrix.zeros(1, coefficients.cols());
        for (int t = 0; t < coefficients.cols(); t++) {
            double scale = scaling.labelScale().get(0, t);
            for (int i = 0; i < coefficients.rows(); i++) {
                coefficients.set(i, t, coefficients.get(i, t) * scale);
            }
            intercept.set(0, t, solution.b()[t] * scale + scaling.labelMean().get(0, t));
        }
        if (kernel instanceof Linear) {
            return linear(info, coefficients, intercept, solution);
        }
        KernelMap map = solution.map().orElse(null);
        if (map instanceof KernelMap.Fourier fourier) {
            return new FourierModel(
                    info, scaling, fourier.frequencies(), coefficients, intercept, solution.structure());
        }
        Inputs support = map instanceof KernelMap.Nystrom nystrom ? nystrom.landmarks() : data.inputs();
        return new KernelModel(info, kernel, scaling, support, coefficients, intercept, solution.structure());
    }

    /** x'w of scaled features is (x / scale)'w minus a constant: fold both into weights in the user's units. */
    private LinearModel linear(ModelInfo info, Matrix weights, Matrix intercept, Solution solution) {
        for (int j = 0; j < weights.rows(); j++) {
            for (int t = 0; t < weights.cols(); t++) {
                double w = weights.get(j, t) / scaling.featureScale().get(0, j);
                weights.set(j, t, w);
                intercept.add(0, t, -w * scaling.featureMean().get(0, j));
            }
        }
        return new LinearModel(info, weights, intercept, solution.structure(), Optional.of(scaling));
    }

    ModelInfo info(
            String method,
            TaskLosses losses,
            Kernel kernel,
            double lambda,
            Map<String, String> parameters,
            Options options,
            Solution solution) {
        Map<String, String> recorded = new TreeMap<>(parameters);
        losses.each().forEach((task, loss) -> recorded.put(ModelInfo.LOSS_OF + task, loss.name()));
        recorded.put("intercept", Boolean.toString(options.intercept()));
        recorded.put("standardize", Boolean.toString(options.standardize()));
        recorded.put("target-scale", options.targetScale().name().toLowerCase(Locale.ROOT));
        recorded.put("tolerance", Double.toString(options.tolerance()));
        recorded.put("weighting", options.weighting().name().toLowerCase(Locale.ROOT));
        solution.map()
                .ifPresent(map -> recorded.put(
                        "approximation",
                        options.approximation().of(data.inputs(), kernel).spec()));
        return new ModelInfo(
                method,
                losses.name(),
                kernel.spec(),
                lambda,
                recorded,
                data.tasks(),
                data.inputs().features(),
                data.classes().orElse(List.of()),
                solution.certificate().primal(),
                solution.certificate().gap(),
                solution.iterations(),
                solution.status(),
                data.size(),
                data.source(),
                options.seed(),
                options.threads(),
                LinearAlgebra.best().name(),
                Version.current());
    }
}
