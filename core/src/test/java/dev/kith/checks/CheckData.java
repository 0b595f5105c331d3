package dev.kith.checks;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Names;
import dev.kith.data.SparseInputs;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Small related tasks in every layout, and changes of them. */
final class CheckData {
    static final int FEATURES = 3;
    static final int TASKS = 4;

    /** The patterns in which labels can be there. */
    enum Layout {
        LONG,
        WIDE,
        MISSING
    }

    private CheckData() {}

    static Dataset related(Layout layout, boolean classes) {
        return related(layout, classes, FEATURES, 11);
    }

    /** y = x'w_t + 3 + noise, w_t a common part and an own one; {@code rows} inputs, or that many per task if long. */
    static Dataset related(Layout layout, boolean classes, int features, int rows) {
        SplittableRandom random = new SplittableRandom(17);
        double[] common = gaussians(random, features);
        double[][] own = new double[TASKS][];
        Arrays.setAll(own, t -> gaussians(random, features));
        boolean tall = layout == Layout.LONG;
        Matrix x = Matrix.wrap(
                tall ? TASKS * rows : rows, features, gaussians(random, (tall ? TASKS * rows : rows) * features));
        Matrix y = Matrix.zeros(x.rows(), TASKS);
        for (int i = 0; i < x.rows(); i++) {
            for (int t = 0; t < TASKS; t++) {
                double z = 3 + 0.3 * random.nextGaussian();
                for (int j = 0; j < features; j++) {
                    z += x.get(i, j) * (common[j] + 0.5 * own[t][j]);
                }
                boolean there = tall
                        ? i % TASKS == t && (i > TASKS || t > 0)
                        : layout == Layout.WIDE || random.nextDouble() < 0.7;
                y.set(i, t, !there ? Double.NaN : classes ? Math.signum(z - 3) : z);
            }
        }
        Dataset data = Dataset.ofWide(DenseInputs.of(x), Names.numbered("t", TASKS), y);
        return classes ? data.asClasses() : data;
    }

    static Inputs probe(int features) {
        SplittableRandom random = new SplittableRandom(29);
        return DenseInputs.of(Matrix.wrap(15, features, gaussians(random, 15 * features)));
    }

    static Inputs probe() {
        return probe(FEATURES);
    }

    static Matrix values(Inputs inputs) {
        return ((DenseInputs) inputs).values();
    }

    /** The inputs with x_ij replaced by factor_j x_ij + shift_j. */
    static Inputs moved(Inputs inputs, double[] factor, double[] shift) {
        Matrix x = values(inputs).copy();
        for (int i = 0; i < x.rows(); i++) {
            for (int j = 0; j < x.cols(); j++) {
                x.set(i, j, factor[j] * x.get(i, j) + shift[j]);
            }
        }
        return DenseInputs.of(x);
    }

    /** The inputs with one more column, a function of the first. */
    static Inputs widened(Inputs inputs, DoubleUnaryOperator ofFirst) {
        Matrix x = values(inputs);
        Matrix wide = Matrix.zeros(x.rows(), x.cols() + 1);
        for (int i = 0; i < x.rows(); i++) {
            System.arraycopy(x.data(), i * x.cols(), wide.data(), i * wide.cols(), x.cols());
            wide.set(i, x.cols(), ofFirst.applyAsDouble(x.get(i, 0)));
        }
        return DenseInputs.of(wide);
    }

    /** The same numbers as sparse rows, every entry there. */
    static Inputs sparse(Inputs inputs) {
        Matrix x = values(inputs);
        int[] starts = IntStream.rangeClosed(0, x.rows()).map(i -> i * x.cols()).toArray();
        int[] indices =
                IntStream.range(0, x.data().length).map(k -> k % x.cols()).toArray();
        return new SparseInputs(
                new SparseRows(x.cols(), starts, indices, x.data().clone()), inputs.features());
    }

    static Dataset withLabels(Dataset data, DoubleUnaryOperator change) {
        double[] labels = new double[data.size()];
        Arrays.setAll(labels, o -> change.applyAsDouble(data.label(o)));
        return data.withLabels(labels);
    }

    /** The same observations under other tasks: task t becomes the one at {@code position(t)} of {@code tasks}. */
    static Dataset withTasks(Dataset data, List<String> tasks, IntUnaryOperator position) {
        int[] rows = IntStream.range(0, data.size()).map(data::row).toArray();
        int[] taskOf =
                IntStream.range(0, data.size()).map(data::task).map(position).toArray();
        double[] labels = new double[data.size()];
        Arrays.setAll(labels, data::label);
        return Dataset.of(
                data.inputs(), tasks, rows, taskOf, labels, null, data.classes().orElse(null));
    }

    /** Observations o with {@code copies(o)} copies of each. */
    static Dataset repeated(Dataset data, IntUnaryOperator copies) {
        return data.select(IntStream.range(0, data.size())
                .flatMap(o -> IntStream.generate(() -> o).limit(copies.applyAsInt(o)))
                .toArray());
    }

    static int[] shuffled(int n) {
        SplittableRandom random = new SplittableRandom(41);
        int[] order = IntStream.range(0, n).toArray();
        for (int i = n - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swap = order[i];
            order[i] = order[j];
            order[j] = swap;
        }
        return order;
    }

    static double[] gaussians(SplittableRandom random, int count) {
        double[] values = new double[count];
        Arrays.setAll(values, k -> random.nextGaussian());
        return values;
    }
}
