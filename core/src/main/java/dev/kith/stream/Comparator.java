package dev.kith.stream;

import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.kernel.Linear;
import dev.kith.kernel.VectorKernel;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.model.KernelModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.online.UniformSharing;
import dev.kith.online.Weights;
import dev.kith.online.bound.Comparators;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A model by what it predicts with, for the bounds of learners.
 *
 * @param weights features (or remembered inputs) x tasks, for inputs as they are
 * @param intercepts 1 x tasks
 */
record Comparator(List<String> tasks, List<String> features, List<String> classes, Weights weights, Matrix intercepts) {
    /** Empty for models that are neither linear nor a kernel expansion of unscaled numbers. */
    static Optional<Comparator> of(Model model) {
        Optional<LinearModel> linear = model.linear();
        if (linear.isPresent()) {
            return Optional.of(of(
                    model,
                    new Weights.Linear(linear.get().weights()),
                    linear.get().intercepts()));
        }
        boolean expansion = model instanceof KernelModel kernel
                && kernel.kernel() instanceof VectorKernel
                && kernel.scaling()
                        .equals(Standardizer.none(
                                features(model).size(), tasks(model).size()))
                && rows(kernel.support()).isPresent();
        if (!expansion) {
            return Optional.empty();
        }
        KernelModel kernel = (KernelModel) model;
        Weights weights = new Weights.Expansion(
                        (VectorKernel) kernel.kernel(), rows(kernel.support()).orElseThrow(), kernel.coefficients())
                .explicit();
        return Optional.of(of(model, weights, kernel.intercepts()));
    }

    private static Comparator of(Model model, Weights weights, double[] intercepts) {
        return new Comparator(tasks(model), features(model), model.info().classes(), weights, Matrix.of(intercepts));
    }

    private static List<String> tasks(Model model) {
        return model.info().tasks();
    }

    private static List<String> features(Model model) {
        return model.info().features();
    }

    private static Optional<SparseRows> rows(Inputs support) {
        if (support instanceof SparseInputs sparse) {
            return Optional.of(sparse.values());
        }
        if (!(support instanceof DenseInputs dense)) {
            return Optional.empty();
        }
        Matrix values = dense.values();
        int n = values.rows();
        int d = values.cols();
        int[] starts = new int[n + 1];
        int[] indices = new int[n * d];
        Arrays.setAll(starts, i -> i * d);
        Arrays.setAll(indices, k -> k % d);
        return Optional.of(new SparseRows(d, starts, indices, values.data().clone()));
    }

    /** The b that suits these weights best: corollary 4. */
    double bestB() {
        VectorKernel kernel = weights instanceof Weights.Expansion e ? e.kernel() : new Linear();
        return UniformSharing.best(Comparators.of(weights, kernel).orElseThrow().gram())
                .b();
    }

    boolean hasIntercepts() {
        return Arrays.stream(intercepts.data()).anyMatch(b -> b != 0);
    }

    /** Features (with the constant one as the last), or remembered inputs, x tasks. */
    private Matrix matrix() {
        return weights instanceof Weights.Expansion e ? e.coefficients() : ((Weights.Linear) weights).matrix();
    }

    /** Comparators of so many tasks, all 0 yet, with a last feature for the constant. */
    Weights blank(int taskCount) {
        if (weights instanceof Weights.Expansion e) {
            return new Weights.Expansion(e.kernel(), e.support(), Matrix.zeros(matrix().rows(), taskCount));
        }
        return new Weights.Linear(Matrix.zeros(matrix().rows() + 1, taskCount));
    }

    /** Gives task number {@code task} of {@code blank} what it predicts by here; false if there is no task of that name. */
    boolean fill(Weights blank, int task, String name) {
        int own = tasks.indexOf(name);
        if (own < 0) {
            return false;
        }
        Matrix to = blank instanceof Weights.Expansion e ? e.coefficients() : ((Weights.Linear) blank).matrix();
        Matrix from = matrix();
        for (int j = 0; j < from.rows(); j++) {
            to.set(j, task, from.get(j, own));
        }
        if (blank instanceof Weights.Linear) {
            to.set(from.rows(), task, intercepts.get(0, own));
        }
        return true;
    }

    /** A digest of all numbers and names. */
    long digest() {
        long h = 31L * tasks.hashCode() + features.hashCode();
        h = 31 * h + Arrays.hashCode(intercepts.data());
        h = 31 * h + Arrays.hashCode(matrix().data());
        return weights instanceof Weights.Expansion e
                ? 31 * h + Arrays.hashCode(e.support().values())
                : h;
    }
}
