package dev.kith.convex.stationary;

import dev.kith.convex.basis.Problem;
import dev.kith.convex.solver.DataTerm;
import dev.kith.convex.solver.Monitor;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.ThinSvd;
import dev.kith.loss.Loss;
import dev.kith.model.Training;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Weights W = L S of low rank, S sparse [1]:
 *
 * <pre>  min over L, S of  V(L S) + mu sum |S| + lambda ||L||_F^2  </pre>
 *
 * which is not convex, and has a minimum at 0 whatever the data. Several starts are descended a little way and the best one to its end. All are made of the
 * weights of every task alone: the first of their leading directions, the others of the weights of tasks that seed and names of tasks draw, so that
 * neither the order of tasks nor the units of features matter.
 *
 * <p>Turns on S and L as published take thousands of rounds where lambda is small, as all bases of the same directions are nearly as good;
 * here S is minimised out ({@code Factored}).
 *
 * <p>[1] Kumar and Daume, Learning task grouping and overlap in multi-task learning, 2012.
 */
public final class FactorSearch {
    private static final double ROUGH = 1e-3;
    private static final int ROUGH_STEPS = 100;

    private final Problem problem;
    private final Loss loss;
    private final DataTerm.Sloped v;
    private final int rank;
    private final double lambda;
    private final double mu;
    private final Training training;

    /** @param rank latent tasks, columns of L */
    public FactorSearch(
            Problem problem, Loss loss, DataTerm.Sloped v, int rank, double lambda, double mu, Training training) {
        this.problem = problem;
        this.loss = loss;
        this.v = v;
        this.rank = rank;
        this.lambda = lambda;
        this.mu = mu;
        this.training = training;
    }

    /** Where a descent is, or ended. */
    public final class Found {
        private final Factored function;
        private final Descent descent;
        private int steps;

        private Found(Matrix start) {
            function = new Factored(v, CodeStep.of(problem, loss, v), rank, lambda, mu);
            descent = new Descent(function, start.data());
        }

        private Found run(Monitor monitor) {
            steps = descent.run(monitor);
            return this;
        }

        public double objective() {
            return descent.value();
        }

        public int steps() {
            return steps;
        }

        /** L, d x k. */
        public Matrix basis() {
            return function.basis().transpose();
        }

        /** S, k x T. */
        public Matrix codes() {
            return function.codes().transpose();
        }

        /** W, T x d. */
        public Matrix weights() {
            return function.weights();
        }

        /** How far L and S are from a stationary point where W has become this, T x d. */
        public double violationAt(Matrix saved) {
            return function.violationAt(saved);
        }
    }

    /**
     * The best of several starts.
     *
     * @param starts how many, &gt;= 1
     */
    public Found best(int starts, List<String> tasks, Monitor monitor) {
        Matrix alone = alone();
        Found best = new Found(leading(alone)).run(rough());
        for (int start = 1; start < starts && !Thread.currentThread().isInterrupted(); start++) {
            Found other = new Found(drawn(alone, tasks, start)).run(rough());
            best = other.objective() < best.objective() ? other : best;
        }
        return best.run(monitor);
    }

    /** The descent from one basis, k x d. */
    Found from(Matrix basis, Monitor monitor) {
        return new Found(basis).run(monitor);
    }

    private Monitor rough() {
        int most = Math.min(ROUGH_STEPS, training.maxIterations());
        return new Monitor(training.withStopping(Math.max(ROUGH, training.tolerance()), most), step -> {});
    }

    /** The weights of every task alone, T x d; those of a single step, not 0, where the fit is to stop early. */
    private Matrix alone() {
        Descent descent = new Descent(new Alone(v, lambda), new double[v.tasks() * v.dim()]);
        descent.step();
        descent.run(rough());
        return Matrix.wrap(v.tasks(), v.dim(), descent.point());
    }

    /** The directions in which the tasks' own weights are longest. */
    private Matrix leading(Matrix alone) {
        ThinSvd svd = LinearAlgebra.best().svd(alone);
        Matrix directions = Matrix.zeros(rank, v.dim());
        for (int i = 0; i < Math.min(rank, svd.v().cols()); i++) {
            System.arraycopy(svd.v().column(i), 0, directions.data(), i * v.dim(), v.dim());
        }
        return balanced(directions, alone);
    }

    /** The own weights of tasks drawn. */
    private Matrix drawn(Matrix alone, List<String> tasks, int start) {
        long[] key = tasks.stream()
                .mapToLong(name -> new SplittableRandom(
                                training.seed() * 31 + start + ((long) name.hashCode() << Integer.SIZE))
                        .nextLong())
                .toArray();
        int[] chosen = IntStream.range(0, tasks.size())
                .boxed()
                .sorted(Comparator.comparingLong(t -> key[t]))
                .mapToInt(t -> t)
                .limit(rank)
                .toArray();
        Matrix directions = Matrix.zeros(rank, v.dim());
        for (int i = 0; i < chosen.length; i++) {
            System.arraycopy(alone.data(), chosen[i] * v.dim(), directions.data(), i * v.dim(), v.dim());
        }
        return balanced(directions, alone);
    }

    /** Of the length at which what L and S are charged is balanced, mu sum |s_i| = 2 lambda ||l_i||^2, about. */
    private Matrix balanced(Matrix directions, Matrix alone) {
        Matrix basis = directions.copy();
        Matrix products = LinearAlgebra.best().multiplyTransposeB(alone, directions);
        for (int i = 0; i < rank; i++) {
            double length = Math.sqrt(directions.squaredNorm(i));
            double sum = 0;
            for (int t = 0; t < alone.rows() && length > 0; t++) {
                sum += Math.abs(products.get(t, i)) / length;
            }
            double factor = length > 0 ? Math.cbrt(mu * sum / (2 * lambda)) / length : 0;
            for (int j = 0; j < v.dim(); j++) {
                basis.set(i, j, factor * directions.get(i, j));
            }
        }
        return basis;
    }
}
