package dev.kith.structure.matrix;

import dev.kith.linalg.Matrix;

/** (Laplacian + gamma I + shift I)^-1 by conjugate gradients, every column on its own, degrees as the preconditioner. */
final class NetworkGradients {
    /** Residuals relative to the right-hand side; rounding does not let them get much smaller. */
    private static final double EXACT = 1e-15;

    private static final int MOST = 20_000;

    private final TaskNetwork a;
    private final double shift;

    NetworkGradients(TaskNetwork a, double shift) {
        this.a = a;
        this.shift = shift;
    }

    Matrix solve(Matrix right) {
        int k = right.cols();
        Matrix x = Matrix.zeros(right.rows(), k);
        Matrix residual = right.copy();
        Matrix direction = divided(residual);
        double[] rz = dots(residual, direction);
        double[] end = dots(right, right);
        double[] step = new double[k];
        double[] turn = new double[k];
        for (int iteration = 0; iteration < MOST && open(residual, end); iteration++) {
            Matrix image = a.solve(direction).plus(shift, direction);
            double[] curvature = dots(direction, image);
            for (int j = 0; j < k; j++) {
                step[j] = curvature[j] > 0 ? rz[j] / curvature[j] : 0;
            }
            addInto(x, step, 1, direction);
            addInto(residual, step, -1, image);
            Matrix z = divided(residual);
            double[] next = dots(residual, z);
            for (int j = 0; j < k; j++) {
                turn[j] = rz[j] > 0 ? next[j] / rz[j] : 0;
            }
            rz = next;
            addInto(z, turn, 1, direction);
            direction = z;
        }
        return x;
    }

    private static boolean open(Matrix residual, double[] end) {
        double[] now = dots(residual, residual);
        for (int j = 0; j < now.length; j++) {
            if (now[j] > EXACT * EXACT * end[j]) {
                return true;
            }
        }
        return false;
    }

    private Matrix divided(Matrix residual) {
        Matrix z = residual.copy();
        for (int t = 0; t < z.rows(); t++) {
            double inverse = 1 / (a.degree(t) + a.gamma() + shift);
            for (int j = t * z.cols(); j < (t + 1) * z.cols(); j++) {
                z.data()[j] *= inverse;
            }
        }
        return z;
    }

    private static double[] dots(Matrix x, Matrix y) {
        double[] sums = new double[x.cols()];
        for (int t = 0; t < x.rows(); t++) {
            for (int j = 0; j < sums.length; j++) {
                sums[j] += x.get(t, j) * y.get(t, j);
            }
        }
        return sums;
    }

    /** Column j of {@code to} += sign factor_j times that of {@code from}. */
    private static void addInto(Matrix to, double[] factor, double sign, Matrix from) {
        int k = to.cols();
        for (int t = 0; t < to.rows(); t++) {
            for (int j = 0; j < k; j++) {
                to.data()[t * k + j] += sign * factor[j] * from.data()[t * k + j];
            }
        }
    }
}
