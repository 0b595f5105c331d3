package dev.kith.method;

import dev.kith.boost.BoostedFeatureTrainer;
import dev.kith.boost.BoostedTrainer;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.TreeModel;
import java.util.Locale;
import java.util.OptionalInt;

/** What is put before a method, so that it learns from one feature more than a table has. */
public enum FeaturesFrom {
    /** The features are the table's. */
    NONE,
    /** What boosted trees say of a row and its task, out of fold for the rows that train. */
    BOOSTED;

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException if this is none of them
     */
    public static FeaturesFrom parse(String text) {
        for (FeaturesFrom known : values()) {
            if (known.word().equals(text)) {
                return known;
            }
        }
        throw new IllegalArgumentException(TreeModel.AsFeature.FROM + " must be none or boosted, got '" + text + "'");
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The trainer with what this puts before it; itself where that is nothing. */
    Trainer<? extends Model> before(Method method, Setup setup, Trainer<? extends Model> trainer) {
        return this == NONE ? trainer : boosted(method, setup, trainer);
    }

    private static <M extends Model> Trainer<TreeModel.AsFeature> boosted(
            Method method, Setup setup, Trainer<M> trainer) {
        if (!method.can(Capability.TREE_FEATURES)) {
            throw new SettingException(
                    TreeModel.AsFeature.FROM,
                    "is not used by method '" + method.name() + "', which learns no function of features for each task"
                            + " by itself");
        }
        if (setup.transforming().wanted()) {
            throw new SettingException(
                    TreeModel.AsFeature.FROM,
                    "does not go with a transform of labels, whose means are corrected by errors on training rows:"
                            + " those of trees are too small. Use one of them");
        }
        if (setup.losses().any(loss -> loss.joint().isPresent())) {
            throw new SettingException(
                    TreeModel.AsFeature.FROM,
                    "is for losses of one prediction at a time, got "
                            + setup.losses().name());
        }
        return new BoostedFeatureTrainer<>(
                trainer, new BoostedTrainer(OptionalInt.empty(), OptionalInt.empty(), setup.training()));
    }
}
