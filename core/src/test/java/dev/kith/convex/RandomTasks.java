package dev.kith.convex;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.SplittableRandom;

/** Random related tasks for tests: y = x'w_t + 3 + noise, w_t = common part + own part. */
public final class RandomTasks {
    private RandomTasks() {}

    /** n x T labels, each missing with probability {@code missing}. */
    public static Dataset regression(long seed, int n, int d, int tasks, double missing) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix x = gaussian(random, n, d).map(v -> v + 1);
        Matrix w = gaussian(random, d, tasks);
        Matrix common = gaussian(random, d, 1);
        for (int j = 0; j < d; j++) {
            for (int t = 0; t < tasks; t++) {
                w.add(j, t, 2 * common.get(j, 0));
            }
        }
        Matrix y = LinearAlgebra.best()
                .multiply(x, w)
                .plus(0.5, gaussian(random, n, tasks))
                .map(v -> v + 3);
        for (int k = 0; k < y.data().length; k++) {
            y.data()[k] = random.nextDouble() < missing ? Double.NaN : y.data()[k];
        }
        return Dataset.ofWide(DenseInputs.of(x), Names.numbered("task", tasks), y);
    }

    /** The signs of {@link #regression} labels around their mean level, as classes. */
    public static Dataset classification(long seed, int n, int d, int tasks, double missing) {
        Dataset numbers = regression(seed, n, d, tasks, missing);
        double[] signs = new double[numbers.size()];
        for (int o = 0; o < signs.length; o++) {
            signs[o] = numbers.label(o) > 3 ? 1 : -1;
        }
        return numbers.withLabels(signs).asClasses();
    }

    /** The same observations, one input row for each. */
    static Dataset toLong(Dataset data) {
        int[] rows = new int[data.size()];
        int[] tasks = new int[data.size()];
        double[] labels = new double[data.size()];
        for (int o = 0; o < rows.length; o++) {
            rows[o] = data.row(o);
            tasks[o] = data.task(o);
            labels[o] = data.label(o);
        }
        return Dataset.ofLong(data.inputs().select(rows), data.tasks(), tasks, labels);
    }

    static Matrix gaussian(SplittableRandom random, int rows, int cols) {
        Matrix m = Matrix.zeros(rows, cols);
        for (int k = 0; k < m.data().length; k++) {
            m.data()[k] = random.nextGaussian();
        }
        return m;
    }
}
