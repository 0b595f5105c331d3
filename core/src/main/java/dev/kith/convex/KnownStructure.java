package dev.kith.convex;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;

/**
 * The supervised step for the squared loss: min over W of V(W) + lambda tr(A^-1 W'W) for a fixed A, singular or not, by
 * preconditioned conjugate gradients in coordinates where the penalty is lambda ||Y||^2.
 *
 * <p>With A = P diag(a) P' and W' = P diag(sqrt a) Y the Hessian is close to a_k g_j + lambda, g the average Gram matrix's
 * eigenvalues, and equal to it for complete data, where one iteration is exact. The excess of the objective over its
 * minimum is at most ||residual||^2 / lambda, which is the stopping rule.
 */
final class KnownStructure {
    private final Quadratic v;
    private final double lambda;
    private int iterations;

    KnownStructure(Quadratic v, double lambda) {
        this.v = v;
        this.lambda = lambda;
    }

    /** Conjugate gradient iterations spent so far. */
    int iterations() {
        return iterations;
    }

    /**
     * The minimiser, started at {@code wt} (which must lie in the range of A; zeros do).
     *
     * @param tolerance on the excess of the objective, relative to the objective
     */
    Matrix solve(Matrix a, Matrix wt, double tolerance, int maxIterations) {
        LinearAlgebra algebra = LinearAlgebra.best();
        SymmetricEigen eigen = algebra.eigen(a);
        int tasks = v.tasks;
        double top = tasks == 0 ? 0 : Math.max(0, eigen.value(tasks - 1));
        double[] root = new double[tasks];
        for (int k = 0; k < tasks; k++) {
            root[k] = eigen.value(k) > 1e-14 * top ? Math.sqrt(eigen.value(k)) : 0;
        }
        Matrix p = eigen.vectors();
        Matrix inverse = preconditioner(root);

        Matrix y = algebra.multiplyTransposeA(p, wt);
        scaleRows(y, root, true);
        Matrix right = algebra.multiplyTransposeA(p, v.h);
        scaleRows(right, root, false);
        Matrix residual = right.copy();
        Matrix image = Matrix.zeros(tasks, v.dim);
        Workspace work = new Workspace(tasks, v.dim);
        if (wt.maxAbs() > 0) {
            hessianInto(image, y, p, root, work);
            addInto(residual, -1, image);
        }
        Matrix z = Matrix.zeros(tasks, v.dim);
        multiplyInto(z, inverse, residual);
        Matrix direction = z.copy();
        double rz = residual.dot(z);
        for (int k = 0; k < maxIterations && !done(residual, right, y, tolerance) && rz > 0; k++) {
            iterations++;
            hessianInto(image, direction, p, root, work);
            double step = rz / direction.dot(image);
            addInto(y, step, direction);
            addInto(residual, -step, image);
            multiplyInto(z, inverse, residual);
            double next = residual.dot(z);
            double beta = next / rz;
            rz = next;
            double[] d = direction.data();
            for (int i = 0; i < d.length; i++) {
                d[i] = z.data()[i] + beta * d[i];
            }
        }
        scaleRows(y, root, false);
        return algebra.multiply(p, y);
    }

    /** Objective at y is constant - right'y - residual'y; its excess is at most ||residual||^2 / lambda. */
    private boolean done(Matrix residual, Matrix right, Matrix y, double tolerance) {
        double objective = v.constant - right.dot(y) - residual.dot(y);
        return residual.dot(residual) / lambda <= tolerance * Math.max(objective, 1e-16 * v.constant);
    }

    private Matrix preconditioner(double[] root) {
        Matrix inverse = Matrix.zeros(v.tasks, v.dim);
        for (int k = 0; k < v.tasks; k++) {
            for (int j = 0; j < v.dim; j++) {
                inverse.set(k, j, 1 / (root[k] * root[k] * v.average[j] + lambda));
            }
        }
        return inverse;
    }

    private record Workspace(Matrix weights, Matrix slopes) {
        Workspace(int tasks, int dim) {
            this(Matrix.zeros(tasks, dim), Matrix.zeros(tasks, dim));
        }
    }

    /** out = diag(root) P' G (P diag(root) y) + lambda y. */
    private void hessianInto(Matrix out, Matrix y, Matrix p, double[] root, Workspace work) {
        Matrix scaled = work.slopes;
        System.arraycopy(y.data(), 0, scaled.data(), 0, y.data().length);
        scaleRows(scaled, root, false);
        LinearAlgebra.best().multiplyInto(work.weights, 1, p, false, scaled, false, 0);
        v.applyInto(work.slopes, work.weights);
        LinearAlgebra.best().multiplyInto(out, 1, p, true, work.slopes, false, 0);
        scaleRows(out, root, false);
        addInto(out, lambda, y);
    }

    /** Row k times (or, inverse, divided by, zeros staying zero) factor k. */
    private static void scaleRows(Matrix m, double[] factor, boolean inverse) {
        int cols = m.cols();
        for (int k = 0; k < m.rows(); k++) {
            double f = inverse ? (factor[k] > 0 ? 1 / factor[k] : 0) : factor[k];
            for (int j = k * cols; j < (k + 1) * cols; j++) {
                m.data()[j] *= f;
            }
        }
    }

    private static void addInto(Matrix to, double factor, Matrix from) {
        double[] x = to.data();
        double[] y = from.data();
        for (int i = 0; i < x.length; i++) {
            x[i] += factor * y[i];
        }
    }

    private static void multiplyInto(Matrix to, Matrix a, Matrix b) {
        double[] x = to.data();
        double[] p = a.data();
        double[] q = b.data();
        for (int i = 0; i < x.length; i++) {
            x[i] = p[i] * q[i];
        }
    }
}
