package dev.kith.method;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.loss.Loss;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.Training.Weighting;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * Method {@code mean} on curves instead of lines, for comparisons: a Gaussian kernel whose width, lambda and gamma are chosen by the
 * evidence, since a search by folds would fit too many systems of as many rows as there are labels.
 */
final class CurveMethod {
    /** What it is made of unless another kernel is given. */
    private static final String KERNEL = "gaussian:auto";

    private static final Parameter WIDTH = Parameter.number(
                    KernelWidth.NAME,
                    Parameter.AUTO,
                    Range.above(0),
                    "How many times the median distance between inputs the width of the kernel is; auto: what makes the labels"
                            + " most likely.")
            .searched(KernelWidth.MULTIPLES);

    static final List<Method> ALL = List.of(new Method(
            "mean-gaussian",
            "curves drawn to their common mean: mean with a Gaussian kernel, settings by evidence",
            List.of(ConvexMethods.GAMMA, WIDTH),
            EnumSet.of(
                    Capability.LAMBDA,
                    Capability.CERTIFIED,
                    Capability.KERNELS,
                    Capability.EVIDENCE,
                    Capability.APPROXIMATES,
                    Capability.ADAPTS,
                    Capability.WEIGHTS_TASKS,
                    Capability.OPTIMISES),
            Training.defaults().withWeighting(Weighting.OBSERVATION),
            CurveMethod::trainer));

    private CurveMethod() {}

    /** The kernel that a method begins with where none is given. */
    static Kernel kernel(Method method) {
        return method.can(Capability.EVIDENCE) ? Kernels.parse(KERNEL) : new Linear();
    }

    private static Trainer<? extends Model> trainer(Setup setup, double lambda) {
        Relation relation = Relations.mean(setup.settings().number(ConvexMethods.GAMMA.name()));
        Loss loss = setup.loss();
        if (!loss.quadratic()) {
            throw new IllegalArgumentException(
                    "method 'mean-gaussian' needs the squared loss, got '" + loss.name() + "'");
        }
        if (setup.kernel() instanceof Linear) {
            return new OnceSeen(setup, lambda);
        }
        return new ConvexTrainer(setup.losses(), setup.kernel(), relation, lambda, setup.training())
                .withApproximation(setup.approximation());
    }

    /** Everything but the distances between inputs is known. */
    private record OnceSeen(Setup setup, double lambda) implements Trainer<Model> {
        @Override
        public Fit<Model> train(Dataset data, Consumer<Progress> progress) {
            Setup seen =
                    setup.withKernel(Kernels.parse(KERNEL), setup.settings()).known(data);
            Fit<? extends Model> fit = ALL.get(0).trainer(seen, lambda).train(data, progress);
            return new Fit<>(fit.model(), fit.report());
        }
    }
}
