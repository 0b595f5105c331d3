package dev.kith.convex.proof;

import dev.kith.linalg.Matrix;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;

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
