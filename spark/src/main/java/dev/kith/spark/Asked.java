package dev.kith.spark;

import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.moments.OnePass;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Linear;
import dev.kith.loss.TaskLosses;
import dev.kith.method.Capability;
import dev.kith.method.Method;
import dev.kith.method.Methods;
import dev.kith.method.SettingException;
import dev.kith.method.Settings;
import dev.kith.method.Setup;
import dev.kith.model.Training;
import dev.kith.select.Compare;
import dev.kith.select.Search;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/** What a fit is asked for, checked before a row is read: the settings of the core in place of params. */
final class Asked {
    private final Params owner;
    private final KithParams params;
    private final Map<String, String> given;
    private final TaskLosses losses;

    Asked(Params owner, KithParams params, TaskLosses losses) {
        this.owner = owner;
        this.params = params;
        this.losses = losses;
        this.given = params.given();
        if (folds() < 2) {
            throw new SettingException("folds", "must be a whole number >= 2, got " + folds());
        }
    }

    private Method method() {
        return Methods.named(params.of(params.method));
    }

    /** Everything that can be wrong with a fit without looking at rows. */
    Asked checkedToFit() {
        Method method = method();
        requireMoments(method, method.settings(given));
        requireUsed(method);
        return this;
    }

    private void requireMoments(Method method, Settings settings) {
        Training training = training(method.usual());
        Setup setup = new Setup(losses, new Linear(), training, Approximation.AUTO, settings.first());
        if (!method.trainer(setup, 1).learnsFromMoments()) {
            throw new SettingException(
                    "method",
                    "'" + method.name() + "' needs every row at hand with these settings; over a DataFrame there are "
                            + learners(training));
        }
    }

    /** Everything that can be wrong with a comparison of these methods without looking at rows. */
    Asked checkedToCompare(List<String> methods) {
        for (String name : methods) {
            Method method = Methods.named(name);
            Map<String, String> own = new LinkedHashMap<>(given);
            own.keySet().removeIf(parameter -> !method.has(parameter));
            requireMoments(method, method.open(own));
        }
        return this;
    }

    /** The methods that moments suffice, of those that need no file. */
    private String learners(Training training) {
        return Methods.all().stream()
                .filter(one -> one.parameters().stream().noneMatch(p -> p.required()))
                .filter(one -> one.trainer(
                                new Setup(
                                        losses,
                                        new Linear(),
                                        training,
                                        Approximation.AUTO,
                                        one.settings().first()),
                                1)
                        .learnsFromMoments())
                .map(Method::name)
                .collect(Collectors.joining(", "));
    }

    private void requireUsed(Method method) {
        if (!method.can(Capability.OPTIMISES)) {
            for (Param<?> param : List.of(params.tol, params.maxIter, params.fitIntercept, params.targetScale)) {
                requireUnset(param, "is not used by method '" + method.name() + "'");
            }
        }
        if (!method.can(Capability.WEIGHTS_TASKS)) {
            requireUnset(params.weighting, "is not used by method '" + method.name() + "'");
        }
        if (!method.can(Capability.LAMBDA)) {
            requireUnset(params.lambda, "is not used by method '" + method.name() + "'");
        }
        if (!searches()) {
            requireUnset(params.folds, "is used to choose settings that are left open, and none is");
            requireUnset(params.keyCol, "deals rows to folds, and no setting is left open to be chosen by them");
        }
    }

    private void requireUnset(Param<?> param, String rule) {
        if (owner.isSet(param)) {
            throw new SettingException(param.name(), rule);
        }
    }

    private OptionalDouble lambda() {
        if (!owner.isSet(params.lambda)) {
            return OptionalDouble.empty();
        }
        double value = (Double) owner.getOrDefault(params.lambda);
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new SettingException("lambda", "must be a finite number > 0, got " + value);
        }
        return OptionalDouble.of(value);
    }

    private boolean searches() {
        return method().searches(given, lambda().isPresent());
    }

    private int folds() {
        return (Integer) owner.getOrDefault(params.folds);
    }

    long seed() {
        return (Long) owner.getOrDefault(params.seed);
    }

    /** Checks that nothing is left to be chosen, which would take folds. */
    Asked checkedClosed() {
        if (searches()) {
            throw new SettingException(
                    lambda().isEmpty() ? "lambda" : "a parameter",
                    "must be given: a stream has no folds to choose it by; choose it on a frame of some of the rows");
        }
        return checkedToFit();
    }

    /** Into how many folds rows are dealt; 0 where nothing is left to be chosen. */
    int dealtFolds() {
        return searches() ? folds() : 0;
    }

    private Training training(Training usual) {
        boolean standardize = (Boolean) owner.getOrDefault(params.standardization);
        if (!standardize && owner.isSet(params.targetScale)) {
            throw new SettingException("targetScale", "has no effect without standardization: use one of them");
        }
        TargetScale scale = !standardize
                ? TargetScale.NONE
                : params.asked(params.targetScale)
                        .map(name -> named(TargetScale.class, "targetScale", name))
                        .orElse(usual.targetScale());
        return usual.withIntercept((Boolean) owner.getOrDefault(params.fitIntercept))
                .withScaling(standardize, scale)
                .withWeighting(named(Training.Weighting.class, "weighting", params.of(params.weighting)))
                .withStopping(
                        owner.isSet(params.tol) ? (Double) owner.getOrDefault(params.tol) : usual.tolerance(),
                        owner.isSet(params.maxIter)
                                ? (Integer) owner.getOrDefault(params.maxIter)
                                : usual.maxIterations())
                .withSeed(seed());
    }

    private static <N extends Enum<N>> N named(Class<N> kind, String setting, String name) {
        return Arrays.stream(kind.getEnumConstants())
                .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(() -> new SettingException(
                        setting,
                        "must be one of "
                                + Arrays.stream(kind.getEnumConstants())
                                        .map(one -> one.name().toLowerCase(Locale.ROOT))
                                        .collect(Collectors.joining(", "))
                                + "; got '" + name + "'"));
    }

    /** The search for what is left open, and the fit. */
    Search search(Dataset few) {
        Search search = Search.on(few)
                .method(method())
                .defaultsForTheRest()
                .losses(losses)
                .training(this::training)
                .folds(folds());
        given.forEach(search::set);
        lambda().ifPresent(search::lambda);
        return search;
    }

    /** Into how many blocks rows are dealt for a comparison, whose folds have folds inside and whose intervals leave out a block at a time. */
    int dealtBlocks() {
        return OnePass.blocks(folds());
    }

    /** The comparison of these methods, of the usual ones where none is named. */
    Compare comparison(Dataset few, List<String> methods) {
        Compare compare =
                Compare.on(few).losses(losses).training(this::training).folds(folds());
        given.forEach(compare::set);
        lambda().ifPresent(compare::lambda);
        return methods.isEmpty() ? compare : compare.methods(methods);
    }
}
