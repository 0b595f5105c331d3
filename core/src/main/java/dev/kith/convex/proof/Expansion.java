package dev.kith.convex.proof;

import dev.kith.linalg.Matrix;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;
import java.util.Arrays;

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

    /**
     * Weights of the functions, tasks x width in the user's units, and intercepts.
     *
     * @param intercept one per task; a proof moves those of squared losses to where they are best
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Coefficients(Matrix c, double[] intercept) {
        /**
         * The tasks number {@code from} to {@code to} (exclusive) of a model, with intercepts of their own.
         *
         * @param byTask width x tasks
         */
        static Coefficients of(Matrix byTask, double[] intercept, int from, int to) {
            Matrix c = Matrix.zeros(to - from, byTask.rows());
            double[] rows = c.data();
            for (int k = 0; k < byTask.rows(); k++) {
                for (int t = from; t < to; t++) {
                    rows[(t - from) * byTask.rows() + k] = byTask.get(k, t);
                }
            }
            return new Coefficients(c, Arrays.copyOfRange(intercept, from, to));
        }
    }

    /**
     * A dual point: hi + lo for every observation.
     *
     * @param group the row of the dual each observation counts in: its task, or 0 for all where tasks are pooled
     * @param row the input of each observation
     * @param groups number of groups
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Multipliers(double[] hi, double[] lo, int[] group, int[] row, int groups) {
        Twofold at(int o) {
            return new Twofold(hi[o], lo[o]);
        }

        /** Sum of the absolute values. */
        double absolute() {
            double sum = 0;
            for (double value : hi) {
                sum += Math.abs(value);
            }
            return sum;
        }
    }

    /** Functions that are dear to evaluate: at one training row after the other, for all observations of it. Serves one thread. */
    interface RowByRow extends Expansion {
        /** Goes to a training row. */
        void open(int row);

        /** Adds phi(x)'c at the open row, c being entries offset to offset + width. */
        void addInto(TwofoldSum sum, double[] c, int offset);

        /** hi + lo += theta phi(x) at the open row, on entries offset to offset + width. */
        void scatter(Twofold theta, double[] hi, double[] lo, int offset);

        @Override
        default void predictInto(double[] hi, double[] lo, double[] error, ProofData data, Coefficients model) {
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

        @Override
        default void gatherInto(Matrix hi, Matrix lo, ProofData data, Multipliers theta) {
            for (int o : data.byRow()) {
                if (theta.hi()[o] != 0) {
                    open(data.seen.row[o]);
                    scatter(theta.at(o), hi.data(), lo.data(), theta.group()[o] * width());
                }
            }
        }
    }
}
