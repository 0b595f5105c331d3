package dev.kith.convex;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.SparseInputs;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.Arrays;
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

    /** The same observations on inputs that are stored as sparse. */
    static Dataset toSparse(Dataset data) {
        Matrix x = ((DenseInputs) data.inputs()).values();
        return data.withInputs(new SparseInputs(sparse(x), data.inputs().features()));
    }

    /** The same rows without their zeros. */
    public static SparseRows sparse(Matrix x) {
        int[] starts = new int[x.rows() + 1];
        int[] indices = new int[x.data().length];
        double[] values = new double[indices.length];
        for (int i = 0; i < x.rows(); i++) {
            starts[i + 1] = starts[i];
            for (int j = 0; j < x.cols(); j++) {
                if (x.get(i, j) != 0) {
                    indices[starts[i + 1]] = j;
                    values[starts[i + 1]++] = x.get(i, j);
                }
            }
        }
        int count = starts[x.rows()];
        return new SparseRows(x.cols(), starts, Arrays.copyOf(indices, count), Arrays.copyOf(values, count));
    }

    static Matrix gaussian(SplittableRandom random, int rows, int cols) {
        Matrix m = Matrix.zeros(rows, cols);
        for (int k = 0; k < m.data().length; k++) {
            m.data()[k] = random.nextGaussian();
        }
        return m;
    }
}
