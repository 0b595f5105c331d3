package dev.kith.convex.solver;

import dev.kith.convex.basis.KernelMap;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Standardizer;
import dev.kith.data.shape.Learnable;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Asked;
import dev.kith.model.FourierModel;
import dev.kith.model.KernelModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Origin;
import dev.kith.model.Outcome;
import dev.kith.model.Schema;
import dev.kith.model.Training;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Training data in the units a fit uses, and the way back: turns solutions in those units into models in the user's. */
public final class Scaled {
    /** Sums of squares of larger numbers would overflow. */
    private static final double LARGEST = 1e150;

    private final Dataset raw;
    private final Standardizer scaling;
    private final boolean features;
    private final UnaryOperator<Saved> rounding;
    private @Nullable Dataset data;

    private Scaled(Dataset raw, Standardizer scaling, boolean features, UnaryOperator<Saved> rounding) {
        this.raw = raw;
        this.scaling = scaling;
        this.features = features;
        this.rounding = rounding;
    }

    private Scaled(Dataset raw, Standardizer scaling, boolean features) {
        this(raw, scaling, features, UnaryOperator.identity());
    }

    /** The same data, whose coefficients are rounded so before they are proven and saved. */
    public Scaled rounding(UnaryOperator<Saved> how) {
        return new Scaled(raw, scaling, features, how);
    }

    /** These data, scaled already. */
    public Scaled(Dataset raw, Standardizer scaling, Dataset data) {
        this(raw, scaling, true);
        this.data = data;
    }

    public static Scaled of(Dataset data, TaskLosses losses, Kernel kernel, Training training) {
        int d = data.inputs().numericFeatures();
        boolean features = training.standardize() && kernel.scalable();
        Standardizer fitted =
                losses.scaling(features ? data : unseen(data), training.targetScale(), training.intercept());
        Standardizer scaling = features
                ? fitted
                : new Standardizer(
                        Matrix.zeros(1, d), Matrix.zeros(1, d).map(x -> 1), fitted.labelMean(), fitted.labelScale());
        // A kernel model keeps its inputs, which must be its own.
        Scaled scaled = new Scaled(data, scaling, features || !(kernel instanceof Linear));
        Learnable.requireBelow(
                LARGEST, data, scaling, training.standardize() ? "" : "; standardise them, or use smaller units");
        return scaled;
    }

    /** The data as they were read, labels as the losses read them. */
    public Dataset raw() {
        return raw;
    }

    public Standardizer scaling() {
        return scaling;
    }

    /** The scaled data; made when they are first asked for, as much again as the raw data. */
    public synchronized Dataset data() {
        Dataset made = data;
        if (made == null) {
            made = features ? scaling.apply(raw) : scaling.applyToLabels(raw);
            data = made;
        }
        return made;
    }

    /** Features that are not scaled need not be looked at. */
    private static Dataset unseen(Dataset data) {
        return data.withInputs(new DenseInputs(Matrix.zeros(data.inputs().rows(), 0), List.of()));
    }

    /** Coefficients (width x T) and intercepts (1 x T) as a model keeps them: in the user's units. */
    public record Saved(Matrix coefficients, Matrix intercept) {}

    /** For a linear kernel x'w of scaled features is (x / scale)'w minus a constant: both are folded into the weights. */
    public Saved saved(Kernel kernel, Solution.Weights weights) {
        Matrix coefficients = weights.coefficients().copy();
        Matrix intercept = Matrix.zeros(1, coefficients.cols());
        for (int t = 0; t < coefficients.cols(); t++) {
            double scale = scaling.labelScale().get(0, t);
            intercept.set(0, t, weights.b()[t] * scale + scaling.labelMean().get(0, t));
            for (int i = 0; i < coefficients.rows(); i++) {
                double c = coefficients.get(i, t) * scale;
                if (kernel instanceof Linear) {
                    c /= scaling.featureScale().get(0, i);
                    intercept.add(0, t, -c * scaling.featureMean().get(0, i));
                }
                coefficients.set(i, t, c);
            }
        }
        return rounding.apply(new Saved(coefficients, intercept));
    }

    public Model model(ModelInfo info, Kernel kernel, Solution solution, Saved saved) {
        Optional<TaskMatrix> structure = solution.structure();
        Matrix coefficients = saved.coefficients;
        if (kernel instanceof Linear) {
            return new LinearModel(info, coefficients, saved.intercept, structure, Optional.of(scaling));
        }
        if (solution.map().orElse(null) instanceof KernelMap.Fourier fourier) {
            return new FourierModel(info, scaling, fourier.frequencies(), coefficients, saved.intercept, structure);
        }
        return new KernelModel(info, kernel, scaling, support(solution), coefficients, saved.intercept, structure);
    }

    /** The scaled inputs a kernel model keeps. */
    public Inputs support(Solution solution) {
        return solution.map().orElse(null) instanceof KernelMap.Nystrom nystrom ? nystrom.landmarks() : data().inputs();
    }

    /** What is recorded of a fit, with the method's own parameters by name. */
    public ModelInfo info(
            String method,
            TaskLosses losses,
            Kernel kernel,
            double lambda,
            Map<String, String> own,
            Training training,
            Solution solution) {
        Map<String, String> parameters = new TreeMap<>(own);
        losses.each().forEach((task, loss) -> parameters.put(ModelInfo.LOSS_OF + task, loss.name()));
        parameters.put("intercept", Boolean.toString(training.intercept()));
        parameters.put("standardize", Boolean.toString(training.standardize()));
        parameters.put("target-scale", training.targetScale().name().toLowerCase(Locale.ROOT));
        parameters.put("tolerance", Double.toString(training.tolerance()));
        parameters.put("weighting", training.weighting().name().toLowerCase(Locale.ROOT));
        if (raw.collapsed().isPresent()) {
            parameters.put("rows", "collapsed into moments");
        }
        Certificate certificate = solution.certificate();
        return new ModelInfo(
                new Asked(method, losses.name(), kernel.spec(), lambda, parameters),
                Schema.of(raw),
                Outcome.of(certificate.primal(), certificate.gap(), solution.iterations(), solution.status()),
                Origin.of(raw, training.seed(), training.threads()));
    }
}
