package dev.kith.cli;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.Options;
import dev.kith.kernel.Kernel;
import dev.kith.loss.Loss;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.structure.Relation;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A way to learn that users can name.
 *
 * @param summary what it does, in a few words that follow its name
 * @param settings the settings it uses; any other is refused
 */
record Method(String name, String summary, Set<Setting> settings, Recipe recipe) {
    /** Everything a trainer is made of, apart from lambda. */
    record Setup(Loss loss, Kernel kernel, Options options, Settings settings, Map<String, String> recorded) {
        Setup with(Settings changed) {
            return new Setup(loss, kernel, options, changed, recorded);
        }
    }

    /** Makes the trainer. */
    interface Recipe {
        Trainer<? extends Model> trainer(Setup setup, double lambda);
    }

    /** A method of the convex family: loss, kernel and lambda as given, and this relation between tasks. */
    static Method convex(String name, String summary, Function<Settings, Relation> relation, Setting... settings) {
        return new Method(name, summary, setOf(settings), (setup, lambda) -> {
            Map<String, String> recorded = new java.util.TreeMap<>(setup.recorded());
            for (Setting setting : settings) {
                recorded.put(setting.key(), setup.settings().recorded(setting));
            }
            return new ConvexTrainer(
                    setup.loss(), setup.kernel(), relation.apply(setup.settings()), lambda, setup.options(), recorded);
        });
    }

    private static Set<Setting> setOf(Setting... settings) {
        EnumSet<Setting> set = EnumSet.noneOf(Setting.class);
        set.addAll(java.util.List.of(settings));
        return set;
    }
}
