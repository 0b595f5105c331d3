package dev.kith.method;

import dev.kith.convex.CoregionTrainer;
import dev.kith.convex.Solver;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.KernelSum;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.structure.Relation;
import java.util.List;

/** Whether several kernels share one structure, or each has its own. */
final class KernelStructures {
    private static final String EACH = "each";

    static final Parameter PARAMETER = Parameter.text(
            CoregionTrainer.STRUCTURES,
            "one|each",
            "one",
            "With several kernels: one structure is learned for their sum, or each kernel has one of its own (a linear model"
                    + " of coregionalisation).");

    private KernelStructures() {}

    /** Whether each kernel is to have a structure of its own; never where a method knows its structure. */
    static boolean each(Settings settings) {
        if (!settings.has(PARAMETER.name())) {
            return false;
        }
        String text = settings.text(PARAMETER.name());
        if (!List.of(EACH, PARAMETER.fallback()).contains(text)) {
            throw new SettingException(PARAMETER.name(), "must be one or each, got '" + text + "'");
        }
        return text.equals(EACH);
    }

    static Trainer<? extends Model> trainer(Setup setup, Relation relation, double lambda, Solver solver) {
        if (!(setup.kernel() instanceof KernelSum kernels)) {
            throw refused("needs several kernels (--kernel several times), got "
                    + setup.kernel().spec());
        }
        if (solver.alternates()) {
            throw refused("is solved by proximal steps, not by alternation");
        }
        if (!setup.approximation().equals(Approximation.AUTO)
                && !setup.approximation().exact()) {
            throw refused("takes kernels as they are, got approximation '"
                    + setup.approximation().spec() + "'");
        }
        return new CoregionTrainer(setup.losses(), kernels, relation, lambda, setup.training());
    }

    private static SettingException refused(String why) {
        return new SettingException(PARAMETER.name(), EACH + " " + why);
    }
}
