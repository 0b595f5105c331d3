package dev.kith.convex.solver;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.structure.matrix.DenseTasks;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.function.UnaryOperator;

/**
 * The supervised step for the squared loss: min over W of V(W) + lambda tr(A^-1 W'W) for a fixed A, singular or not, by
 * preconditioned conjugate gradients. The excess of the objective over its minimum is at most r'A r / lambda for a residual
 * r, which is the stopping rule.
 *
 * <p>Where tasks have inputs of their own, they are solved one by one (G_t + ridge I)^-1, which is the answer when they are
 * learned alone and leaves few directions to correct when they are tied. Otherwise, and for an A close to singular,
 * coordinates are those where the penalty is lambda ||Y||^2: with A = P diag(a) P' and W' = P diag(sqrt a) Y the Hessian is
 * close to a_k g_j + lambda, g the average Gram matrix's eigenvalues, and equal to it for complete data, where one iteration
 * is exact. A structure that is not T x T numbers has no coordinates of its own: there the same approximation is one solve
 * per column.
 */
public final class KnownStructure {
    /** An A less even than this is better served by coordinates of its own. */
    private static final double EVEN = 1e-4;

    private final Quadratic v;
    private final double lambda;
    private int iterations;

    public KnownStructure(Quadratic v, double lambda) {
        this.v = v;
        this.lambda = lambda;
    }

    /** Conjugate gradient iterations spent so far. */
    public int iterations() {
        return iterations;
    }

    /**
     * The minimiser, started at {@code wt} (which must lie in the range of A; zeros do).
     *
     * @param tolerance on the excess of the objective, relative to the objective
     */
    public Matrix solve(TaskMatrix a, Matrix wt, double tolerance, int maxIterations) {
        if (a instanceof DenseTasks dense) {
            return solve(dense, wt, tolerance, maxIterations);
        }
        Matrix found = wt.copy();
        boolean even = v.separable() && a.smallest() > EVEN * a.largest();
        Form form = even ? new ByTask(a, a::solve, v.ridge(lambda / a.smallest())) : new Averaged(a);
        descend(form, found, v.h, tolerance, maxIterations);
        return found;
    }

    private Matrix solve(DenseTasks a, Matrix wt, double tolerance, int maxIterations) {
        SymmetricEigen eigen = a.eigen();
        double top = v.tasks == 0 ? 0 : Math.max(0, eigen.value(v.tasks - 1));
        if (v.separable() && eigen.value(0) > EVEN * top) {
            Matrix found = wt.copy();
            Matrix inverse = inverse(eigen);
            Form form = new ByTask(
                    a, x -> LinearAlgebra.best().multiply(inverse, x), v.ridge(lambda * inverse.trace() / v.tasks));
            descend(form, found, v.h, tolerance, maxIterations);
            return found;
        }
        double[] root = new double[v.tasks];
        for (int k = 0; k < root.length; k++) {
            root[k] = eigen.value(k) > 1e-14 * top ? Math.sqrt(eigen.value(k)) : 0;
        }
        Matrix p = eigen.vectors();
        Matrix y = LinearAlgebra.best().multiplyTransposeA(p, wt);
        scaleRows(y, root, true);
        Matrix right = LinearAlgebra.best().multiplyTransposeA(p, v.h);
        scaleRows(right, root, false);
        descend(new Turned(p, root), y, right, tolerance, maxIterations);
        scaleRows(y, root, false);
        return LinearAlgebra.best().multiply(p, y);
    }

    private static Matrix inverse(SymmetricEigen eigen) {
        Matrix p = eigen.vectors();
        Matrix divided = p.copy();
        for (int i = 0; i < eigen.size(); i++) {
            for (int k = 0; k < eigen.size(); k++) {
                divided.set(i, k, p.get(i, k) / eigen.value(k));
            }
        }
        return LinearAlgebra.best().multiplyTransposeB(divided, p);
    }

    /** A quadratic form, x'Hx - 2 right'x + constant, and what makes it easy to minimise. */
    private interface Form {
        /** out = H x. */
        void applyInto(Matrix out, Matrix x);

        /** z = an approximation of H^-1 residual. */
        void preconditionInto(Matrix z, Matrix residual);

        /** A bound of the excess of the objective over its minimum. */
        double excess(Matrix residual);
    }

    /** Minimises by conjugate gradients, from {@code x} on and in place. */
    private void descend(Form form, Matrix x, Matrix right, double tolerance, int maxIterations) {
        Matrix residual = right.copy();
        Matrix image = Matrix.zeros(v.tasks, v.dim);
        if (x.maxAbs() > 0) {
            form.applyInto(image, x);
            addInto(residual, -1, image);
        }
        Matrix z = Matrix.zeros(v.tasks, v.dim);
        form.preconditionInto(z, residual);
        Matrix direction = z.copy();
        double rz = residual.dot(z);
        for (int k = 0; k < maxIterations && rz > 0; k++) {
            // x'Hx = (right - residual)'x
            double objective = v.constant - right.dot(x) - residual.dot(x);
            if (form.excess(residual) <= tolerance * Math.max(objective, 1e-16 * v.constant)) {
                return;
            }
            iterations++;
            form.applyInto(image, direction);
            double step = rz / direction.dot(image);
            addInto(x, step, direction);
            addInto(residual, -step, image);
            form.preconditionInto(z, residual);
            double next = residual.dot(z);
            double beta = next / rz;
            rz = next;
            double[] d = direction.data();
            for (int i = 0; i < d.length; i++) {
                d[i] = z.data()[i] + beta * d[i];
            }
        }
    }

    /** In the weights themselves, tasks solved one by one. */
    private final class ByTask implements Form {
        private final TaskMatrix a;
        private final UnaryOperator<Matrix> inverse;
        private final Quadratic.Ridge solves;

        /** @param inverse multiplies by A^-1 */
        ByTask(TaskMatrix a, UnaryOperator<Matrix> inverse, Quadratic.Ridge solves) {
            this.a = a;
            this.inverse = inverse;
            this.solves = solves;
        }

        @Override
        public void applyInto(Matrix out, Matrix x) {
            v.applyInto(out, x);
            addInto(out, lambda, inverse.apply(x));
        }

        @Override
        public void preconditionInto(Matrix z, Matrix residual) {
            System.arraycopy(residual.data(), 0, z.data(), 0, z.data().length);
            solves.solveInto(z);
        }

        @Override
        public double excess(Matrix residual) {
            return residual.dot(a.multiply(residual)) / lambda;
        }
    }

    /** In the weights themselves, every task taken for the average one: exact for complete data. */
    private final class Averaged implements Form {
        private final TaskMatrix a;

        Averaged(TaskMatrix a) {
            this.a = a;
        }

        @Override
        public void applyInto(Matrix out, Matrix x) {
            v.applyInto(out, x);
            addInto(out, lambda, a.solve(x));
        }

        @Override
        public void preconditionInto(Matrix z, Matrix residual) {
            Matrix solved = a.shrink(residual, v.average, lambda);
            System.arraycopy(solved.data(), 0, z.data(), 0, z.data().length);
        }

        @Override
        public double excess(Matrix residual) {
            return residual.dot(a.multiply(residual)) / lambda;
        }
    }

    /** In the coordinates Y, with the diagonal of the average task. */
    private final class Turned implements Form {
        private final Matrix p;
        private final double[] root;
        private final Matrix inverse;
        private final Matrix weights;
        private final Matrix slopes;

        Turned(Matrix p, double[] root) {
            this.p = p;
            this.root = root;
            weights = Matrix.zeros(v.tasks, v.dim);
            slopes = Matrix.zeros(v.tasks, v.dim);
            inverse = Matrix.zeros(v.tasks, v.dim);
            for (int k = 0; k < v.tasks; k++) {
                for (int j = 0; j < v.dim; j++) {
                    inverse.set(k, j, 1 / (root[k] * root[k] * v.average[j] + lambda));
                }
            }
        }

        /** diag(root) P' G (P diag(root) y) + lambda y. */
        @Override
        public void applyInto(Matrix out, Matrix y) {
            System.arraycopy(y.data(), 0, slopes.data(), 0, y.data().length);
            scaleRows(slopes, root, false);
            LinearAlgebra.best().multiplyInto(weights, 1, p, false, slopes, false, 0);
            v.applyInto(slopes, weights);
            LinearAlgebra.best().multiplyInto(out, 1, p, true, slopes, false, 0);
            scaleRows(out, root, false);
            addInto(out, lambda, y);
        }

        @Override
        public void preconditionInto(Matrix z, Matrix residual) {
            for (int i = 0; i < z.data().length; i++) {
                z.data()[i] = inverse.data()[i] * residual.data()[i];
            }
        }

        @Override
        public double excess(Matrix residual) {
            return residual.dot(residual) / lambda;
        }
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
}
