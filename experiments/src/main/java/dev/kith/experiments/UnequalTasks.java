package dev.kith.experiments;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.linalg.Matrix;
import dev.kith.score.Split;
import java.util.SplittableRandom;

/** Twenty related linear tasks with 8 to 65 training rows each and noise of different size, and 100 test rows each. */
final class UnequalTasks {
    private static final int TASKS = 20;
    private static final int FEATURES = 8;
    private static final int TESTED = 100;

    private UnequalTasks() {}

    /** @param heavy noise of a t distribution with three degrees of freedom instead of a normal one */
    static Split draw(long seed, boolean heavy) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = 0;
        for (int t = 0; t < TASKS; t++) {
            n += trained(t) + TESTED;
        }
        Matrix x = Matrix.zeros(n, FEATURES).map(zero -> random.nextGaussian());
        double[] common = random.doubles(FEATURES, -1, 1).toArray();
        int[] task = new int[n];
        double[] y = new double[n];
        boolean[] tested = new boolean[n];
        int i = 0;
        for (int t = 0; t < TASKS; t++) {
            double[] own = random.doubles(FEATURES, -0.5, 0.5).toArray();
            for (int k = 0; k < trained(t) + TESTED; k++, i++) {
                task[i] = t;
                tested[i] = k >= trained(t);
                y[i] = (0.5 + t % 4 * 0.5) * noise(random, heavy);
                for (int j = 0; j < FEATURES; j++) {
                    y[i] += x.get(i, j) * (common[j] + own[j]);
                }
            }
        }
        Dataset data = Dataset.ofLong(
                new DenseInputs(x, Names.numbered("x", FEATURES)), Names.numbered("task", TASKS), task, y);
        return Split.of(data, o -> tested[o]);
    }

    private static int trained(int task) {
        return 8 + 3 * task;
    }

    private static double noise(SplittableRandom random, boolean heavy) {
        double normal = random.nextGaussian();
        if (!heavy) {
            return normal;
        }
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            sum += Math.pow(random.nextGaussian(), 2);
        }
        return normal / Math.sqrt(sum / 3);
    }
}
