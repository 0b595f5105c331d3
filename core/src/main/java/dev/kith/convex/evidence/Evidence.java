package dev.kith.convex.evidence;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.structure.Structure;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How likely a Gaussian process makes the labels, whose mean given them is the fit of the squared loss with a known structure:
 *
 * <pre>
 *   y_o = b_t + f_t(x_o) + e_o,   cov(f_t(x), f_s(z)) = v A_ts k(x, z),   var e_o = v lambda / w_o,   b_t flat (without intercepts 0)
 *
 *   -2 log p(y) = (N - p) (1 + log(2 pi v)) + log det M - sum_o log w_o + log det Z'M^-1 Z,    v = y'Py / (N - p)
 *   M = W^1/2 (A o K) W^1/2 + lambda I,   Z = W^1/2 [a column per task],   P = M^-1 - M^-1 Z (Z'M^-1 Z)^-1 Z'M^-1
 *   its slope is  tr(P dM) - (Py)'dM (Py) / v
 * </pre>
 *
 * p intercepts are integrated out, so that they cost no degree of freedom twice (the restricted likelihood); v is at its best. Labels and
 * inputs are scaled as the fit scales them. One Cholesky factor with as many rows as {@link WhiteRows} leaves, and its inverse for the slope.
 *
 * <p>[1] Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006, chapter 5.
 */
public final class Evidence {
    /** An evaluation costs the cube of the rows; a few settings are found from so many. */
    public static final int USUAL_MOST = 1000;

    /** Labels are never known better than this, in their deviations, squared. */
    private static final double LEAST_VARIANCE = 1e-26;

    /** Of differences that stand for slopes of A, k and lambda, which are cheap beside M: exact to 1e-11 or so. */
    private static final double STEP = 1e-3;

    private final WhiteRows rows;
    private final List<String> tasks;
    private final boolean intercept;

    private Evidence(WhiteRows rows, List<String> tasks, boolean intercept) {
        this.rows = rows;
        this.tasks = tasks;
        this.intercept = intercept;
    }

    /**
     * Of fits to these data by trainers that differ from this one in lambda, kernel and structure alone.
     *
     * @param most rows that are looked at; of more some are picked, with the trainer's seed
     * @throws IllegalArgumentException if the fit is no Gaussian process, {@link #refusal}
     */
    public static Evidence of(Dataset data, ConvexTrainer trainer, int most) {
        refusal(trainer).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        WhiteRows rows = WhiteRows.of(data, trainer, most, trainer.training().seed());
        Evidence evidence = new Evidence(rows, data.tasks(), trainer.training().intercept());
        if (evidence.free() < 1) {
            throw new DataException("evidence needs more labels than intercepts, got " + rows.y().length + " and "
                    + evidence.intercepts().length);
        }
        return evidence;
    }

    /** Why a trainer's fit is no Gaussian process with numbers to choose; empty where it is one. */
    public static Optional<String> refusal(ConvexTrainer trainer) {
        if (trainer.losses().common().filter(Loss::quadratic).isEmpty()) {
            return Optional.of("evidence is for the squared loss, whose fit is a Gaussian process, got "
                    + trainer.losses().name());
        }
        return trainer.relation() instanceof Structure
                ? Optional.empty()
                : Optional.of(
                        "evidence is for a structure that is known (stl, pooled, mean, graph, groups, tree, metric); '"
                                + trainer.relation().name()
                                + "' learns its own, which leaves no model to ask how likely the labels are");
    }

    /** Rows of the system that is factored. */
    public int size() {
        return rows.y().length;
    }

    /**
     * A value and what belongs to it.
     *
     * @param value -2 log p(y), of scaled labels
     * @param variance v
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    public record Point(double value, double variance, double[] slope) {}

    /** -2 log p(y) of this trainer's process. */
    public double value(ConvexTrainer trainer) {
        return new Factored(structure(trainer), rows.gram(trainer.kernel()), strength(trainer)).value;
    }

    /** v, the variance that A k and lambda / w are in units of. */
    public double variance(ConvexTrainer trainer) {
        return new Factored(structure(trainer), rows.gram(trainer.kernel()), strength(trainer)).variance;
    }

    /**
     * The value of a family of trainers at a point, with its slope.
     *
     * @param family smooth in its coordinates, on a scale on which steps of a thousandth are small
     */
    public Point at(Function<double[], ConvexTrainer> family, double... point) {
        ConvexTrainer trainer = family.apply(point);
        Matrix a = structure(trainer);
        Matrix gram = rows.gram(trainer.kernel());
        Factored system = new Factored(a, gram, strength(trainer));
        Matrix q = system.sensitivity();
        Matrix byTask = byTask(q, gram);
        double[] slope = new double[point.length];
        for (int i = 0; i < point.length; i++) {
            Differences around = new Differences(family, point, i);
            slope[i] = around.strength() * system.byStrength(q)
                    + around.structure().dot(byTask);
            if (!around.kernel(0).equals(trainer.kernel())) {
                slope[i] += byKernel(q, a, around.gram());
            }
        }
        return new Point(system.value, system.variance, slope);
    }

    private Matrix structure(ConvexTrainer trainer) {
        return trainer.relation().pooling() ? Matrix.identity(1) : ((Structure) trainer.relation()).matrix(tasks);
    }

    /** One predictor for all tasks is a single task with lambda T. */
    private double strength(ConvexTrainer trainer) {
        return trainer.relation().pooling() ? trainer.lambda() * tasks.size() : trainer.lambda();
    }

    /** Intercepts that have an observation. */
    private int[] intercepts() {
        return intercept ? Arrays.stream(rows.task()).distinct().sorted().toArray() : new int[0];
    }

    private double free() {
        return rows.y().length + rows.rest() - intercepts().length;
    }

    private Matrix system(Matrix a, Matrix gram, double lambda) {
        int[] task = rows.task();
        Matrix m = Matrix.zeros(task.length, task.length);
        for (int o = 0; o < task.length; o++) {
            for (int p = 0; p < task.length; p++) {
                m.set(o, p, a.get(task[o], task[p]) * gram.get(o, p));
            }
            m.add(o, o, lambda);
        }
        return m;
    }

    private Matrix interceptColumns() {
        int[] columns = intercepts();
        Matrix z = Matrix.zeros(rows.task().length, columns.length);
        for (int o = 0; o < z.rows() && intercept; o++) {
            z.set(o, Arrays.binarySearch(columns, rows.task()[o]), rows.z()[o]);
        }
        return z;
    }

    /** Sums of q o gram over pairs of tasks. */
    private Matrix byTask(Matrix q, Matrix gram) {
        int[] task = rows.task();
        Matrix sums = Matrix.zeros(rows.tasks(), rows.tasks());
        for (int o = 0; o < task.length; o++) {
            for (int p = 0; p < task.length; p++) {
                sums.add(task[o], task[p], q.get(o, p) * gram.get(o, p));
            }
        }
        return sums;
    }

    private double byKernel(Matrix q, Matrix a, Matrix change) {
        int[] task = rows.task();
        double sum = 0;
        for (int o = 0; o < task.length; o++) {
            for (int p = 0; p < task.length; p++) {
                sum += q.get(o, p) * a.get(task[o], task[p]) * change.get(o, p);
            }
        }
        return sum;
    }

    /** Central differences of fourth order along one coordinate. */
    private final class Differences {
        private static final double[] WEIGHTS = {1 / 12.0, -8 / 12.0, 8 / 12.0, -1 / 12.0};
        private static final int[] STEPS = {-2, -1, 1, 2};

        private final ConvexTrainer[] trainers = new ConvexTrainer[STEPS.length];

        Differences(Function<double[], ConvexTrainer> family, double[] point, int i) {
            for (int k = 0; k < STEPS.length; k++) {
                double[] moved = point.clone();
                moved[i] += STEPS[k] * STEP;
                trainers[k] = family.apply(moved);
            }
        }

        double strength() {
            double sum = 0;
            for (int k = 0; k < STEPS.length; k++) {
                sum += WEIGHTS[k] / STEP * Evidence.this.strength(trainers[k]);
            }
            return sum;
        }

        Matrix structure() {
            return sum(Evidence.this::structure);
        }

        Kernel kernel(int k) {
            return trainers[k].kernel();
        }

        Matrix gram() {
            return sum(trainer -> rows.gram(trainer.kernel()));
        }

        private Matrix sum(Function<ConvexTrainer, Matrix> of) {
            Matrix first = of.apply(trainers[0]);
            Matrix sum = Matrix.zeros(first.rows(), first.cols());
            for (int k = 0; k < STEPS.length; k++) {
                sum = sum.plus(WEIGHTS[k] / STEP, k == 0 ? first : of.apply(trainers[k]));
            }
            return sum;
        }
    }

    /** M at one A, K and lambda, factored. */
    private final class Factored {
        private final double lambda;
        private final Cholesky factor;
        /** M^-1 Z L^-T with Z'M^-1 Z = L L', so that P = M^-1 - h h'. */
        private final Matrix h;

        private final double[] residual;
        final double variance;
        final double value;

        Factored(Matrix a, Matrix gram, double lambda) {
            this.lambda = lambda;
            LinearAlgebra algebra = LinearAlgebra.best();
            factor = algebra.cholesky(system(a, gram, lambda));
            Matrix z = interceptColumns();
            Matrix mz = factor.solve(z);
            Cholesky fixed = algebra.cholesky(algebra.multiplyTransposeA(z, mz));
            Matrix y = Matrix.wrap(rows.y().length, 1, rows.y());
            Matrix b = fixed.solve(algebra.multiplyTransposeA(mz, y));
            residual = factor.solve(y).plus(-1, algebra.multiply(mz, b)).data();
            double squares = rows.squares() / lambda;
            for (int o = 0; o < residual.length; o++) {
                squares += rows.y()[o] * residual[o];
            }
            variance = Math.max(squares, 0) / free() + LEAST_VARIANCE;
            value = free() * (1 + Math.log(2 * Math.PI * variance))
                    + factor.logDet()
                    + rows.rest() * Math.log(lambda)
                    - rows.logWeights()
                    + fixed.logDet();
            h = lowerSolve(fixed.factor(), mz);
        }

        /** mz L^-T. */
        private Matrix lowerSolve(Matrix l, Matrix mz) {
            Matrix solved = Matrix.zeros(mz.rows(), mz.cols());
            for (int o = 0; o < mz.rows(); o++) {
                for (int c = 0; c < mz.cols(); c++) {
                    double sum = mz.get(o, c);
                    for (int j = 0; j < c; j++) {
                        sum -= l.get(c, j) * solved.get(o, j);
                    }
                    solved.set(o, c, sum / l.get(c, c));
                }
            }
            return solved;
        }

        /** P - (Py)(Py)'/v: what the value changes by with an entry of M. */
        Matrix sensitivity() {
            int n = residual.length;
            Matrix q = factor.inverse();
            if (h.cols() > 0) {
                q = q.plus(-1, LinearAlgebra.best().multiplyTransposeB(h, h));
            }
            for (int o = 0; o < n; o++) {
                for (int p = 0; p < n; p++) {
                    q.add(o, p, -residual[o] * residual[p] / variance);
                }
            }
            return q;
        }

        double byStrength(Matrix q) {
            double sum = rows.rest() / lambda - rows.squares() / (lambda * lambda * variance);
            for (int o = 0; o < residual.length; o++) {
                sum += q.get(o, o);
            }
            return sum;
        }
    }
}
