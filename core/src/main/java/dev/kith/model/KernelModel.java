package dev.kith.model;

import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.MixedInputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.data.shape.Batches;
import dev.kith.data.shape.OwnTask;
import dev.kith.data.shape.Shapes;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.KernelSum;
import dev.kith.kernel.Linear;
import dev.kith.kernel.Precomputed;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.ties.SharedDirections;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * f_t(x) = intercept_t + sum_i k(s(x), x_i) B_it, with s the scaling of the features. {@code support} holds the scaled
 * training inputs x_i; coefficients B (n x T) and intercepts are in the labels' own units.
 */
public record KernelModel(
        ModelInfo info,
        Kernel kernel,
        Standardizer scaling,
        Inputs support,
        Matrix coefficients,
        Matrix intercept,
        Optional<TaskMatrix> structure)
        implements Model {
    public KernelModel {
        int tasks = info.tasks().size();
        Shapes.require("coefficients", coefficients, support.rows(), tasks);
        Shapes.require("intercept", intercept, 1, tasks);
        structure.ifPresent(matrix -> matrix.requireSize(tasks));
        if (!support.features().equals(info.features())) {
            throw new IllegalArgumentException("support must have the model's features");
        }
        Shapes.require(scaling, support.numericFeatures(), tasks);
        support = frozen(support);
        coefficients = coefficients.frozen();
        intercept = intercept.frozen();
    }

    static Inputs frozen(Inputs x) {
        if (x instanceof MixedInputs mixed) {
            return new MixedInputs((DenseInputs) frozen(mixed.numbers()), mixed.texts());
        }
        if (x instanceof DenseInputs dense) {
            return new DenseInputs(dense.values().frozen(), dense.features());
        }
        return x instanceof SparseInputs sparse
                ? new SparseInputs(sparse.values().frozen(), sparse.features())
                : x;
    }

    @Override
    public Optional<Matrix> dictionary() {
        return structure.map(a -> SharedDirections.dictionary(scaling.ofScaledLabels(coefficients), a.dense()));
    }

    @Override
    public KernelModel withInfo(ModelInfo changed) {
        return new KernelModel(changed, kernel, scaling, support, coefficients, intercept, structure);
    }

    @Override
    public List<String> gramKeys() {
        if (kernel instanceof KernelSum sum) {
            return sum.gramKeys();
        }
        return kernel instanceof Precomputed precomputed && precomputed.named() ? info.features() : List.of();
    }

    @Override
    public KernelModel withGram(List<Precomputed> given) {
        Model.super.withGram(given);
        if (given.isEmpty()) {
            return this;
        }
        Kernel known = kernel instanceof KernelSum sum ? sum.withGram(given) : given.get(0);
        return new KernelModel(info, known, scaling, support, coefficients, intercept, structure);
    }

    @Override
    public Matrix predict(Inputs given) {
        Inputs x = info.prepared(given);
        Function<Inputs, Matrix> kernelTo = kernel.against(support);
        Matrix z = Batches.map(
                x,
                support.rows(),
                coefficients.cols(),
                batch -> LinearAlgebra.best().multiply(kernelTo.apply(scaling.apply(batch)), coefficients));
        return Links.applyTo(Shapes.addToRows(z, intercept), info);
    }

    @Override
    public double[] predict(Inputs given, int[] tasks) {
        Inputs x = info.prepared(given);
        OwnTask.require(x, tasks);
        if (Links.together(info)) {
            return Links.chosen(predict(x), tasks);
        }
        Function<Inputs, Matrix> kernelTo = kernel.against(support);
        double[] z = new double[tasks.length];
        Batches.forEach(
                x,
                support.rows(),
                (batch, first) ->
                        OwnTask.multiplyInto(z, kernelTo.apply(scaling.apply(batch)), coefficients, tasks, first));
        return Links.applyTo(Shapes.addToEach(z, intercept, tasks), info, tasks);
    }

    /*
     * The penalty of mean is that of g_t = g_0 + v_t, as for weights: at its minimum g_0 = gamma / (1 + gamma) times the mean of the tasks'
     * functions. b_0 is such that tasks and what they have in common agree on average over the support, as intercepts of lines agree where features
     * have their means.
     */

    /** Of fits with relation {@code mean} by the squared or the logistic loss, with labels on one scale: b_0 + g_0(x). */
    @Override
    public Optional<KernelModel> commonModel(Predictions.Unknown treated) {
        OptionalDouble gamma = commonGamma();
        if (treated != Predictions.Unknown.COMMON || gamma.isEmpty()) {
            return Optional.empty();
        }
        int tasks = coefficients.cols();
        double own = 1 / (1 + gamma.getAsDouble());
        Matrix mean = LinearAlgebra.best()
                .multiply(coefficients, Matrix.zeros(tasks, 1).map(zero -> 1.0 / tasks));
        double level = Arrays.stream(intercepts()).average().orElseThrow()
                + own * Arrays.stream(functions(support, mean).data()).average().orElseThrow();
        Standardizer one = new Standardizer(
                scaling.featureMean(),
                scaling.featureScale(),
                Matrix.wrap(1, 1, new double[] {scaling.labelMean().get(0, 0)}),
                Matrix.wrap(1, 1, new double[] {scaling.labelScale().get(0, 0)}));
        return Optional.of(new KernelModel(
                info.with(LinearModel.commonSchema(info)),
                kernel,
                one,
                support,
                mean.map(b -> (1 - own) * b),
                Matrix.wrap(1, 1, new double[] {level}),
                Optional.empty()));
    }

    private OptionalDouble commonGamma() {
        String gamma = info.parameters().get("gamma");
        boolean averages = Losses.find(info.loss())
                .filter(loss -> loss.quadratic() || loss.probability(0).isPresent())
                .isPresent();
        boolean known = info.method().equals("mean")
                && gamma != null
                && averages
                && info.columns().choice().isEmpty()
                && same(scaling.labelMean())
                && same(scaling.labelScale());
        return known ? OptionalDouble.of(Double.parseDouble(gamma)) : OptionalDouble.empty();
    }

    private static boolean same(Matrix row) {
        return Arrays.stream(row.data()).allMatch(value -> value == row.get(0, 0));
    }

    /** sum_i k(x, x_i) b_i for scaled rows. */
    private Matrix functions(Inputs scaled, Matrix b) {
        Function<Inputs, Matrix> kernelTo = kernel.against(support);
        return Batches.map(
                scaled, support.rows(), b.cols(), batch -> LinearAlgebra.best().multiply(kernelTo.apply(batch), b));
    }

    /** Where the kernel is the linear one. */
    @Override
    public Optional<LinearModel> linear() {
        if (!(kernel instanceof Linear)) {
            return Optional.empty();
        }
        Matrix weights;
        if (support instanceof DenseInputs dense) {
            weights = LinearAlgebra.best().multiplyTransposeA(dense.values(), coefficients);
        } else if (support instanceof SparseInputs sparse) {
            weights = sparse.values().transpose().times(coefficients);
        } else {
            return Optional.empty();
        }
        Matrix shifted = intercept.copy();
        for (int j = 0; j < weights.rows(); j++) {
            for (int t = 0; t < weights.cols(); t++) {
                double weight = weights.get(j, t) / scaling.featureScale().get(0, j);
                weights.set(j, t, weight);
                shifted.add(0, t, -scaling.featureMean().get(0, j) * weight);
            }
        }
        return Optional.of(new LinearModel(info, weights, shifted, structure, Optional.of(scaling)));
    }

    @Override
    public double[] intercepts() {
        return intercept.row(0);
    }
}
