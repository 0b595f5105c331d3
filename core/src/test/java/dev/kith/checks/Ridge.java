package dev.kith.checks;

import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.function.ToDoubleBiFunction;

/**
 * One task by the book, as an oracle: min over f, b of (1/n) sum (y - f(x) - b)^2 + lambda ||f||^2 on features and
 * labels of mean 0 and deviation 1. The bordered system (K + n lambda I) c + b = y, sum c = 0, is solved by elimination
 * in plain loops that share no code with the trainers. Weights are not supported.
 */
final class Ridge {
    private final ToDoubleBiFunction<double[], double[]> kernel;
    private final double lambda;

    Ridge(ToDoubleBiFunction<double[], double[]> kernel, double lambda) {
        this.kernel = kernel;
        this.lambda = lambda;
    }

    /** Predictions at {@code at} in the labels' own units, one column. */
    Matrix predict(Dataset data, Inputs at) {
        int n = data.size();
        double[][] x = new double[n][];
        double[] y = new double[n];
        for (int o = 0; o < n; o++) {
            x[o] = CheckData.values(data.inputs()).row(data.row(o));
            y[o] = data.label(o);
        }
        double[][] z = new double[at.rows()][];
        Arrays.setAll(z, i -> CheckData.values(at).row(i));
        standardize(x, z);
        double[] c = solve(x, y);
        Matrix predictions = Matrix.zeros(z.length, 1);
        for (int i = 0; i < z.length; i++) {
            double sum = c[n];
            for (int o = 0; o < n; o++) {
                sum += c[o] * kernel.applyAsDouble(z[i], x[o]);
            }
            predictions.set(i, 0, mean(y) + deviation(y) * sum);
        }
        return predictions;
    }

    /** Brings the columns of x to mean 0 and deviation 1, and those of z along. */
    static void standardize(double[][] x, double[][] z) {
        for (int j = 0; j < x[0].length; j++) {
            int feature = j;
            double[] column = Arrays.stream(x).mapToDouble(row -> row[feature]).toArray();
            double mean = mean(column);
            double deviation = deviation(column);
            Arrays.stream(x).forEach(row -> row[feature] = (row[feature] - mean) / deviation);
            Arrays.stream(z).forEach(row -> row[feature] = (row[feature] - mean) / deviation);
        }
    }

    /** c, then b. */
    private double[] solve(double[][] x, double[] y) {
        int n = y.length;
        double[][] system = new double[n + 1][n + 2];
        for (int o = 0; o < n; o++) {
            for (int p = 0; p < n; p++) {
                system[o][p] = kernel.applyAsDouble(x[o], x[p]) + (o == p ? n * lambda : 0);
            }
            system[o][n] = 1;
            system[n][o] = 1;
            system[o][n + 1] = (y[o] - mean(y)) / deviation(y);
        }
        for (int p = 0; p <= n; p++) {
            for (int i = 0; i <= n; i++) {
                double factor = i == p ? 0 : system[i][p] / system[p][p];
                for (int j = p; j <= n + 1 && i != p; j++) {
                    system[i][j] -= factor * system[p][j];
                }
            }
        }
        double[] solution = new double[n + 1];
        Arrays.setAll(solution, i -> system[i][n + 1] / system[i][i]);
        return solution;
    }

    static double mean(double[] values) {
        return Arrays.stream(values).sum() / values.length;
    }

    static double deviation(double[] values) {
        double mean = mean(values);
        return Math.sqrt(Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / values.length);
    }
}
