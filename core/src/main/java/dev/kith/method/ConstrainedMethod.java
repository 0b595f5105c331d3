package dev.kith.method;

import dev.kith.constraint.ConstraintSet;
import dev.kith.data.Dataset;
import dev.kith.decode.ConstrainedTrainer;
import dev.kith.decode.GeodesicTrainer;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.map.Widths;
import dev.kith.loss.Loss;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.decoder.Relaxation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The nonlinear multi-task estimator: predictions that obey a relation, learned from separate data for each task. */
final class ConstrainedMethod {
    static final String WIDTH = KernelWidth.NAME;
    /** A lambda per task: a file, or a power of the number of the task's labels. */
    static final String LAMBDAS = "lambdas";
    /** A kernel per task: a file. */
    static final String KERNELS = "kernels";

    /** What the loss measures between outputs. */
    private static final String DISTANCE = "distance";

    private static final String EUCLIDEAN = "euclidean";

    private static final Map<String, Double> POWERS = Map.of("n^-1/2", -0.5, "n^-1/4", -0.25);

    static final List<Method> ALL = List.of(
            new Method(
                    "constrained",
                    "predictions that obey a constraint, of any shape",
                    parameters(),
                    EnumSet.of(Capability.LAMBDA, Capability.KERNELS, Capability.CLASSES, Capability.LOSS_PER_TASK),
                    Training.defaults(),
                    ConstrainedMethod::trainer),
            ParametrisedMethod.METHOD);

    private ConstrainedMethod() {}

    private static List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>(OutputRelation.PARAMETERS);
        all.add(Parameter.number(
                        WIDTH,
                        Parameter.AUTO,
                        Range.above(0),
                        "Width of the Gaussian kernel, as a multiple of the median distance between inputs; none: the"
                                + " kernel as it is given.")
                .searched(0.125, 0.25, 0.5, 1, 2, 4));
        all.add(Parameter.text(
                DISTANCE,
                "euclidean|geodesic",
                EUCLIDEAN,
                "geodesic: the loss is the squared distance along the set (sphere, simplex: Fisher-Rao, rotation: angle) from"
                        + " the whole row of labels, instead of a sum over tasks; every row needs all labels."));
        all.add(Parameter.each(
                LAMBDAS,
                "What lambda is multiplied by for each task: a file with lines task,lambda, or n^-1/2 or n^-1/4 of its number of"
                        + " labels."));
        all.add(Parameter.each(KERNELS, "The kernel of each task: a file with lines task,kernel."));
        return all;
    }

    private static Trainer<? extends Model> trainer(Setup setup, double lambda) {
        OutputRelation relation = OutputRelation.of(setup.settings().values()).orElseThrow();
        String lambdas = setup.settings().text(LAMBDAS);
        if (lambdas.startsWith("n^") && !POWERS.containsKey(lambdas)) {
            throw new SettingException(
                    LAMBDAS, "must be a file with lines task,lambda, n^-1/2 or n^-1/4, got '" + lambdas + "'");
        }
        if (setup.settings().has(KERNELS) && setup.settings().has(WIDTH)) {
            throw new SettingException(WIDTH, "is for one kernel of all tasks: use one of them");
        }
        requireDistance(setup, relation);
        return new OnceKnown(setup, lambda, relation);
    }

    private static boolean geodesic(Setup setup) {
        return setup.settings().text(DISTANCE).equals(GeodesicTrainer.LOSS);
    }

    /** Refuses what geodesic distances leave no room for. */
    private static void requireDistance(Setup setup, OutputRelation relation) {
        String distance = setup.settings().text(DISTANCE);
        if (!geodesic(setup)) {
            if (!distance.equals(EUCLIDEAN)) {
                throw new SettingException(DISTANCE, "must be euclidean or geodesic, got '" + distance + "'");
            }
            return;
        }
        boolean squared = setup.losses().common().map(Loss::quadratic).orElse(false);
        boolean each = setup.settings().has(LAMBDAS) || setup.settings().has(KERNELS);
        if (!squared || each || !relation.relaxation().equals(Relaxation.none())) {
            throw new SettingException(
                    DISTANCE,
                    "geodesic is a loss of all outputs together: it takes no other --loss, no robust or perturbed outputs, and"
                            + " one lambda and kernel");
        }
    }

    /** Everything but the names of the tasks is known; the set is made when they are, once. */
    private static final class OnceKnown implements Trainer<ConstrainedModel> {
        private final Setup setup;
        private final double lambda;
        private final OutputRelation relation;
        private @Nullable ConstraintSet set;
        private List<String> tasks = List.of();

        OnceKnown(Setup setup, double lambda, OutputRelation relation) {
            this.setup = setup;
            this.lambda = lambda;
            this.relation = relation;
        }

        @Override
        public Fit<ConstrainedModel> train(Dataset data, Consumer<Progress> progress) {
            return geodesic(setup)
                    ? new GeodesicTrainer(kernel(data), lambda, on(data.tasks()), setup.training())
                            .train(data, progress)
                    : trainer(data).train(data, progress);
        }

        private ConstrainedTrainer trainer(Dataset data) {
            return new ConstrainedTrainer(
                    setup.losses(),
                    kernels(data),
                    lambdas(data),
                    on(data.tasks()),
                    relation.relaxation(),
                    setup.training());
        }

        private List<Double> lambdas(Dataset data) {
            if (!setup.settings().has(LAMBDAS)) {
                return List.of(lambda);
            }
            Double power = POWERS.get(setup.settings().text(LAMBDAS));
            List<Double> each = power != null
                    ? powers(data, power)
                    : TaskValues.read(setup.settings().file(LAMBDAS), data.tasks(), "lambda", TaskValues::positive);
            return each.stream().map(own -> lambda * own).toList();
        }

        /** n_t is the sum of a task's weights. */
        private static List<Double> powers(Dataset data, double power) {
            double[] n = new double[data.taskCount()];
            for (int o = 0; o < data.size(); o++) {
                n[data.task(o)] += data.weight(o);
            }
            return Arrays.stream(n).map(each -> Math.pow(each, power)).boxed().toList();
        }

        private List<Kernel> kernels(Dataset data) {
            return setup.settings().has(KERNELS)
                    ? TaskValues.read(setup.settings().file(KERNELS), data.tasks(), "kernel", text -> known(text, data))
                    : List.of(kernel(data));
        }

        private Kernel known(String kernel, Dataset data) {
            return KernelWidth.known(Kernels.parse(kernel), data, setup.training())
                    .times(1);
        }

        private Kernel kernel(Dataset data) {
            return setup.settings().has(WIDTH)
                    ? new Gaussian(setup.settings().number(WIDTH)
                            * Widths.median(data, setup.training().standardize()))
                    : setup.kernel();
        }

        private ConstraintSet on(List<String> names) {
            ConstraintSet known = set;
            if (known == null || !tasks.equals(names)) {
                known = relation.on(names);
                set = known;
                tasks = names;
            }
            return known;
        }
    }
}
