package dev.kith.ascent;

import dev.kith.loss.Loss;

/**
 * The dual variables and what they stand for, row by row, rows of a task together:
 *
 * <pre>  dual = sum_i -c_i loss*(y_i, -s_i / c_i) - 1/2 ||q(s)||_{p*},   with sum of s over every task = 0 if intercepts</pre>
 *
 * <p>Mutable; serves one run.
 */
public final class Duals {
    public final Loss loss;
    public final int[] taskStart;
    public final double[] y;
    public final double[] c;
    public final double[] s;
    public final boolean intercepts;

    /** One intercept per task: the multiplier of its constraint. */
    public final double[] bias;

    public Duals(Loss loss, int[] taskStart, double[] y, double[] c, boolean intercepts) {
        this.loss = loss;
        this.taskStart = taskStart;
        this.y = y;
        this.c = c;
        this.s = new double[y.length];
        this.intercepts = intercepts;
        this.bias = new double[taskStart.length - 1];
    }

    public int rows() {
        return y.length;
    }

    public int tasks() {
        return bias.length;
    }

    /** sum_i -c_i loss*(y_i, -s_i / c_i). */
    public double gain() {
        double sum = 0;
        for (int i = 0; i < s.length; i++) {
            sum -= c[i] * loss.conjugate(y[i], -s[i] / c[i]);
        }
        return sum;
    }

    /** sum_i c_i loss(y_i, score_i + bias of its task). */
    public double cost(double[] scores, double[] biases) {
        double sum = 0;
        for (int t = 0; t < biases.length; t++) {
            for (int i = taskStart[t]; i < taskStart[t + 1]; i++) {
                sum += c[i] * loss.value(y[i], scores[i] + biases[t]);
            }
        }
        return sum;
    }

    /** The sum of s over the rows of task t: zero where an intercept is allowed. */
    public double sum(int t) {
        double sum = 0;
        for (int i = taskStart[t]; i < taskStart[t + 1]; i++) {
            sum += s[i];
        }
        return sum;
    }
}
