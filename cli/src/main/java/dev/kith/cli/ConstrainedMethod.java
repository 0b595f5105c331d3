package dev.kith.cli;

import dev.kith.cli.Method.Setup;
import dev.kith.constraint.ConstraintSet;
import dev.kith.data.Dataset;
import dev.kith.decode.ConstrainedSearch;
import dev.kith.decode.ConstrainedTrainer;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** The nonlinear multi-task estimator: predictions that obey a relation, learned from separate data for each task. */
final class ConstrainedMethod {
    static final String NAME = "constrained";

    /** What the estimator has no use for: labels stay in their units, and the solution is a formula. */
    private static final List<String> UNUSED =
            List.of("--no-intercept", "--target-scale", "--weighting", "--tol", "--max-iterations");

    private ConstrainedMethod() {}

    static Method method() {
        return new Method(
                NAME,
                "predictions that obey --constraint, of any shape",
                Method.setOf(Setting.CONSTRAINT, Setting.ROBUST, Setting.PERTURBED, Setting.WIDTH),
                Map.of(),
                true,
                ConstrainedMethod::trainer);
    }

    /** Refuses options that would be ignored. */
    static void requireUsed(ParseResult parsed) {
        for (String option : UNUSED) {
            if (parsed.hasMatchedOption(option)) {
                throw new UsageException(option + " is not used by method '" + NAME + "'");
            }
        }
    }

    private static Trainer<? extends Model> trainer(Setup setup, double lambda) {
        OutputRelation relation = OutputRelation.of(setup.settings()).orElseThrow();
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
            Map<String, String> recorded = new TreeMap<>(setup.recorded());
            boolean standardize = setup.training().standardize();
            Kernel kernel = setup.kernel();
            if (setup.settings().tunesKernel()) {
                recorded.put(Setting.WIDTH.key(), setup.settings().text(Setting.WIDTH));
                kernel = new Gaussian(
                        setup.settings().number(Setting.WIDTH) * ConstrainedSearch.medianDistance(data, standardize));
            }
            return new ConstrainedTrainer(
                    setup.loss(),
                    kernel,
                    List.of(lambda),
                    on(data.tasks()),
                    relation.relaxation(),
                    setup.training(),
                    recorded);
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
