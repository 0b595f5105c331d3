package dev.kith.convex.proof;

import dev.kith.convex.basis.FeatureRows;
import dev.kith.linalg.Matrix;
import dev.kith.numeric.Concurrent;
import java.util.Arrays;

/**
 * Dense features whose sums are doubles, with bounds of their rounding errors: (n + 4) 2^-53 of the absolute values for n terms
 * in any order [1]. That is far below the gaps that are asked for unless large numbers cancel, and many times faster.
 *
 * <p>[1] Higham, Accuracy and stability of numerical algorithms, 2002, section 4.2.
 */
final class PlainRows extends LinearExpansion {
    /** Half an ulp, and a little more for terms of higher order. */
    private static final double UNIT = 0x1.001p-53;

    private static final int BLOCK = 2048;

    private final double[] x;

    PlainRows(Matrix values, double[] scale) {
        super(new FeatureRows.Dense(values), scale);
        x = values.data();
    }

    @Override
    public boolean plain() {
        return true;
    }

    /** What sums of so many products, of this size in all, may be off by. */
    private static double sumError(int count, double absolute) {
        return (count + 8) * (UNIT * absolute + Double.MIN_NORMAL);
    }

    @Override
    public void predictInto(double[] hi, double[] lo, double[] error, ProofData data, Coefficients model) {
        double[] c = model.c().data();
        double[] off = new double[data.seen.tasks];
        for (int t = 0; t < off.length; t++) {
            double size = Math.abs(model.intercept()[t]);
            for (int j = 0; j < width(); j++) {
                size += Math.abs(c[t * width() + j]) * largest[j];
            }
            off[t] = sumError(width(), size);
        }
        Concurrent.blocks(data.size(), BLOCK, (from, to) -> {
            for (int o = from; o < to; o++) {
                int t = data.task[o];
                hi[o] = dot(data.seen.row[o] * width(), c, t * width()) + model.intercept()[t];
                error[o] = off[t];
            }
        });
    }

    private double dot(int at, double[] c, int base) {
        double a = 0;
        double b = 0;
        double e = 0;
        double f = 0;
        int j = 0;
        for (; j + 3 < width(); j += 4) {
            a += x[at + j] * c[base + j];
            b += x[at + j + 1] * c[base + j + 1];
            e += x[at + j + 2] * c[base + j + 2];
            f += x[at + j + 3] * c[base + j + 3];
        }
        for (; j < width(); j++) {
            a += x[at + j] * c[base + j];
        }
        return a + b + e + f;
    }

    @Override
    public void gatherInto(Matrix hi, Matrix lo, ProofData data, Multipliers theta) {
        Concurrent.forEach(theta.groups(), g -> {
            double[] sum = new double[width()];
            for (int o = data.start(g); o < data.end(g); o++) {
                double factor = theta.hi()[o];
                int at = data.seen.row[o] * sum.length;
                for (int j = 0; j < sum.length && factor != 0; j++) {
                    sum[j] += factor * x[at + j];
                }
            }
            System.arraycopy(sum, 0, hi.data(), g * sum.length, sum.length);
        });
        Arrays.fill(lo.data(), 0);
    }

    /** As in twice the precision, but for errors, which are those of each group's own sums. */
    @Override
    public Factor dual(Multipliers theta, Matrix hi, Matrix lo, double off) {
        double[] absolute = new double[theta.groups()];
        int[] count = new int[theta.groups()];
        for (int o = 0; o < theta.hi().length; o++) {
            absolute[theta.group()[o]] += Math.abs(theta.hi()[o]);
            count[theta.group()[o]]++;
        }
        Matrix scaled = Matrix.zeros(hi.rows(), hi.cols());
        double squares = 0;
        for (int g = 0; g < hi.rows(); g++) {
            for (int j = 0; j < hi.cols(); j++) {
                scaled.set(g, j, hi.get(g, j) / scale[j]);
                double error = sumError(count[g], absolute[g] * largest[j]) / scale[j];
                squares += error * error;
            }
        }
        return new Factor(scaled, Math.sqrt(squares) * (1 + 0x1p-40) + scaled.frobeniusNorm() * 0x1p-51);
    }
}
