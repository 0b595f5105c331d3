package dev.kith.method;

import dev.kith.constraint.ConstraintSet;
import dev.kith.data.Dataset;
import dev.kith.decode.ConstrainedTrainer;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.kernel.map.Widths;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The nonlinear multi-task estimator: predictions that obey a relation, learned from separate data for each task. */
final class ConstrainedMethod {
    static final String WIDTH = "width";

    static final List<Method> ALL = List.of(new Method(
            "constrained",
            "predictions that obey a constraint, of any shape",
            parameters(),
            EnumSet.of(Capability.LAMBDA, Capability.KERNELS, Capability.CLASSES),
            Training.defaults(),
            ConstrainedMethod::trainer));

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
        return all;
    }

    private static Trainer<? extends Model> trainer(Setup setup, double lambda) {
        OutputRelation relation = OutputRelation.of(setup.settings().values()).orElseThrow();
        if (setup.settings().has(WIDTH) && !(setup.kernel() instanceof Linear)) {
            throw new SettingException(WIDTH, "is for the kernel that is chosen where none is given: use one of them");
        }
        setup.loss(); // one for all tasks, said before there are data
        return new OnceKnown(setup, lambda, relation);
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
            return trainer(data).train(data, progress);
        }

        private ConstrainedTrainer trainer(Dataset data) {
            return new ConstrainedTrainer(
                    setup.loss(),
                    kernel(data),
                    List.of(lambda),
                    on(data.tasks()),
                    relation.relaxation(),
                    setup.training());
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
