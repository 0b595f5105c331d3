package dev.kith.mkl;

import dev.kith.ascent.Ascent;
import dev.kith.ascent.Duals;
import dev.kith.ascent.LpNorm;
import dev.kith.ascent.Units;
import dev.kith.ascent.node.KernelAscent;
import dev.kith.ascent.node.KernelRows;
import dev.kith.ascent.node.NodeWeights;
import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.data.Standardizer;
import dev.kith.data.shape.Learnable;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.TwofoldSum;
import dev.kith.loss.Loss;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.KernelModel;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.TaskKernel;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The problem of {@link MklTrainer} with one kernel k that has no explicit features:
 *
 * <pre>  f_t(x) = b_t + sum_m theta_m sum_i R_m[task of i, t] s_i k(x, x_i)  </pre>
 *
 * over task kernels R_m whose weights are learned. Kernel rows are computed on demand and kept as far as
 * {@link MklOptions#memory()} allows, so that tens of thousands of observations fit. One thread, whatever the training says, which the model records.
 */
public record KernelMklTrainer(
        String method,
        Loss loss,
        Kernel kernel,
        TaskKernels tasks,
        double p,
        double c,
        Training training,
        MklOptions options)
        implements Trainer<KernelModel> {
    /** What kernel rows may take when nothing else is said. */
    private static final long DEFAULT_CACHE = 1L << 30;

    public KernelMklTrainer {
        new MklInfo.Settings(method, loss, tasks, p, c, training, options);
    }

    @Override
    public Fit<KernelModel> train(Dataset data, Consumer<FitReport.Progress> progress) {
        return train(data, progress, true);
    }

    /** Fits that are never kept are not proven. */
    @Override
    public Fit<KernelModel> train(Workspace workspace, Consumer<FitReport.Progress> progress) {
        return train(workspace.data(), progress, workspace.proving());
    }

    private Fit<KernelModel> train(Dataset raw, Consumer<FitReport.Progress> progress, boolean proving) {
        return LinearAlgebra.withThreads(1, () -> fit(raw, progress, proving));
    }

    private Fit<KernelModel> fit(Dataset raw, Consumer<FitReport.Progress> progress, boolean proving) {
        Learnable.requireLabels(raw);
        raw.requireRows("method 'mkl'");
        Dataset data = TaskLosses.all(loss).labelled(raw);
        Standardizer scaling = MklInfo.scaling(data, loss, training, kernel.scalable());
        Dataset scaled = scaling.apply(data);
        List<String> names = tasks.tasks(data.tasks());
        boolean union = tasks instanceof TaskKernels.Union;
        MklProblem problem = new MklProblem(
                scaled, union ? 1 : names.size(), union, c, training.weighting(), options.positiveWeight());
        Inputs inputs = scaled.inputs().select(problem.inputOf);
        KernelRows rows = new KernelRows(kernel, inputs, Math.min(options.memory(), DEFAULT_CACHE));
        double scale = options.normalizeViews() ? Math.sqrt(scale(rows, problem.c)) : 1;
        List<NodeWeights.Component> components = new ArrayList<>();
        for (TaskKernel taskKernel : union ? List.of(TaskKernel.shared(1)) : tasks.of(names)) {
            components.add(new NodeWeights.Component(0, taskKernel, scale));
        }
        Duals duals = problem.duals(loss, training.intercept());
        Ascent ascent = new KernelAscent(rows, components, duals);
        Units units = Units.of(MklInfo.extend(scaling, data.taskCount(), names.size()), union, false, 0);
        MklSolver.Solution solution = new MklSolver(ascent, duals, new LpNorm(p), components.size())
                .run(proving ? Optional.of(units) : Optional.empty(), training, progress);
        return new Fit<>(model(data, names, inputs, scaling, components, duals, solution), solution.report);
    }

    private static double scale(KernelRows rows, double[] costs) {
        TwofoldSum sum = new TwofoldSum();
        TwofoldSum total = new TwofoldSum();
        for (int i = 0; i < costs.length; i++) {
            sum.addProduct(costs[i], rows.diagonal(i));
            total.add(costs[i]);
        }
        return sum.value().hi() > 0 ? total.value().hi() / sum.value().hi() : 1;
    }

    private KernelModel model(
            Dataset data,
            List<String> names,
            Inputs inputs,
            Standardizer scaling,
            List<NodeWeights.Component> components,
            Duals duals,
            MklSolver.Solution solution) {
        int blocks = duals.tasks();
        Matrix r = Matrix.zeros(blocks, blocks);
        for (int m = 0; m < components.size(); m++) {
            double scale = components.get(m).scale();
            r = r.plus(
                    solution.theta[m] * scale * scale,
                    components.get(m).kernel().matrix());
        }
        int[] support = support(duals);
        Standardizer extended = MklInfo.extend(scaling, data.taskCount(), names.size());
        Matrix coefficients = Matrix.zeros(support.length, names.size());
        for (int k = 0; k < support.length; k++) {
            int block = blockOf(duals, support[k]);
            for (int t = 0; t < names.size(); t++) {
                double b = r.get(block, blocks == 1 ? 0 : t) * duals.s[support[k]];
                coefficients.set(k, t, b * extended.labelScale().get(0, t));
            }
        }
        Matrix intercept = Matrix.zeros(1, names.size());
        for (int t = 0; t < names.size(); t++) {
            double b = intercept(solution.biases, duals, r, blocks == 1 ? 0 : t);
            intercept.set(0, t, Units.saved(extended, t, b));
        }
        return new KernelModel(
                MklInfo.of(
                        new MklInfo.Settings(method, loss, tasks, p, c, training.withThreads(1), options),
                        kernel.spec(),
                        Map.of(),
                        names,
                        data,
                        solution.report),
                kernel,
                extended,
                inputs.select(support),
                coefficients,
                intercept,
                blocks == 1 ? Optional.empty() : Optional.of(TaskMatrix.of(r)));
    }

    private static int[] support(Duals duals) {
        int[] support = new int[duals.rows()];
        int size = 0;
        for (int i = 0; i < support.length; i++) {
            if (duals.s[i] != 0) {
                support[size++] = i;
            }
        }
        return Arrays.copyOf(support, size);
    }

    private static int blockOf(Duals duals, int row) {
        int t = 0;
        while (row >= duals.taskStart[t + 1]) {
            t++;
        }
        return t;
    }

    /** A task without rows gets the mean intercept of the others, weighted by their likeness. */
    private static double intercept(double[] biases, Duals duals, Matrix r, int t) {
        if (duals.taskStart[t] < duals.taskStart[t + 1]) {
            return biases[t];
        }
        double sum = 0;
        double total = 0;
        for (int s = 0; s < biases.length; s++) {
            if (duals.taskStart[s] < duals.taskStart[s + 1] && r.get(t, s) > 0) {
                sum += r.get(t, s) * biases[s];
                total += r.get(t, s);
            }
        }
        return total > 0 ? sum / total : 0;
    }
}
