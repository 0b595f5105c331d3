package dev.kith.adapt;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.structure.penalty.StructurePenalty;

/**
 * A place for penalties that say no more of themselves than all must, or cannot be extended with the trained block fixed
 * (clusters fix eigenvalues and trace of the whole matrix): the trained predictors stay, the structure of all tasks is
 * minimised out,
 *
 * <pre>  min over w of loss(w) + min over A of lambda tr(A^-1 [W w]'[W w]) + F(A),  </pre>
 *
 * by turns: A is the penalty's step, and its last row says what w is drawn to, c = -P_on / P_nn and s = 1 / P_nn, P = A^-1.
 * Convex in w; every turn descends. Where A would be singular, a little of the identity is added to [W w]'[W w].
 *
 * @param penalty of the trained tasks and the new one, last
 * @param products W'W
 */
record Relearned(StructurePenalty penalty, Matrix products, double lambda) implements Place {
    private static final int MOST_TURNS = 5000;
    private static final double PRECISE = 1e-10;
    /** What is added, relative to the mean of the squared lengths of trained tasks. */
    private static final double BARRIER = 1e-8;
    /** Structures worse conditioned than this are singular. */
    private static final double SINGULAR = 1e-10;

    @Override
    public Matrix map() {
        return Matrix.identity(products.rows());
    }

    @Override
    public Found find(Rotation rotation, Matrix h, double[] t) {
        int tasks = products.rows();
        Matrix unit = Matrix.zeros(tasks + 1, 1);
        unit.set(tasks, 0, 1);
        Found now = new Found(new double[tasks], 1, 0, Double.POSITIVE_INFINITY);
        double barrier = barrier(extended(rotation, h, t, new Found(new double[tasks], 0, 0, 0)));
        for (int turn = 0; turn < MOST_TURNS && now.residual() > PRECISE; turn++) {
            Matrix a = penalty.step(extended(rotation, h, t, now).plusDiagonal(barrier), 0);
            double[] last = LinearAlgebra.best().cholesky(a).solve(unit).data();
            double[] c = new double[tasks];
            double moved = 0;
            double size = 1;
            for (int j = 0; j < tasks; j++) {
                c[j] = -last[j] / last[tasks];
                moved += (c[j] - now.g()[j]) * (c[j] - now.g()[j]);
                size += c[j] * c[j];
            }
            double s = 1 / last[tasks];
            double change = Math.max(Math.sqrt(moved / size), Math.abs(s - now.s()) / s);
            now = new Found(c, s, 0, change);
        }
        double own = squaredOwn(rotation, Place.own(rotation, h, t, now, lambda));
        double cost = penalty.reduced(extended(rotation, h, t, now).plusDiagonal(barrier)) - lambda * own / now.s();
        return new Found(now.g(), now.s(), cost, now.residual());
    }

    /** @param s of trained tasks and one with no weights at all */
    private double barrier(Matrix s) {
        SymmetricEigen eigen = LinearAlgebra.best().eigen(penalty.step(s, 0));
        boolean singular = !(eigen.value(0) > SINGULAR * eigen.value(eigen.size() - 1));
        return singular ? BARRIER * Math.max(s.trace() / s.rows(), Double.MIN_NORMAL) : 0;
    }

    private static double squaredOwn(Rotation rotation, double[] q) {
        double sum = 0;
        for (int i = 0; i < q.length; i++) {
            sum += rotation.k()[i] * q[i] * q[i];
        }
        return sum;
    }

    /** [W w]'[W w] for w at this place. */
    private Matrix extended(Rotation rotation, Matrix h, double[] t, Found at) {
        int tasks = products.rows();
        LinearAlgebra algebra = LinearAlgebra.best();
        double[] q = Place.own(rotation, h, t, at, lambda);
        Matrix combination = Matrix.wrap(tasks, 1, at.g());
        Matrix own = algebra.multiplyTransposeA(h, Matrix.wrap(q.length, 1, q));
        Matrix with = algebra.multiply(products, combination).plus(1, own);
        double norm = combination.dot(with) + combination.dot(own) + squaredOwn(rotation, q);
        Matrix s = Matrix.zeros(tasks + 1, tasks + 1);
        for (int j = 0; j < tasks; j++) {
            for (int l = 0; l < tasks; l++) {
                s.set(j, l, products.get(j, l));
            }
            s.set(j, tasks, with.get(j, 0));
            s.set(tasks, j, with.get(j, 0));
        }
        s.set(tasks, tasks, Math.max(0, norm));
        return s;
    }
}
