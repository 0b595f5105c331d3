package dev.kith.convex.proof;

import dev.kith.linalg.Matrix;

/**
 * A saved model as a sum of functions of the input, f_t(x) = b_t + sum_k phi_k(x) c_kt, evaluated on the training rows to
 * twice the precision: features as they were read, kernel values against the saved inputs, or random features.
 */
public interface Expansion {
    /** Number of functions phi. */
    int width();

    /**
     * f of every observation, hi + lo, each off by no more than its error.
     *
     * @param model its weights and intercepts
     */
    void predictInto(double[] hi, double[] lo, double[] error, ProofData data, Coefficients model);

    /** hi + lo = the sum over a group's observations of theta phi, groups x width. */
    void gatherInto(Matrix hi, Matrix lo, ProofData data, Multipliers theta);

    /** Whether sums are in doubles, their errors counted. */
    default boolean plain() {
        return false;
    }

    /** No phi_k of a row seen so far is off by more than this. */
    double error();

    /** The largest |phi_k| seen so far. */
    double largest();

    /** No row seen so far has a longer phi, in the units of {@link #dual}. */
    double reach();

    /**
     * F, one row per task, with F F' = the tasks' inner products of the functions that c (tasks x width) stands for, those
     * of task t divided by {@code units[t]}.
     */
    Factor penalty(Matrix c, double[] units);

    /**
     * F, one row per group of tasks, with F F' = Theta'K Theta.
     *
     * @param theta by observation
     * @param hi with lo, the sum over a group's observations of theta phi, groups x width
     * @param off no entry of the sums is off by more
     */
    Factor dual(Multipliers theta, Matrix hi, Matrix lo, double off);

    /** Row t divided by units[t]. */
    static Matrix dividedRows(Matrix c, double[] units) {
        Matrix divided = c.copy();
        for (int i = 0; i < divided.data().length; i++) {
            divided.data()[i] /= units[i / divided.cols()];
        }
        return divided;
    }

    /** hi[at] + lo[at] += product, without loss. */
    static void accumulate(double[] hi, double[] lo, int at, double theta, double rest, double x) {
        double p = theta * x;
        double s = hi[at] + p;
        double v = s - hi[at];
        lo[at] += ((hi[at] - (s - v)) + (p - v)) + Math.fma(theta, x, -p) + rest * x;
        hi[at] = s;
    }
}
