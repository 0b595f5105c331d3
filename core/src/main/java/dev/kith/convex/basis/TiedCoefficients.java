package dev.kith.convex.basis;

import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Kernel coefficients (T x n) as multiples of one column per task, c_ti = a_ts alpha_i for the inputs i of task s: the form of
 * every exact minimum, A being the structure and alpha the residuals.
 *
 * @param inputs those that have one task, in the order of their tasks
 * @param alpha their multiples
 * @param a the tasks' columns, T x T
 * @param apart no less than the root of the sum over tasks of (the absolute sum of what c differs from this by)^2
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
public record TiedCoefficients(int[] inputs, double[] alpha, Matrix a, double apart) {
    private static final double UNITS = 0x1p-50;

    /**
     * The multiples nearest to coefficients, whatever their form.
     *
     * @param owner the only task of each input; -1 where there are several, or none
     */
    public static TiedCoefficients of(Matrix c, int[] owner) {
        int tasks = c.rows();
        int[] inputs = IntStream.range(0, owner.length)
                .filter(i -> owner[i] >= 0)
                .boxed()
                .sorted(Comparator.comparingInt(i -> owner[i]))
                .mapToInt(i -> i)
                .toArray();
        double[] alpha = new double[inputs.length];
        Matrix a = Matrix.zeros(tasks, tasks);
        double[] rest = new double[tasks];
        for (int i = 0; i < owner.length; i++) {
            for (int t = 0; t < tasks && owner[i] < 0; t++) {
                rest[t] += Math.abs(c.get(t, i));
            }
        }
        int from = 0;
        for (int s = 0; s < tasks; s++) {
            int to = from;
            while (to < inputs.length && owner[inputs[to]] == s) {
                to++;
            }
            fill(c, Arrays.copyOfRange(inputs, from, to), s, from, new TiedCoefficients(inputs, alpha, a, 0), rest);
            from = to;
        }
        double squares = 0;
        for (double each : rest) {
            squares += each * each;
        }
        return new TiedCoefficients(inputs, alpha, a, Math.sqrt(squares) * (1 + (owner.length + 8) * UNITS));
    }

    /** Takes the column with the largest entry, and adds to {@code rest} what the others are from multiples of it. */
    private static void fill(Matrix c, int[] own, int s, int offset, TiedCoefficients to, double[] rest) {
        int largest = -1;
        int task = 0;
        for (int i : own) {
            for (int t = 0; t < c.rows(); t++) {
                if (largest < 0 || Math.abs(c.get(t, i)) > Math.abs(c.get(task, largest))) {
                    largest = i;
                    task = t;
                }
            }
        }
        if (largest < 0 || c.get(task, largest) == 0) {
            return;
        }
        for (int t = 0; t < c.rows(); t++) {
            to.a.set(t, s, c.get(t, largest));
        }
        for (int k = 0; k < own.length; k++) {
            double multiple = c.get(task, own[k]) / c.get(task, largest);
            to.alpha[offset + k] = multiple;
            for (int t = 0; t < c.rows(); t++) {
                // exact but for one rounding
                rest[t] += Math.abs(Math.fma(-to.a.get(t, s), multiple, c.get(t, own[k]))) + Double.MIN_NORMAL;
            }
        }
    }
}
