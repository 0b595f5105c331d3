package dev.kith.cli;

import dev.kith.convex.Approximation;
import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.RowSparseTrainer;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.loss.Loss;
import dev.kith.loss.TaskLosses;
import dev.kith.mkl.MklTrainer;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
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
 * @param defaults its own defaults, where they differ from method to method
 * @param penalised whether lambda is the strength of its penalty; otherwise it has no lambda
 */
record Method(
        String name,
        String summary,
        Set<Setting> settings,
        Map<Setting, String> defaults,
        boolean penalised,
        Recipe recipe) {
    /** Everything a trainer is made of, apart from lambda. */
    record Setup(
            TaskLosses losses,
            Kernel kernel,
            Training training,
            Approximation approximation,
            Settings settings,
            Map<String, String> recorded) {
        Setup with(Settings changed) {
            return new Setup(losses, kernel, training, approximation, changed, recorded);
        }

        Setup with(Training changed) {
            return new Setup(losses, kernel, changed, approximation, settings, recorded);
        }

        /** The one loss of all tasks. */
        Loss loss() {
            return losses.common()
                    .orElseThrow(() -> new UsageException("losses that differ by task are for methods that learn or are"
                            + " given a structure (stl, mean, mtfl, okl, ...); this method needs one --loss"));
        }

        Setup with(TaskLosses other) {
            return new Setup(other, kernel, training, approximation, settings, recorded);
        }
    }

    /** Makes the trainer. */
    interface Recipe {
        Trainer<? extends Model> trainer(Setup setup, double lambda);
    }

    /** A method of the convex family: loss, kernel and lambda as given, and this relation between tasks. */
    static Method convex(String name, String summary, Function<Settings, Relation> relation, Setting... settings) {
        return new Method(name, summary, setOf(settings), Map.of(), true, (setup, lambda) -> {
            Map<String, String> recorded = new java.util.TreeMap<>(setup.recorded());
            for (Setting setting : settings) {
                recorded.put(setting.key(), setup.settings().recorded(setting));
            }
            return new ConvexTrainer(
                    setup.losses(),
                    setup.kernel(),
                    relation.apply(setup.settings()),
                    lambda,
                    setup.training(),
                    setup.settings().solver(),
                    setup.approximation(),
                    recorded);
        });
    }

    /** The same method with a default of its own for a setting. */
    Method withDefault(Setting setting, String value) {
        Map<Setting, String> more = new java.util.EnumMap<>(Setting.class);
        more.putAll(defaults);
        more.put(setting, value);
        return new Method(name, summary, settings, more, penalised, recipe);
    }

    /** The default of a setting for this method, empty when it has to be given. */
    String fallback(Setting setting) {
        return defaults.getOrDefault(setting, setting.fallback());
    }

    /** Whether it finds out itself how tasks are related. */
    boolean learnsStructure() {
        return settings.contains(Setting.SOLVER);
    }

    /** The gap to reach when none is asked for: coordinate ascent makes hard work of many digits. */
    double usualTolerance() {
        return settings.contains(Setting.C)
                ? MklTrainer.DEFAULT_TRAINING.tolerance()
                : Training.defaults().tolerance();
    }

    /** Shared feature selection: linear by nature. */
    static Method rowSparse(String name, String summary) {
        return new Method(name, summary, setOf(), Map.of(), true, (setup, lambda) -> {
            if (!(setup.kernel() instanceof Linear)) {
                throw new UsageException("method '" + name + "' selects features, so it needs the linear kernel, got '"
                        + setup.kernel().spec() + "'");
            }
            return new RowSparseTrainer(setup.loss(), lambda, setup.training(), setup.recorded());
        });
    }

    static Set<Setting> setOf(Setting... settings) {
        EnumSet<Setting> set = EnumSet.noneOf(Setting.class);
        set.addAll(java.util.List.of(settings));
        return set;
    }
}
