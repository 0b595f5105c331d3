package dev.kith.convex.direct;

import org.jspecify.annotations.Nullable;

/**
 * One task given the node m above it: minimises |r - X w|^2 + rho |w - m|^2, rho = lambda / d, or with any right-hand side h in place
 * of X'r. Solved on the smaller side, features or rows. Serves one thread, one task after the other.
 */
final class TaskSystem {
    private final TaskRows.Open task;
    private final int dim;
    private final double lambda;
    private final SmallSystem system = new SmallSystem();
    private double[] matrix;
    private double[] left;
    private double[] right;
    private double[] image;
    private double rho;
    private boolean byRows;
    private double @Nullable [] given;

    TaskSystem(TaskRows rows, double lambda) {
        task = rows.new Open();
        dim = rows.dim;
        this.lambda = lambda;
        int side = Math.min(dim, rows.most());
        matrix = new double[side * side];
        left = new double[side * dim];
        right = new double[dim];
        image = new double[rows.most()];
    }

    /**
     * Goes to task t.
     *
     * @param own d of the task
     * @param h a right-hand side; null for that of the labels
     */
    void open(int t, double own, double @Nullable [] h) {
        task.open(t);
        rho = lambda / own;
        given = h;
        byRows = task.count < dim;
        if (byRows) {
            system.clear(task.count);
            system.products(task.x, dim);
        } else {
            system.clear(dim);
            system.addGram(task.x, task.count);
        }
        system.factor(rho, matrix);
    }

    /** Goes to task t for residuals alone. */
    void look(int t) {
        task.open(t);
    }

    /** The upper triangle of X'X, dim x dim. Only to be read until the next call. */
    double[] gram() {
        double[] u = system.clear(dim);
        system.addGram(task.x, task.count);
        return u;
    }

    /** w at the minimum for this m; null is zero. Only to be read until the next call. */
    double[] solve(double @Nullable [] m) {
        java.util.Arrays.fill(right, 0);
        for (int k = 0; k < task.count; k++) {
            image[k] = (given == null ? task.r[k] : 0) - (m == null ? 0 : dot(k, m, 0));
        }
        if (byRows) {
            solveByRows();
        } else {
            scatter(image, 1);
            add(given, 1);
            system.forward(right, 1);
            system.backward(right, 1);
        }
        if (m != null) {
            add(m, 1);
        }
        return right;
    }

    /** (X'X + rho I)^-1 (X'e + h) = X' K^-1 e + (h - X' K^-1 X h) / rho with K = X X' + rho I. */
    private void solveByRows() {
        if (given != null) {
            for (int k = 0; k < task.count; k++) {
                image[k] -= dot(k, given, 0) / rho;
            }
            add(given, 1 / rho);
        }
        system.forward(image, 1);
        system.backward(image, 1);
        scatter(image, 1);
    }

    /**
     * What is left of the task when its weights are minimised out, m'Q m - 2 q'm: Q = rho G (G + rho I)^-1 is added to {@code
     * sum} (dim x dim), q = rho (G + rho I)^-1 h behind it.
     */
    void addMessage(double[] sum) {
        int tail = dim * dim;
        if (byRows) {
            int n = task.count;
            System.arraycopy(task.x, 0, left, 0, n * dim);
            system.forward(left, dim);
            for (int k = 0; k < n; k++) {
                for (int i = 0; i < dim; i++) {
                    SmallSystem.addRow(sum, i * dim, rho * left[k * dim + i], left, k * dim, 0, dim);
                }
            }
        } else {
            for (int i = 0; i < dim; i++) {
                for (int j = 0; j < dim; j++) {
                    left[i * dim + j] = j < i ? matrix[j * dim + i] : matrix[i * dim + j];
                }
            }
            system.forward(left, dim);
            system.backward(left, dim);
            SmallSystem.addRow(sum, 0, rho, left, 0, 0, tail);
        }
        double[] alone = solve(null);
        SmallSystem.addRow(sum, tail, rho, alone, 0, 0, dim);
    }

    /** X'(r - X w) goes into {@code to}; returns |r - X w|^2. */
    double residualInto(double[] to, int at, double[] w, int from) {
        double loss = 0;
        for (int k = 0; k < task.count; k++) {
            image[k] = task.r[k] - dot(k, w, from);
            loss += image[k] * image[k];
        }
        java.util.Arrays.fill(right, 0);
        scatter(image, 1);
        System.arraycopy(right, 0, to, at, dim);
        return loss;
    }

    /** The best intercept of the features as given. */
    double intercept(double[] w, int from) {
        double b = task.labelMean;
        for (int j = 0; j < dim; j++) {
            b -= task.mean[j] * w[from + j];
        }
        return b;
    }

    private double dot(int k, double[] v, int from) {
        double sum = 0;
        for (int j = 0; j < dim; j++) {
            sum += task.x[k * dim + j] * v[from + j];
        }
        return sum;
    }

    private void scatter(double[] e, double factor) {
        for (int k = 0; k < task.count; k++) {
            SmallSystem.addRow(right, 0, factor * e[k], task.x, k * dim, 0, dim);
        }
    }

    private void add(double @Nullable [] v, double factor) {
        if (v != null) {
            SmallSystem.addRow(right, 0, factor, v, 0, 0, dim);
        }
    }
}
