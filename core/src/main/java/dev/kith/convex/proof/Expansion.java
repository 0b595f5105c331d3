package dev.kith.convex.proof;

import dev.kith.convex.basis.KernelStack;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

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

    /**
     * Several expansions in one, each of equally many functions: f_t(x) = b_t + sum_q sum_k phi_qk(x) c_qkt. Factors have a block of
     * columns per expansion.
     */
    record Stacked(List<Expansion> parts) implements Expansion {
        private static final double UNITS = 0x1p-52;

        private int own() {
            return parts.get(0).width();
        }

        private Matrix part(Matrix of, int q) {
            return KernelStack.columns(of, q * own(), (q + 1) * own());
        }

        @Override
        public int width() {
            return parts.size() * own();
        }

        @Override
        public boolean plain() {
            return parts.stream().anyMatch(Expansion::plain);
        }

        /** Where one is in doubles, so is the sum. */
        @Override
        public void predictInto(double[] hi, double[] lo, double[] error, ProofData data, Coefficients model) {
            double[] ownHi = new double[hi.length];
            double[] ownLo = new double[hi.length];
            double[] ownError = new double[hi.length];
            double[] intercept = model.intercept();
            for (int q = 0; q < parts.size(); q++) {
                parts.get(q).predictInto(ownHi, ownLo, ownError, data, new Coefficients(part(model.c(), q), intercept));
                intercept = new double[intercept.length];
                for (int o = 0; o < hi.length; o++) {
                    double size = Math.abs(hi[o]) + Math.abs(ownHi[o]);
                    Twofold sum = new Twofold(hi[o], lo[o]).plus(new Twofold(ownHi[o], ownLo[o]));
                    hi[o] = sum.hi();
                    lo[o] = plain() ? 0 : sum.lo();
                    error[o] += ownError[o] + size * (plain() ? UNITS : 4 * Twofold.ROUNDING);
                    ownLo[o] = 0;
                }
            }
        }

        @Override
        public void gatherInto(Matrix hi, Matrix lo, ProofData data, Multipliers theta) {
            for (int q = 0; q < parts.size(); q++) {
                Matrix ownHi = Matrix.zeros(hi.rows(), own());
                Matrix ownLo = Matrix.zeros(hi.rows(), own());
                parts.get(q).gatherInto(ownHi, ownLo, data, theta);
                KernelStack.putColumns(hi, q * own(), ownHi);
                KernelStack.putColumns(lo, q * own(), ownLo);
            }
        }

        @Override
        public double error() {
            return parts.stream().mapToDouble(Expansion::error).max().orElse(0);
        }

        @Override
        public double largest() {
            return parts.stream().mapToDouble(Expansion::largest).max().orElse(0);
        }

        @Override
        public double reach() {
            double squares = parts.stream()
                    .mapToDouble(part -> part.reach() * part.reach())
                    .sum();
            return Math.sqrt(squares) * (1 + parts.size() * UNITS);
        }

        @Override
        public Factor penalty(Matrix c, double[] units) {
            return side(q -> parts.get(q).penalty(part(c, q), units));
        }

        @Override
        public Factor dual(Multipliers theta, Matrix hi, Matrix lo, double off) {
            return side(q -> parts.get(q).dual(theta, part(hi, q), part(lo, q), off));
        }

        /** Factors side by side. */
        private Factor side(IntFunction<Factor> of) {
            List<Factor> all = IntStream.range(0, parts.size()).mapToObj(of).toList();
            int width = all.get(0).values().cols();
            Matrix values = Matrix.zeros(all.get(0).values().rows(), width * all.size());
            double squares = 0;
            for (int q = 0; q < all.size(); q++) {
                KernelStack.putColumns(values, q * width, all.get(q).values());
                squares += all.get(q).error() * all.get(q).error();
            }
            return new Factor(values, Math.sqrt(squares) * (1 + all.size() * UNITS));
        }
    }
}
