package dev.kith.model;

import dev.kith.data.Inputs;
import dev.kith.data.Standardizer;
import dev.kith.data.shape.Batches;
import dev.kith.data.shape.OwnTask;
import dev.kith.data.shape.Shapes;
import dev.kith.kernel.KernelSum;
import dev.kith.kernel.Precomputed;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.NodeModel.KernelWeight;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * f_t(x) = intercept_t + sum_v sum_i k_v(s(x), x_i) B_v[i, t]: several kernels, each of its own columns and with coefficients of
 * its own; s scales the features that are numbers. {@code support} holds the scaled training inputs x_i; coefficients and
 * intercepts are in the labels' own units.
 *
 * @param coefficients B_v (n x T), one per view of {@code kernels}
 * @param weights what every view counts for with every task kernel it was learned with
 * @param structure how tasks are related, all kernels together
 * @param structures A_v, one per view of {@code kernels} where each was learned with one of its own; else none
 */
public record KernelSumModel(
        ModelInfo info,
        KernelSum kernels,
        Standardizer scaling,
        Inputs support,
        List<Matrix> coefficients,
        Matrix intercept,
        List<KernelWeight> weights,
        Optional<TaskMatrix> structure,
        List<TaskMatrix> structures)
        implements Model {
    public KernelSumModel {
        int tasks = info.tasks().size();
        if (coefficients.size() != kernels.views().size()) {
            throw new IllegalArgumentException(
                    "there must be coefficients of " + kernels.views().size() + " kernels, got " + coefficients.size());
        }
        for (Matrix own : coefficients) {
            Shapes.require("coefficients", own, support.rows(), tasks);
        }
        Shapes.require("intercept", intercept, 1, tasks);
        structure.ifPresent(matrix -> matrix.requireSize(tasks));
        structures = List.copyOf(structures);
        if (!structures.isEmpty() && structures.size() != coefficients.size()) {
            throw new IllegalArgumentException("there must be a structure per kernel, " + coefficients.size()
                    + ", or none, got " + structures.size());
        }
        structures.forEach(own -> own.requireSize(tasks));
        if (!support.features().equals(info.features())) {
            throw new IllegalArgumentException("support must have the model's features");
        }
        Shapes.require(scaling, support.numericFeatures(), tasks);
        support = KernelModel.frozen(support);
        coefficients = coefficients.stream().map(Matrix::frozen).toList();
        intercept = intercept.frozen();
        weights = List.copyOf(weights);
    }

    /** Without structures of single kernels. */
    public KernelSumModel(
            ModelInfo info,
            KernelSum kernels,
            Standardizer scaling,
            Inputs support,
            List<Matrix> coefficients,
            Matrix intercept,
            List<KernelWeight> weights,
            Optional<TaskMatrix> structure) {
        this(info, kernels, scaling, support, coefficients, intercept, weights, structure, List.of());
    }

    /**
     * With a structure per kernel. That of all kernels together is the prior covariance of the tasks at an input, sum_v A_v k_v(x, x),
     * on average over the support; the weight of a kernel is its part's share of the variance of predictions there.
     */
    public static KernelSumModel ofStructures(
            ModelInfo info,
            KernelSum kernels,
            Standardizer scaling,
            Inputs support,
            List<Matrix> coefficients,
            Matrix intercept,
            List<TaskMatrix> structures) {
        int tasks = info.tasks().size();
        Matrix together = Matrix.zeros(tasks, tasks);
        double[] variances = new double[structures.size()];
        for (int v = 0; v < variances.length; v++) {
            KernelSum.View view = kernels.views().get(v);
            Inputs own = view.of(support);
            double mean = Arrays.stream(view.kernel().diagonal(own)).average().orElse(0);
            together = together.plus(mean, structures.get(v).dense());
            Matrix part = LinearAlgebra.best().multiply(view.kernel().gram(own), coefficients.get(v));
            variances[v] = variance(part, scaling.labelScale());
        }
        double all = Arrays.stream(variances).sum();
        List<KernelWeight> weights = new ArrayList<>();
        for (int v = 0; v < variances.length; v++) {
            String name = kernels.views().get(v).spec();
            weights.add(new KernelWeight(name, "own structure", all > 0 ? variances[v] / all : 0));
        }
        return new KernelSumModel(
                info,
                kernels,
                scaling,
                support,
                coefficients,
                intercept,
                weights,
                Optional.of(TaskMatrix.of(together.symmetrized())),
                structures);
    }

    /** The variances of columns, each in units of its scale, added up. */
    private static double variance(Matrix columns, Matrix scale) {
        double sum = 0;
        for (int t = 0; t < columns.cols(); t++) {
            double[] column = columns.column(t);
            double mean = Arrays.stream(column).average().orElse(0);
            for (double value : column) {
                double off = (value - mean) / scale.get(0, t);
                sum += off * off / column.length;
            }
        }
        return sum;
    }

    @Override
    public KernelSumModel withInfo(ModelInfo changed) {
        return new KernelSumModel(
                changed, kernels, scaling, support, coefficients, intercept, weights, structure, structures);
    }

    @Override
    public List<String> gramKeys() {
        return kernels.gramKeys();
    }

    @Override
    public KernelSumModel withGram(List<Precomputed> given) {
        Model.super.withGram(given);
        return new KernelSumModel(
                info,
                kernels.withGram(given),
                scaling,
                support,
                coefficients,
                intercept,
                weights,
                structure,
                structures);
    }

    /** The weights, largest first. */
    public List<KernelWeight> sortedWeights() {
        return weights.stream()
                .sorted(Comparator.comparingDouble(KernelWeight::weight).reversed())
                .toList();
    }

    private List<Function<Inputs, Matrix>> kernelsToSupport() {
        List<Function<Inputs, Matrix>> all = new ArrayList<>();
        for (KernelSum.View view : kernels.views()) {
            Function<Inputs, Matrix> to = view.kernel().against(view.of(support));
            all.add(x -> to.apply(view.of(x)));
        }
        return all;
    }

    @Override
    public Matrix predict(Inputs given) {
        Inputs x = info.prepared(given);
        List<Function<Inputs, Matrix>> to = kernelsToSupport();
        Matrix z = Batches.map(x, support.rows(), info.tasks().size(), batch -> {
            Inputs scaled = scaling.apply(batch);
            Matrix sum = Matrix.zeros(batch.rows(), info.tasks().size());
            for (int v = 0; v < to.size(); v++) {
                sum = sum.plus(1, LinearAlgebra.best().multiply(to.get(v).apply(scaled), coefficients.get(v)));
            }
            return sum;
        });
        return Links.applyTo(Shapes.addToRows(z, intercept), info);
    }

    @Override
    public double[] predict(Inputs given, int[] tasks) {
        Inputs x = info.prepared(given);
        OwnTask.require(x, tasks);
        if (Links.together(info)) {
            return Links.chosen(predict(x), tasks);
        }
        List<Function<Inputs, Matrix>> to = kernelsToSupport();
        double[] z = new double[tasks.length];
        double[] own = new double[tasks.length];
        for (int v = 0; v < to.size(); v++) {
            Function<Inputs, Matrix> kernel = to.get(v);
            Matrix b = coefficients.get(v);
            Batches.forEach(
                    x,
                    support.rows(),
                    (batch, first) -> OwnTask.multiplyInto(own, kernel.apply(scaling.apply(batch)), b, tasks, first));
            for (int i = 0; i < z.length; i++) {
                z[i] += own[i];
            }
        }
        return Links.applyTo(Shapes.addToEach(z, intercept, tasks), info, tasks);
    }

    @Override
    public double[] intercepts() {
        return intercept.row(0);
    }
}
