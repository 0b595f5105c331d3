package dev.kith.convex;

import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.data.StringInputs;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.model.KernelModel;
import dev.kith.model.KernelSumModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.uncertainty.KernelPosterior;
import dev.kith.model.uncertainty.Posterior;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The squared loss with structure A read as Gaussian-process regression: functions have covariance A_ts k(x, x') / lambda,
 * labels noise of variance 1 / w, both in units of one noise scale; intercepts are flat. Several kernels with a structure each add up
 * their covariances. A learned structure is taken as if
 * it had been known.
 */
public final class GaussianProcess {
    private GaussianProcess() {}

    /**
     * The uncertainty of a model that {@code trainer} learned from the data, with noise 1 until it is estimated. Empty
     * where there is none (another loss, no structure, one predictor for all tasks) or where it would be too large: linear
     * models with tasks tied by more than 4,000 weights (of complete data more than 4,000 tasks, unless their structure was
     * learned) or more than 4 million numbers to keep, others with more than 3,000 observations.
     */
    public static Optional<Posterior> posterior(ConvexTrainer trainer, Dataset data, Model model) {
        if (trainer.losses().common().filter(Loss::quadratic).isEmpty()
                || trainer.relation().pooling()
                || model.structure().isEmpty()) {
            return Optional.empty();
        }
        if (model instanceof KernelModel kernel) {
            return kernel(trainer.training(), trainer.lambda(), data, kernel, kernel.support());
        }
        return model instanceof LinearModel
                        && trainer.kernel() instanceof Linear
                        && !(data.inputs() instanceof StringInputs)
                ? LinearAlgebra.withThreads(
                        trainer.training().threads(),
                        () -> WeightPosterior.of(
                                trainer, data, model.structure().get()))
                : Optional.empty();
    }

    /** The same for kernels with a structure each. */
    public static Optional<Posterior> posterior(CoregionTrainer trainer, Dataset data, KernelSumModel model) {
        return trainer.losses().common().filter(Loss::quadratic).isEmpty()
                ? Optional.empty()
                : kernel(trainer.training(), trainer.lambda(), data, model, model.support());
    }

    private static Optional<Posterior> kernel(
            Training training, double lambda, Dataset data, Model model, Inputs support) {
        if (!model.gramKeys().isEmpty()) {
            return Optional.empty(); // k(x, x) of a new row is not among the values between new rows and training rows
        }
        if (data.size() > KernelPosterior.MOST_OBSERVATIONS
                || support.rows() != data.inputs().rows()) {
            return Optional.empty();
        }
        double[] total = new double[data.taskCount()];
        for (int o = 0; o < data.size(); o++) {
            total[data.task(o)] += data.weight(o);
        }
        boolean perTask = training.weighting() == Training.Weighting.TASK;
        int[] used =
                IntStream.range(0, data.size()).filter(o -> data.weight(o) > 0).toArray();
        return Optional.of(new KernelPosterior(
                ones(data.taskCount()),
                ones(data.taskCount()),
                lambda,
                training.intercept(),
                Arrays.stream(used).map(data::row).toArray(),
                Arrays.stream(used).map(data::task).toArray(),
                Arrays.stream(used)
                        .mapToDouble(o -> data.weight(o) / (perTask ? total[data.task(o)] : 1))
                        .toArray()));
    }

    static Matrix ones(int tasks) {
        return Matrix.zeros(1, tasks).map(zero -> 1);
    }
}
