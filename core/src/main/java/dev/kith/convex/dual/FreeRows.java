package dev.kith.convex.dual;

import dev.kith.ascent.ActiveRows;
import dev.kith.ascent.Duals;
import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import java.util.Arrays;

/**
 * A Newton step on the dual variables of a task that are at no end of their range, for losses of straight lines: there the
 * prediction has to meet a kink, which is a linear system,
 *
 * <pre>  rho X X'd + beta 1 = kink - z,    sum d = -sum s with an intercept, which moves by beta  </pre>
 */
final class FreeRows {
    private static final int MOST = 400;
    /** Rows that depend on each other leave no unique answer: the shortest one. */
    private static final double RIDGE = 1e-11;

    private final Duals duals;
    private final CentredRows rows;
    private final double rho;
    private final int[] free;

    FreeRows(Duals duals, CentredRows rows, ActiveRows active, double rho) {
        this.duals = duals;
        this.rows = rows;
        this.rho = rho;
        int[] found = new int[active.count(0)];
        int count = 0;
        for (int k = 0; k < found.length; k++) {
            int i = active.row(k);
            if (!Double.isNaN(kink(i))) {
                found[count++] = i;
            }
        }
        free = Arrays.copyOf(found, count);
        Arrays.sort(free);
    }

    /** Where the prediction has to be, strictly inside the range of s; NaN at its ends. */
    private double kink(int i) {
        return duals.loss.kink(duals.y[i], -duals.s[i] / duals.c[i]);
    }

    /** Ranges end at 0 where losses have a flat part between two kinks. */
    private boolean endsAtZero(int i) {
        return Double.isNaN(duals.loss.kink(duals.y[i], 0));
    }

    private double low(int i) {
        return duals.s[i] > 0 && endsAtZero(i) ? 0 : -duals.c[i] * duals.loss.highestDual(duals.y[i]);
    }

    private double high(int i) {
        return duals.s[i] < 0 && endsAtZero(i) ? 0 : -duals.c[i] * duals.loss.lowestDual(duals.y[i]);
    }

    /** Goes to the solution, cut to the ranges, where that gains; else as far towards it as ranges allow. */
    void step() {
        if (free.length == 0 || free.length > MOST) {
            return;
        }
        Matrix kernel = rows.products(free).scale(rho);
        Cholesky factor;
        try {
            factor = LinearAlgebra.best().cholesky(kernel.plusDiagonal(RIDGE * kernel.trace() / free.length));
        } catch (NumericalException noFactor) {
            return;
        }
        double[] miss = new double[free.length];
        Arrays.setAll(miss, k -> kink(free[k]) - rows.predict(free[k]) - duals.bias[0]);
        double[] d = factor.solve(miss);
        if (duals.intercepts) {
            double[] ones = new double[free.length];
            Arrays.fill(ones, 1);
            double[] shift = factor.solve(ones);
            double beta = (sum(d) + duals.sum(0)) / sum(shift);
            for (int k = 0; k < d.length; k++) {
                d[k] -= beta * shift[k];
                miss[k] -= beta;
            }
            duals.bias[0] += beta;
        }
        move(shortened(kernel, miss, d));
    }

    private static double sum(double[] x) {
        double sum = 0;
        for (double value : x) {
            sum += value;
        }
        return sum;
    }

    private double[] shortened(Matrix kernel, double[] miss, double[] d) {
        double[] cut = d.clone();
        double share = 1;
        for (int k = 0; k < d.length; k++) {
            double s = duals.s[free[k]];
            cut[k] = Math.max(low(free[k]) - s, Math.min(high(free[k]) - s, d[k]));
            share = d[k] != 0 ? Math.min(share, cut[k] / d[k]) : share;
        }
        if (share == 1 || gain(kernel, miss, cut) > 0) {
            return cut;
        }
        for (int k = 0; k < d.length; k++) {
            cut[k] = share * d[k];
        }
        return cut;
    }

    private static double gain(Matrix kernel, double[] miss, double[] d) {
        double gain = 0;
        for (int i = 0; i < d.length; i++) {
            double image = 0;
            for (int k = 0; k < d.length; k++) {
                image += kernel.get(i, k) * d[k];
            }
            gain += d[i] * (miss[i] - image / 2);
        }
        return gain;
    }

    private void move(double[] d) {
        for (int k = 0; k < d.length; k++) {
            int i = free[k];
            double next = Math.max(low(i), Math.min(high(i), duals.s[i] + d[k]));
            rows.add(i, rho * (next - duals.s[i]));
            duals.s[i] = next;
        }
    }
}
