package dev.kith.convex;

import dev.kith.convex.basis.Observations;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Solution;
import dev.kith.data.Dataset;
import dev.kith.linalg.Matrix;
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
        int tasks = data.taskCount();
        int size = data.size();
        double[] total = new double[tasks];
        for (int o = 0; o < size; o++) {
            total[data.task(o)] += data.weight(o);
        }
        int[] rows = new int[size];
        double[] labels = new double[size];
        double[] weights = new double[size];
        boolean perTask = trainer.training().weighting() == Training.Weighting.TASK;
        for (int o = 0; o < size; o++) {
            rows[o] = data.row(o);
            labels[o] = data.label(o);
            double scale = perTask && total[data.task(o)] > 0 ? total[data.task(o)] : 1;
            weights[o] = data.weight(o) / scale;
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
