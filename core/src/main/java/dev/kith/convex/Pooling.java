package dev.kith.convex;

import dev.kith.convex.basis.Observations;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Scaled;
import dev.kith.convex.solver.Solution;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.Relations;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One model for all tasks: all observations become those of a single task, with the weights they had. A = 11'/T makes the
 * penalty lambda T ||w||^2, so the single task is learned with lambda T.
 */
final class Pooling {
    private static final String ALL = "all";

    /** A Gram matrix of more features takes more than rows that are solved by steps. */
    private static final int MOST_FEATURES = 1000;

    private Pooling() {}

    static Solution solve(ConvexTrainer trainer, Workspace workspace, Dataset data, Monitor monitor) {
        int tasks = data.taskCount();
        ConvexTrainer single = single(trainer, tasks);
        Prepared prepared = Prepared.of(workspace, trainer, true, () -> single.problem(oneTask(trainer, data)));
        Solution solution = Solvers.solve(prepared, single, List.of(ALL), monitor);
        return new Solution(
                repeated(solution.weights(), tasks),
                solution.dual().map(weights -> repeated(weights, tasks)),
                solution.multipliers().map(theta -> byTask(theta, data)),
                solution.map(),
                Optional.of(Relations.pooled().taskMatrix(data.tasks())),
                solution.certificate(),
                solution.iterations(),
                solution.status(),
                solution.history());
    }

    /** Whether {@link #ridge} has its solution. */
    static boolean isRidge(ConvexTrainer trainer, Dataset raw) {
        return raw.inputs() instanceof DenseInputs dense
                && dense.features().size() <= MOST_FEATURES
                && trainer.losses().common().map(Loss::quadratic).orElse(false);
    }

    /**
     * The same weights for the squared loss by normal equations, in units of the fit, from rows where they stand: of a million rows no copy is
     * made, scaled or not.
     */
    static Solution.Weights ridge(ConvexTrainer trainer, Scaled scaled) {
        Dataset raw = scaled.raw();
        int d = raw.inputs().features().size();
        double[] sums = new double[d + 2];
        double[] mean = new double[d + 1];
        if (trainer.training().intercept()) {
            visit(trainer, scaled, (row, weight) -> {
                for (int j = 0; j <= d; j++) {
                    sums[j] += weight * row[j];
                }
                sums[d + 1] += weight;
            });
            Arrays.setAll(mean, j -> sums[j] / sums[d + 1]);
        }
        Matrix gram = Matrix.zeros(d, d);
        double[] right = new double[d];
        visit(trainer, scaled, (row, weight) -> {
            for (int j = 0; j < d; j++) {
                double wz = weight * (row[j] - mean[j]);
                right[j] += wz * (row[d] - mean[d]);
                for (int k = 0; k <= j; k++) {
                    gram.add(j, k, wz * (row[k] - mean[k]));
                }
            }
        });
        for (int j = 0; j < d; j++) {
            gram.add(j, j, trainer.lambda() * raw.taskCount());
            for (int k = 0; k < j; k++) {
                gram.set(k, j, gram.get(j, k));
            }
        }
        Matrix w = LinearAlgebra.best().cholesky(gram).solve(Matrix.wrap(d, 1, right));
        double b = mean[d];
        for (int j = 0; j < d; j++) {
            b -= mean[j] * w.get(j, 0);
        }
        return repeated(new Solution.Weights(w, new double[] {b}), raw.taskCount());
    }

    /** Features and label of a row in units of the fit, and what it counts for. */
    private interface Visitor {
        void see(double[] row, double weight);
    }

    private static void visit(ConvexTrainer trainer, Scaled scaled, Visitor visitor) {
        Dataset raw = scaled.raw();
        Standardizer units = scaled.scaling();
        Matrix x = ((DenseInputs) raw.inputs()).values();
        double[] total = totals(trainer, raw);
        double[] row = new double[x.cols() + 1];
        for (int o = 0; o < raw.size(); o++) {
            int t = raw.task(o);
            for (int j = 0; j < x.cols(); j++) {
                row[j] = (x.get(raw.row(o), j) - units.featureMean().get(0, j))
                        / units.featureScale().get(0, j);
            }
            row[x.cols()] = (raw.label(o) - units.labelMean().get(0, t))
                    / units.labelScale().get(0, t);
            visitor.see(row, raw.weight(o) / total[t]);
        }
    }

    /** What weights of each task's rows are divided by. */
    private static double[] totals(ConvexTrainer trainer, Dataset data) {
        double[] total = new double[data.taskCount()];
        if (trainer.training().weighting() == Training.Weighting.TASK) {
            for (int o = 0; o < data.size(); o++) {
                total[data.task(o)] += data.weight(o);
            }
        }
        for (int t = 0; t < total.length; t++) {
            total[t] = total[t] > 0 ? total[t] : 1;
        }
        return total;
    }

    private static Solution.Weights repeated(Solution.Weights one, int tasks) {
        double[] b = new double[tasks];
        Arrays.fill(b, one.b()[0]);
        Matrix wt = Matrix.zeros(one.coefficients().rows(), tasks);
        for (int i = 0; i < wt.rows(); i++) {
            for (int t = 0; t < tasks; t++) {
                wt.set(i, t, one.coefficients().get(i, 0));
            }
        }
        return new Solution.Weights(wt, b);
    }

    /** From the order of the data, which that of one task is, to the order of tasks. */
    private static double[] byTask(double[] theta, Dataset data) {
        int[] place = new Observations(data, Training.Weighting.OBSERVATION).places();
        double[] sorted = new double[theta.length];
        for (int o = 0; o < theta.length; o++) {
            sorted[place[o]] = theta[o];
        }
        return sorted;
    }

    /** What learns the one task. */
    static ConvexTrainer single(ConvexTrainer trainer, int tasks) {
        Training training = trainer.training().withWeighting(Training.Weighting.OBSERVATION);
        return new ConvexTrainer(
                trainer.losses(),
                trainer.kernel(),
                Relations.independent(),
                trainer.lambda() * tasks,
                training,
                trainer.solver(),
                trainer.barrier(),
                trainer.approximation());
    }

    /** All observations as those of one task. */
    static Dataset oneTask(ConvexTrainer trainer, Dataset data) {
        int size = data.size();
        double[] total = totals(trainer, data);
        int[] rows = new int[size];
        double[] labels = new double[size];
        double[] weights = new double[size];
        for (int o = 0; o < size; o++) {
            rows[o] = data.row(o);
            labels[o] = data.label(o);
            weights[o] = data.weight(o) / total[data.task(o)];
        }
        return Dataset.of(
                data.inputs(),
                List.of(ALL),
                rows,
                new int[size],
                labels,
                weights,
                data.classes().orElse(null));
    }
}
