package dev.kith.structure.penalty;

import dev.kith.linalg.Matrix;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * min over positive definite A of smooth(A) + weight sum |A_ts|: proximal gradient steps (an entrywise soft threshold,
 * hence exact zeros) with Barzilai-Borwein lengths [1], safeguarded by a line search that lowers the objective and keeps A
 * positive definite.
 *
 * <p>[1] Rolfs et al., Iterative thresholding algorithm for sparse inverse covariance estimation, 2012, has the same cut
 * for another smooth part. [2] Barzilai, Borwein, Two-point step size gradient methods, 1988, has both lengths: with the
 * shorter one hardly a step has to be taken back, which with the longer one more than half did (docs/TRIED.md).
 */
public final class SparseDescent {
    /** Relative rounding error of the smooth part's values, which the line search must not take for a rise. */
    private static final double NOISE = 1e-14;

    /** A step must lower the objective by this share of what a quadratic of its length would promise. */
    private static final double SUFFICIENT = 1e-4;

    private final Smooth smooth;
    private final double weight;
    private double length;

    /** A convex smooth function of positive definite matrices. */
    public interface Smooth {
        /** Value and gradient at a symmetric A; empty where A is not positive definite. */
        Optional<Value> at(Matrix a);
    }

    /** Where the descent stands: A, the smooth part's value and gradient there. */
    public record Value(Matrix a, double smooth, Matrix gradient) {
        /** smooth + weight sum |A_ts|. */
        public double objective(double weight) {
            double absolute = 0;
            for (double x : a.data()) {
                absolute += Math.abs(x);
            }
            return smooth + weight * absolute;
        }
    }

    public SparseDescent(Smooth smooth, double weight) {
        this.smooth = smooth;
        this.weight = weight;
    }

    /**
     * Descends from {@code start} until {@code done} says so or no step makes progress. The first step is as long as the
     * last one of an earlier call would have been: the smooth part may have changed a little since.
     */
    public Value solve(Matrix start, Predicate<Value> done) {
        Value now = smooth.at(start)
                .orElseThrow(() -> new IllegalArgumentException("start must be positive definite, got " + start));
        double slope = now.gradient.maxAbs();
        if (length == 0) {
            length = slope > 0 ? start.maxAbs() / slope : 1;
        }
        while (!done.test(now)) {
            Optional<Value> next = search(now);
            if (next.isEmpty()) {
                return now;
            }
            length = measured(now, next.get());
            now = next.get();
        }
        return now;
    }

    /** The step times the change of the gradient over that change squared [2]. */
    private double measured(Value now, Value next) {
        double bend = 0;
        double change = 0;
        for (int i = 0; i < now.a.data().length; i++) {
            double slope = next.gradient.data()[i] - now.gradient.data()[i];
            bend += slope * (next.a.data()[i] - now.a.data()[i]);
            change += slope * slope;
        }
        return bend > 0 ? bend / change : 2 * length;
    }

    /** The first step, halving its length, that lowers the objective enough; empty where none does. */
    private Optional<Value> search(Value now) {
        double before = now.objective(weight);
        for (int halving = 0; halving < 60; halving++, length /= 2) {
            Matrix trial = now.a.copy();
            double size = 0;
            for (int i = 0; i < trial.data().length; i++) {
                double from = trial.data()[i];
                double to = soft(from - length * now.gradient.data()[i], length * weight);
                trial.data()[i] = to;
                size += (to - from) * (to - from);
            }
            if (size == 0) {
                return Optional.empty();
            }
            Optional<Value> next = smooth.at(trial);
            if (next.isPresent()
                    && next.get().objective(weight)
                            <= before - SUFFICIENT / (2 * length) * size + NOISE * Math.abs(now.smooth)) {
                return next;
            }
        }
        return Optional.empty();
    }

    private static double soft(double x, double threshold) {
        return Math.abs(x) <= threshold ? 0 : x - Math.copySign(threshold, x);
    }
}
