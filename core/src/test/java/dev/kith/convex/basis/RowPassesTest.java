package dev.kith.convex.basis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kith.convex.RandomTasks;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Names;
import dev.kith.data.SparseInputs;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.Training;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Passes by blocks and threads against one row after the other, and against themselves with other numbers of threads. */
class RowPassesTest {
    /** Sums of some thousand products of numbers of size 1. */
    private static final double ROUNDING = 1e-10;

    private final Random random = new Random(5);

    private Problem problem(String kind, int n, int d, int tasks, boolean intercept) {
        Matrix x = Matrix.zeros(n, d).map(zero -> random.nextInt(3) == 0 ? 0 : 1 + random.nextGaussian());
        Inputs inputs = kind.equals("sparse")
                ? new SparseInputs(RandomTasks.sparse(x), Names.numbered("x", d))
                : new DenseInputs(x, Names.numbered("x", d));
        Training training = Training.defaults().withIntercept(intercept);
        if (kind.equals("complete")) {
            Matrix y = Matrix.zeros(n, tasks).map(zero -> random.nextGaussian());
            return new Problem(
                    Dataset.ofWide(inputs, Names.numbered("t", tasks), y), training, new Linear(), Approximation.AUTO);
        }
        // The last task has two rows only, fewer than features.
        int[] task = new int[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            task[i] = i < 2 ? tasks - 1 : random.nextInt(tasks - 1);
            y[i] = random.nextGaussian();
        }
        Dataset data = Dataset.ofLong(inputs, Names.numbered("t", tasks), task, y);
        return new Problem(data, training, new Linear(), Approximation.AUTO);
    }

    private double[] numbers(int n, boolean negative) {
        double[] numbers = new double[n];
        for (int i = 0; i < n; i++) {
            double value = random.nextGaussian();
            numbers[i] = random.nextInt(4) == 0 ? 0 : negative ? value : value * value;
        }
        return numbers;
    }

    @ParameterizedTest
    @CsvSource({
        "dense,40000,7,3",
        "dense,500,10,40",
        "sparse,3000,9,4",
        "complete,60,5,6",
        "dense,9,4,2",
        "dense,1500,170,3"
    })
    void passesAgreeWithRowsOneByOne(String kind, int n, int d, int tasks) {
        for (boolean intercept : new boolean[] {true, false}) {
            Problem problem = problem(kind, n, d, tasks, intercept);
            Matrix wt = Matrix.zeros(problem.tasks, problem.dim).map(zero -> random.nextGaussian());
            double[] u = numbers(problem.size(), true);
            double[] expected = new double[problem.size()];
            problem.predictInto(expected, wt);
            Matrix sums = Matrix.zeros(problem.tasks, problem.dim);
            problem.gatherInto(sums, u);
            double[] first = null;
            for (int threads : new int[] {1, 2, 3}) {
                double[] all = LinearAlgebra.withThreads(threads, () -> {
                    double[] z = new double[problem.size()];
                    problem.passes().predictInto(z, wt);
                    assertArrayEquals(expected, z, ROUNDING);
                    Matrix out = Matrix.zeros(problem.tasks, problem.dim);
                    problem.passes().gatherInto(out, u);
                    assertArrayEquals(sums.data(), out.data(), ROUNDING * problem.size());
                    return out.data();
                });
                first = first == null ? all : first;
                assertArrayEquals(first, all, 0);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"dense,70000,7,2", "dense,500,10,40", "complete,60,5,6", "dense,1500,170,3"})
    void gramMatricesAreThoseOfCentredRows(String kind, int n, int d, int tasks) {
        for (boolean intercept : new boolean[] {true, false}) {
            Problem problem = problem(kind, n, d, tasks, intercept);
            double[] u = numbers(problem.size(), false);
            Matrix x = ((FeatureRows.Dense) problem.rows).values();
            TaskGrams once = problem.passes().grams(u);
            TaskGrams again =
                    LinearAlgebra.withThreads(3, () -> problem.passes().grams(u));
            Matrix wt = Matrix.zeros(problem.tasks, problem.dim).map(zero -> random.nextGaussian());
            Matrix image = Matrix.zeros(problem.tasks, problem.dim);
            once.applyInto(image, wt);
            Matrix other = Matrix.zeros(problem.tasks, problem.dim);
            again.applyInto(other, wt);
            assertArrayEquals(image.data(), other.data(), 0);
            for (int t = 0; t < problem.tasks; t++) {
                assertEquals(quadratic(problem, x, u, wt, t), dot(image, wt, t), ROUNDING * n * d);
            }
        }
    }

    private static double dot(Matrix a, Matrix b, int row) {
        double sum = 0;
        for (int j = 0; j < a.cols(); j++) {
            sum += a.get(row, j) * b.get(row, j);
        }
        return sum;
    }

    /** sum u (x'w)^2 - (sum u x'w)^2 / sum u, the second part with intercepts only. */
    private static double quadratic(Problem problem, Matrix x, double[] u, Matrix wt, int t) {
        double squares = 0;
        double sum = 0;
        double total = 0;
        for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
            double z = 0;
            for (int j = 0; j < x.cols(); j++) {
                z += x.get(problem.row[o], j) * wt.get(t, j);
            }
            squares += u[o] * z * z;
            sum += u[o] * z;
            total += u[o];
        }
        return squares - (problem.intercept && total > 0 ? sum * sum / total : 0);
    }
}
