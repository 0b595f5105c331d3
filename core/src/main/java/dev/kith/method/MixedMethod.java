package dev.kith.method;

import dev.kith.kernel.Linear;
import dev.kith.loss.Loss;
import dev.kith.mixed.Covariance;
import dev.kith.mixed.CrossedTrainer;
import dev.kith.mixed.Slopes;
import dev.kith.model.Training;
import java.util.EnumSet;
import java.util.List;

/** Linear mixed models, whose variances take the place of lambda. */
final class MixedMethod {
    private static final String RANDOM = "random";
    private static final String COVARIANCE = "covariance";

    static final List<Method> ALL = List.of(new Method(
            "mixed",
            "common effects and variances by REML (NOT convex: no gap, ends at a stationary point)",
            List.of(
                    Parameter.text(
                            RANDOM,
                            "C1,...|auto|all|none",
                            Parameter.AUTO,
                            "Columns whose slopes vary by task, beside the intercept; auto adds them one by one as long as"
                                    + " Akaike's criterion improves. With several --task, auto is none, and"
                                    + " GROUPING:COLUMN varies by a further one."),
                    Parameter.text(
                            COVARIANCE,
                            "SHAPE",
                            Covariance.full().spec(),
                            "Covariance of what varies by task: full, diagonal (at the mean of features, at 0 with"
                                    + " --no-standardize) or low-rank:R.")),
            EnumSet.of(
                    Capability.GROUPS,
                    Capability.MIXES,
                    Capability.ONE_NOISE,
                    Capability.TRANSFORMS,
                    Capability.TREE_FEATURES,
                    Capability.OPTIMISES),
            Training.defaults(),
            (setup, lambda) -> trainer(setup)));

    private MixedMethod() {}

    private static CrossedTrainer trainer(Setup setup) {
        if (!(setup.kernel() instanceof Linear)) {
            throw new IllegalArgumentException("method 'mixed' needs the linear kernel, got '"
                    + setup.kernel().spec() + "'");
        }
        Loss loss = setup.loss();
        if (!loss.quadratic()) {
            throw new IllegalArgumentException("method 'mixed' needs the squared loss, got '" + loss.name() + "'");
        }
        Settings settings = setup.settings();
        return new CrossedTrainer(
                Slopes.parse(settings.text(RANDOM)), Covariance.parse(settings.text(COVARIANCE)), setup.training());
    }
}
