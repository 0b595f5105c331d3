package dev.kith.online.bound;

import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.kernel.VectorKernel;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.Weights;
import dev.kith.online.state.Supports;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/**
 * Reference predictors u_1, ..., u_K chosen in hindsight, vectors or functions of the learner's kernel, and what they lost on the
 * steps the learner got wrong. Theorems hold for any of them, so for any multiple: losses are kept of s u for s = 1/64, 1/32, ...,
 * 1024, and a bound is the least over s. The arrays behind {@code weights} may be filled in while a stream runs.
 */
public final class Comparators {
    private static final int LEAST = -6;
    private static final int MOST = 10;

    private final Weights weights;
    private final VectorKernel kernel;
    private final Optional<Supports> support;
    private double[] kernels = new double[0];
    private final double[] losses = new double[MOST - LEAST + 1];
    private long mistakes;

    private Comparators(Weights weights, VectorKernel kernel) {
        this.weights = weights;
        this.kernel = kernel;
        this.support = weights instanceof Weights.Expansion e ? Optional.of(remembered(e)) : Optional.empty();
        matrix().requireFinite("comparators");
    }

    /** @param vectors K x d, finite; row i is the comparator of task i */
    public Comparators(Matrix vectors) {
        this(new Weights.Linear(vectors.transpose()), new Linear());
    }

    /** The comparators of a learner with this kernel; empty where they are none of its functions. */
    public static Optional<Comparators> of(Weights weights, VectorKernel kernel) {
        boolean inside = weights instanceof Weights.Expansion e
                ? e.kernel().equals(kernel)
                : kernel instanceof Linear || kernel.equals(Kernels.unit(new Linear()));
        return inside ? Optional.of(new Comparators(weights, kernel)) : Optional.empty();
    }

    private static Supports remembered(Weights.Expansion expansion) {
        Supports all = new Supports(expansion.kernel(), Supports.UNLIMITED);
        Row row = new Row();
        for (int s = 0; s < expansion.support().rows(); s++) {
            all.add(0, 1, row.point(expansion.support(), s));
        }
        return all;
    }

    /** Features, or remembered inputs, x tasks. */
    private Matrix matrix() {
        return weights instanceof Weights.Expansion e ? e.coefficients() : ((Weights.Linear) weights).matrix();
    }

    VectorKernel kernel() {
        return kernel;
    }

    int tasks() {
        return matrix().cols();
    }

    /** K x d; of linear ones only. */
    Matrix vectors() {
        return matrix().transpose();
    }

    /** The inner products of u_1, ..., u_K. */
    public Matrix gram() {
        if (support.isEmpty()) {
            return LinearAlgebra.best().multiplyTransposeA(matrix(), matrix()).symmetrized();
        }
        Supports all = support.get();
        int n = all.size();
        Matrix products = Matrix.zeros(n, n);
        Row row = new Row();
        double[] values = new double[n];
        for (int s = 0; s < n; s++) {
            all.kernelInto(values, all.point(row, s));
            System.arraycopy(values, 0, products.data(), s * n, n);
        }
        LinearAlgebra algebra = LinearAlgebra.best();
        return algebra.multiplyTransposeA(matrix(), algebra.multiply(products, matrix()))
                .symmetrized();
    }

    /** u_task(x). */
    public double margin(int task, Row x) {
        if (task >= tasks()) {
            throw new IllegalArgumentException(
                    "comparators must have one per task, got " + tasks() + " for task " + task);
        }
        Matrix all = matrix();
        double sum = 0;
        if (support.isPresent()) {
            int n = support.get().size();
            kernels = kernels.length < n ? new double[n] : kernels;
            support.get().kernelInto(kernels, x);
            for (int s = 0; s < n; s++) {
                sum += kernels[s] * all.get(s, task);
            }
            return sum;
        }
        for (int k = x.start(); k < x.end() && x.indices()[k] < all.rows(); k++) {
            sum += x.values()[k] * all.get(x.indices()[k], task);
        }
        double norm = x.squaredNorm();
        return kernel instanceof Linear || norm == 0 ? sum : sum / Math.sqrt(norm);
    }

    /** Counts a mistake of the learner and the comparators' hinge loss on it. */
    public void mistake(int task, Row x, double y) {
        mistakes++;
        double z = y * margin(task, x);
        for (int k = 0; k < losses.length; k++) {
            losses[k] += Math.max(0, 1 - scale(k) * z);
        }
    }

    static double scale(int k) {
        return Math.scalb(1.0, k + LEAST);
    }

    static int scales() {
        return MOST - LEAST + 1;
    }

    public long mistakes() {
        return mistakes;
    }

    /** L, the sum of hinge losses of u itself on mistaken steps. */
    public double loss() {
        return losses[-LEAST];
    }

    /** The multiple s of u at which {@code bound(s, loss of s u)} is least. */
    double bestScale(DoubleBinaryOperator bound) {
        int best = 0;
        for (int k = 1; k < losses.length; k++) {
            best = value(bound, k) < value(bound, best) ? k : best;
        }
        return scale(best);
    }

    /** The least {@code bound(s, loss of s u)} over multiples s. */
    double least(DoubleBinaryOperator bound) {
        int best = Math.getExponent(bestScale(bound)) - LEAST;
        return value(bound, best);
    }

    private double value(DoubleBinaryOperator bound, int k) {
        return bound.applyAsDouble(scale(k), losses[k]);
    }

    void save(Snapshot.Builder to) {
        to.counts("bound mistakes", mistakes).numbers("bound losses", losses.clone());
    }

    void restore(Snapshot from) {
        mistakes = from.count("bound mistakes");
        double[] saved = from.numbers("bound losses");
        System.arraycopy(saved, 0, losses, 0, Math.min(saved.length, losses.length));
    }

    /** ||.||_q of the square roots of the eigenvalues of a Gram matrix: the Schatten norm of what it is the Gram matrix of. */
    static double schatten(Matrix gram, double q) {
        if (gram.rows() == 0) {
            return 0;
        }
        double[] values = LinearAlgebra.best().eigen(gram).values().data();
        double top = Math.max(0, Arrays.stream(values).max().orElse(0));
        double sum = 0;
        for (double value : values) {
            sum += top > 0 ? Math.pow(Math.max(0, value) / top, q / 2) : 0;
        }
        return Math.sqrt(top) * Math.pow(sum, 1 / q);
    }
}
