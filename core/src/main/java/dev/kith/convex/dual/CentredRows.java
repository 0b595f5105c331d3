package dev.kith.convex.dual;

import dev.kith.convex.basis.FeatureRows;
import dev.kith.convex.basis.Problem;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.Arrays;

/**
 * The rows x_i - mean of one task that have weight, and weights w on them that grow by multiples of rows. Dense or sparse rows
 * stay where they are and are centred on the way: w = v - kappa mean, so that a step costs what the row itself has.
 */
final class CentredRows {
    private final FeatureRows rows;
    private final int[] row;
    private final int dim;
    private final double[] mean;
    /** mean'x_i. */
    private final double[] along;

    private final double[] squares;
    private final double meanSquare;
    private final double[] v;
    private double kappa;
    private double meanV;

    private CentredRows(FeatureRows rows, int[] row, double[] mean) {
        this.rows = rows;
        this.row = row;
        this.mean = mean;
        dim = rows.dim();
        along = new double[row.length];
        squares = new double[row.length];
        v = new double[dim];
        double sum = 0;
        for (double m : mean) {
            sum += m * m;
        }
        meanSquare = sum;
        double[] centred = new double[dim];
        for (int i = 0; i < row.length; i++) {
            along[i] = sum > 0 ? rows.dot(row[i], mean, 0) : 0;
            squares[i] = squared(i, centred);
        }
    }

    /** Those of the observations {@code seen} of task t. */
    static CentredRows of(Problem problem, int t, int[] seen) {
        int[] row = Arrays.stream(seen).map(o -> problem.row[o]).toArray();
        double[] mean = Arrays.copyOfRange(problem.mean, t * problem.dim, (t + 1) * problem.dim);
        return new CentredRows(problem.rows, row, mean);
    }

    /** The same in memory of their own, one after the other: for many visits in a row. */
    static CentredRows copied(Problem problem, int t, int[] seen) {
        if (!(problem.rows instanceof FeatureRows.Dense)) {
            return of(problem, t, seen);
        }
        int dim = problem.dim;
        Matrix copy = Matrix.zeros(seen.length, dim);
        double[] x = copy.data();
        int[] row = new int[seen.length];
        for (int i = 0; i < seen.length; i++) {
            row[i] = i;
            problem.rows.addInto(x, i * dim, 1, problem.row[seen[i]]);
            for (int j = 0; j < dim && problem.intercept; j++) {
                x[i * dim + j] -= problem.mean[t * dim + j];
            }
        }
        return new CentredRows(new FeatureRows.Dense(copy), row, new double[dim]);
    }

    /** |x_i - mean|^2, for dense rows without cancellation where the mean is long. */
    private double squared(int i, double[] centred) {
        double sum = 0;
        if (rows instanceof FeatureRows.Sparse sparse) {
            SparseRows x = sparse.values();
            for (int k = x.start(row[i]); k < x.end(row[i]); k++) {
                sum += x.value(k) * x.value(k);
            }
            return Math.max(0, sum - 2 * along[i] + meanSquare);
        }
        spreadInto(centred, i);
        for (double x : centred) {
            sum += x * x;
        }
        return sum;
    }

    /** to = x_i - mean. */
    private void spreadInto(double[] to, int i) {
        Arrays.fill(to, 0);
        rows.addInto(to, 0, 1, row[i]);
        for (int j = 0; j < dim && meanSquare > 0; j++) {
            to[j] -= mean[j];
        }
    }

    int size() {
        return row.length;
    }

    /** |x_i - mean|^2. */
    double square(int i) {
        return squares[i];
    }

    /** w becomes entries base to base + dim of {@code from}. */
    void load(double[] from, int base) {
        System.arraycopy(from, base, v, 0, dim);
        kappa = 0;
        meanV = 0;
        for (int j = 0; j < dim; j++) {
            meanV += mean[j] * v[j];
        }
    }

    /** Entries base to base + dim of {@code to} become w. */
    void storeInto(double[] to, int base) {
        for (int j = 0; j < dim; j++) {
            to[base + j] = v[j] - kappa * mean[j];
        }
    }

    /** (x_i - mean)'w. */
    double predict(int i) {
        return rows.dot(row[i], v, 0) - meanV - kappa * (along[i] - meanSquare);
    }

    /** w += factor (x_i - mean). */
    void add(int i, double factor) {
        rows.addInto(v, 0, factor, row[i]);
        kappa += factor;
        meanV += factor * along[i];
    }

    /** Entries base to base + dim of {@code to} become sum_i s_i (x_i - mean). */
    void sumInto(double[] to, int base, double[] s) {
        Arrays.fill(to, base, base + dim, 0);
        double total = 0;
        for (int i = 0; i < s.length; i++) {
            if (s[i] != 0) {
                rows.addInto(to, base, s[i], row[i]);
                total += s[i];
            }
        }
        for (int j = 0; j < dim; j++) {
            to[base + j] -= total * mean[j];
        }
    }

    /** The products of these rows with each other. */
    Matrix products(int[] which) {
        Matrix products = Matrix.zeros(which.length, which.length);
        double[] centred = new double[dim];
        for (int k = 0; k < which.length; k++) {
            spreadInto(centred, which[k]);
            double less = 0;
            for (int j = 0; j < dim && meanSquare > 0; j++) {
                less += mean[j] * centred[j];
            }
            for (int i = 0; i < k; i++) {
                double product = rows.dot(row[which[i]], centred, 0) - less;
                products.set(k, i, product);
                products.set(i, k, product);
            }
            products.set(k, k, squares[which[k]]);
        }
        return products;
    }
}
