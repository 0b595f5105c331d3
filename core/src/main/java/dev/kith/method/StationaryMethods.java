package dev.kith.method;

import static dev.kith.method.Parameter.number;
import static dev.kith.method.Parameter.whole;

import dev.kith.convex.FactorTrainer;
import dev.kith.convex.TransferTrainer;
import dev.kith.kernel.Linear;
import dev.kith.model.Training;
import java.util.EnumSet;
import java.util.List;

/** Linear methods whose problem is not convex. */
final class StationaryMethods {
    private static final String MU = "mu";
    private static final String RANK = "rank";
    private static final String STARTS = "starts";
    private static final String EPS = "eps";

    static final List<Method> ALL = List.of(
            method(
                    FactorTrainer.NAME,
                    "learned: few latent tasks, combined by groups that may overlap, GO-MTL (NOT convex: no gap, ends at a"
                            + " stationary point)",
                    List.of(
                            whole(RANK, 3, Range.from(1), "How many latent tasks there are.")
                                    .searched(1, 2, 3, 5, 8),
                            number(
                                    MU,
                                    1,
                                    Range.above(0),
                                    "What combining latent tasks costs, times lambda. Only lambda^3 mu^2 matters: to"
                                            + " search for lambda is enough."),
                            whole(STARTS, 5, Range.from(1), "From how many starts the best is kept.")),
                    (setup, lambda) -> new FactorTrainer(
                            setup.loss(),
                            setup.settings().whole(RANK),
                            setup.settings().number(MU),
                            setup.settings().whole(STARTS),
                            lambda,
                            setup.training())),
            method(
                    TransferTrainer.NAME,
                    "learned: hard tasks lean on easier ones, who helps whom is not symmetric, AMTL (NOT convex: no gap, ends"
                            + " at a stationary point)",
                    List.of(
                            number(
                                            MU,
                                            1,
                                            Range.above(0),
                                            "What giving costs a task, times lambda and its own loss: much leaves every"
                                                    + " task alone.")
                                    .searched(0.1, 0.3, 1, 3, 10),
                            number(
                                    EPS,
                                    TransferTrainer.EPS,
                                    Range.from(0),
                                    "Ridge on all weights, times lambda; 0 is as published, and lets weights grow without"
                                            + " end where tasks can be fitted perfectly.")),
                    (setup, lambda) -> new TransferTrainer(
                            setup.loss(),
                            setup.settings().number(MU),
                            setup.settings().number(EPS),
                            lambda,
                            setup.training())));

    private StationaryMethods() {}

    private static Method method(String name, String meaning, List<Parameter> parameters, Method.Recipe recipe) {
        return new Method(
                name,
                meaning,
                parameters,
                EnumSet.of(
                        Capability.LAMBDA,
                        Capability.CLASSES,
                        Capability.MIXES,
                        Capability.TRANSFORMS,
                        Capability.TREE_FEATURES,
                        Capability.WEIGHTS_TASKS,
                        Capability.OPTIMISES),
                Training.defaults(),
                (setup, lambda) -> {
                    if (!(setup.kernel() instanceof Linear)) {
                        throw new IllegalArgumentException(
                                "method '" + name + "' weighs features, so it needs the linear" + " kernel, got '"
                                        + setup.kernel().spec() + "'");
                    }
                    return recipe.trainer(setup, lambda);
                });
    }
}
