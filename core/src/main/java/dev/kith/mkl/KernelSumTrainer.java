package dev.kith.mkl;

import dev.kith.data.Dataset;
import dev.kith.kernel.KernelSum;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.loss.Loss;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.KernelSumModel;
import dev.kith.model.NodeModel.KernelWeight;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The problem of {@link MklTrainer} with a kernel k_v of any kind for every view v (of some numbers, of strings, given as a
 * matrix):
 *
 * <pre>  f_t(x) = b_t + sum_v sum_m theta_vm sum_i R_vm[task of i, t] s_i k_v(x, x_i)  </pre>
 *
 * with one weight theta per view and task kernel of it ({@link TaskKernels#ofView}). Rows of all kernels are computed on demand
 * and kept as far as {@link MklOptions#memory()} allows. Threads as in {@link KernelMklTrainer}.
 */
public record KernelSumTrainer(
        String method,
        Loss loss,
        KernelSum kernels,
        TaskKernels tasks,
        double p,
        double c,
        Training training,
        MklOptions options)
        implements Trainer<KernelSumModel> {
    public KernelSumTrainer {
        new MklInfo.Settings(method, loss, tasks, p, c, training, options);
    }

    @Override
    public Fit<KernelSumModel> train(Dataset data, Consumer<FitReport.Progress> progress) {
        return Fit.prepared(data, prepared -> train(prepared, progress, true));
    }

    /** Fits that are never kept are not proven. */
    @Override
    public Fit<KernelSumModel> train(Workspace workspace, Consumer<FitReport.Progress> progress) {
        return Fit.prepared(workspace.data(), prepared -> train(prepared, progress, workspace.proving()));
    }

    private Fit<KernelSumModel> train(Dataset raw, Consumer<FitReport.Progress> progress, boolean proving) {
        MklInfo.Settings settings = new MklInfo.Settings(method, loss, tasks, p, c, training.withThreads(1), options);
        KernelRun run = new KernelRun(settings, kernels, raw);
        KernelRun.Learned learned = LinearAlgebra.withThreads(1, () -> run.fit(progress, proving, training.threads()));
        List<KernelWeight> weights = learned.weights().stream()
                .map(w -> new KernelWeight(kernels.views().get(w.view()).spec(), w.tasks(), w.weight()))
                .toList();
        KernelSumModel model = new KernelSumModel(
                MklInfo.of(settings, kernels.spec(), Map.of(), learned.tasks(), learned.data(), learned.report()),
                kernels,
                learned.scaling(),
                learned.support(),
                learned.coefficients(),
                learned.intercept(),
                weights,
                learned.structure().map(TaskMatrix::of));
        return new Fit<>(model, learned.report());
    }
}
