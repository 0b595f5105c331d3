package dev.kith.mkl;

import dev.kith.data.Dataset;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.loss.Loss;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.KernelModel;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The problem of {@link MklTrainer} with one kernel k that has no explicit features:
 *
 * <pre>  f_t(x) = b_t + sum_m theta_m sum_i R_m[task of i, t] s_i k(x, x_i)  </pre>
 *
 * over task kernels R_m whose weights are learned. Kernel rows are computed on demand and kept as far as
 * {@link MklOptions#memory()} allows, so that tens of thousands of observations fit. Kernel values are
 * computed on the training's threads, the ascent has one, and results are the same whatever they are: the model records one.
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
    public KernelMklTrainer {
        new MklInfo.Settings(method, loss, tasks, p, c, training, options);
    }

    @Override
    public Fit<KernelModel> train(Dataset data, Consumer<FitReport.Progress> progress) {
        return Fit.prepared(data, prepared -> train(prepared, progress, true));
    }

    /** Fits that are never kept are not proven. */
    @Override
    public Fit<KernelModel> train(Workspace workspace, Consumer<FitReport.Progress> progress) {
        return Fit.prepared(workspace.data(), prepared -> train(prepared, progress, workspace.proving()));
    }

    private Fit<KernelModel> train(Dataset raw, Consumer<FitReport.Progress> progress, boolean proving) {
        MklInfo.Settings settings = new MklInfo.Settings(method, loss, tasks, p, c, training.withThreads(1), options);
        KernelRun run = new KernelRun(settings, kernel, raw);
        KernelRun.Learned learned = LinearAlgebra.withThreads(1, () -> run.fit(progress, proving, training.threads()));
        KernelModel model = new KernelModel(
                MklInfo.of(settings, kernel.spec(), Map.of(), learned.tasks(), learned.data(), learned.report()),
                kernel,
                learned.scaling(),
                learned.support(),
                learned.coefficients().get(0),
                learned.intercept(),
                learned.structure().map(TaskMatrix::of));
        return new Fit<>(model, learned.report());
    }
}
