package dev.kith.method;

import dev.kith.boost.BoostedTrainer;
import dev.kith.kernel.Linear;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Training;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;

/** Boosted trees, what many people use instead. */
final class BoostedMethod {
    private static final String LEAVES = "leaves";
    private static final String TREES = "trees";

    static final List<Method> ALL = List.of(new Method(
            "boosted",
            "boosted trees over all tasks, the task and its mean label among the features (greedy: no optimum, no gap)",
            List.of(
                    Parameter.text(
                            LEAVES,
                            "N|auto",
                            Parameter.AUTO,
                            "Leaves of a tree; auto tries 4 and 16 on held-out rows."),
                    Parameter.text(
                            TREES,
                            "N|auto",
                            Parameter.AUTO,
                            "How many trees; auto ends where held-out rows are predicted no better.")),
            EnumSet.of(Capability.CLASSES, Capability.TWO_LOSSES, Capability.TRANSFORMS),
            Training.defaults(),
            (setup, lambda) -> trainer(setup)));

    private BoostedMethod() {}

    private static BoostedTrainer trainer(Setup setup) {
        if (!(setup.kernel() instanceof Linear)) {
            throw new IllegalArgumentException(
                    "method 'boosted' takes no kernel, got '" + setup.kernel().spec() + "'");
        }
        Loss loss = setup.loss();
        if (!loss.quadratic() && !loss.name().equals(Losses.logistic().name())) {
            throw new IllegalArgumentException(
                    "method 'boosted' needs the squared or the logistic loss, got '" + loss.name() + "'");
        }
        return new BoostedTrainer(count(setup.settings(), LEAVES), count(setup.settings(), TREES), setup.training());
    }

    private static OptionalInt count(Settings settings, String name) {
        if (settings.isAuto(name)) {
            return OptionalInt.empty();
        }
        try {
            return OptionalInt.of(Integer.parseInt(settings.text(name)));
        } catch (NumberFormatException e) {
            throw new SettingException(name, "must be a whole number or auto, got '" + settings.text(name) + "'");
        }
    }
}
