package dev.kith.method;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.Parametrisation;
import dev.kith.data.Dataset;
import dev.kith.decode.ParametrisedTrainer;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;

/** Outputs by a parametrisation of their set: the baseline the nonlinear estimator is to be compared with. */
final class ParametrisedMethod {
    private static final String THETA = "theta";

    static final Method METHOD = new Method(
            "parametrised",
            "a constraint's parameters learned instead of outputs: a baseline for constrained, not convex",
            List.of(
                    OutputRelation.PARAMETERS.get(0),
                    Parameter.text(
                            THETA,
                            "FORMULAS",
                            Parameter.NONE,
                            "Points of the constraint by parameters u1, u2, ...: a formula for each task, separated by ;,"
                                    + " such as \"cos(u1); sin(u1)\". May be left out for sphere (angles), simplex (softmax)"
                                    + " and box (logistic function).")),
            EnumSet.of(Capability.LAMBDA, Capability.KERNELS),
            Training.defaults(),
            ParametrisedMethod::trainer);

    private ParametrisedMethod() {}

    private static Trainer<? extends Model> trainer(Setup setup, double lambda) {
        OutputRelation relation = OutputRelation.of(setup.settings().values()).orElseThrow();
        if (!setup.loss().quadratic()) {
            throw new IllegalArgumentException("method 'parametrised' needs the squared loss, got "
                    + setup.loss().name());
        }
        return new OnceKnown(setup, lambda, relation);
    }

    /** Everything but the names of the tasks is known. */
    private record OnceKnown(Setup setup, double lambda, OutputRelation relation) implements Trainer<ConstrainedModel> {
        @Override
        public Fit<ConstrainedModel> train(Dataset data, Consumer<Progress> progress) {
            ConstraintSet set = relation.on(data.tasks());
            Parametrisation theta = setup.settings().has(THETA)
                    ? Parametrisation.parse(setup.settings().text(THETA), set.dimension())
                    : Parametrisation.of(set)
                            .orElseThrow(() -> new SettingException(
                                    THETA, "must be given for the constraint '" + set.spec() + "'"));
            return new ParametrisedTrainer(setup.kernel(), lambda, set, theta, setup.training()).train(data, progress);
        }
    }
}
