package dev.kith.trust;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.linalg.Matrix;
import java.util.Random;

/** Labels whose effects multiply: log y = b_t + x'w_t + noise, of tasks that are alike, so that the mean of y is known. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Multiplied(Random random, Matrix weights, double[] noise) {
    static final int FEATURES = 4;

    /** @param noise the deviation of log y within each task */
    static Multiplied draw(Random random, double... noise) {
        Matrix w = Matrix.zeros(FEATURES, noise.length);
        for (int j = 0; j < FEATURES; j++) {
            double common = 0.4 * random.nextGaussian();
            for (int t = 0; t < noise.length; t++) {
                w.set(j, t, common + 0.1 * random.nextGaussian());
            }
        }
        return new Multiplied(random, w, noise);
    }

    /** So many rows of every task. */
    Dataset rows(int each) {
        int n = each * noise.length;
        Matrix x = Matrix.zeros(n, FEATURES).map(zero -> random.nextGaussian());
        int[] tasks = new int[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            int t = i % noise.length;
            double z = 3 + 0.3 * t + noise[t] * random.nextGaussian();
            for (int j = 0; j < FEATURES; j++) {
                z += x.get(i, j) * weights.get(j, t);
            }
            tasks[i] = t;
            y[i] = Math.exp(z);
        }
        return Dataset.ofLong(
                new DenseInputs(x, Names.numbered("x", FEATURES)), Names.numbered("t", noise.length), tasks, y);
    }

    /** The sum of what labels of these rows are on average: exp(z + noise^2 / 2). */
    double total(Dataset rows, int task) {
        double sum = 0;
        for (int o = 0; o < rows.size(); o++) {
            int t = rows.task(o);
            if (t == task) {
                double z = 3 + 0.3 * t + noise[t] * noise[t] / 2;
                double[] x = ((DenseInputs) rows.inputs()).values().row(rows.row(o));
                for (int j = 0; j < FEATURES; j++) {
                    z += x[j] * weights.get(j, t);
                }
                sum += Math.exp(z);
            }
        }
        return sum;
    }
}
