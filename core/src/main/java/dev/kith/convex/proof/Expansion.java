package dev.kith.convex.proof;

import dev.kith.linalg.Matrix;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;

/**
 * A saved model as a sum of functions of the input, f_t(x) = b_t + sum_k phi_k(x) c_kt, evaluated on the training rows to
 * twice the precision: features as they were read, kernel values against the saved inputs, or random features.
 */
public interface Expansion {
    /** Number of functions phi. */
    int width();

    /** Goes to a training row. */
    void open(int row);

    /** Adds phi(x)'c at the open row, c being entries offset to offset + width. */
    void addInto(TwofoldSum sum, double[] c, int offset);

    /** hi + lo += theta phi(x) at the open row, on entries offset to offset + width. */
    void scatter(Twofold theta, double[] hi, double[] lo, int offset);

    /**
     * f of every observation, hi + lo, each off by no more than its error.
     *
     * @param model its weights and intercepts
     */
    default void predictInto(double[] hi, double[] lo, double[] error, ProofData data, Proof.Coefficients model) {
        double[] lengths = new double[data.seen.tasks];
        for (int t = 0; t < lengths.length; t++) {
            for (int k = 0; k < width(); k++) {
                lengths[t] += Math.abs(model.c().get(t, k));
            }
        }
        for (int o : data.byRow()) {
            int t = data.task[o];
            open(data.seen.row[o]);
            TwofoldSum sum = new TwofoldSum();
            addInto(sum, model.c().data(), t * width());
            sum.add(model.intercept()[t]);
            hi[o] = sum.value().hi();
            lo[o] = sum.value().lo();
            error[o] = sum.error() + error() * lengths[t];
        }
    }

    /** hi + lo = the sum over a group's observations of theta phi, groups x width. */
    default void gatherInto(Matrix hi, Matrix lo, ProofData data, Multipliers theta) {
        for (int o : data.byRow()) {
            if (theta.hi()[o] != 0) {
                open(data.seen.row[o]);
                scatter(theta.at(o), hi.data(), lo.data(), theta.group()[o] * width());
            }
        }
    }

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
