package dev.kith.spark;

import dev.kith.data.Names;
import dev.kith.method.Method;
import dev.kith.method.Methods;
import dev.kith.method.Parameter;
import dev.kith.method.SettingException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.param.StringArrayParam;

/** The params of an estimator and of its model: columns, training, and all parameters of all methods, which are made of the catalogue. */
final class KithParams implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Params owner;
    private final List<Param<?>> all = new ArrayList<>();
    private final Map<String, Param<String>> own = new LinkedHashMap<>();

    final Param<String> taskCol;
    final Param<String> featuresCol;
    final StringArrayParam featureCols;
    final Param<String> labelCol;
    final Param<String> weightCol;
    final Param<String> keyCol;
    final Param<String> predictionCol;
    final Param<String> unknown;
    final Param<String> probabilityCol;
    final Param<String> lowCol;
    final Param<String> highCol;
    final DoubleParam intervalLevel;
    final Param<String> method;
    final DoubleParam lambda;
    final IntParam folds;
    final Param<String> weighting;
    final Param<String> targetScale;
    final BooleanParam fitIntercept;
    final BooleanParam standardization;
    final DoubleParam tol;
    final IntParam maxIter;
    final LongParam seed;

    KithParams(Params owner) {
        this.owner = owner;
        taskCol = text("taskCol", "column that names the task of a row");
        featuresCol = text("featuresCol", "column with the vector of features");
        featureCols = added(new StringArrayParam(
                owner, "featureCols", "columns that are the features, in place of a vector (featuresCol)"));
        labelCol = text("labelCol", "column with the label; rows without one are left out");
        weightCol = text("weightCol", "column with the weight of a row; left out, all weigh 1");
        keyCol = text(
                "keyCol", "column that tells rows apart and deals them to folds; left out, all that a row says does");
        predictionCol = text("predictionCol", "column to add with the prediction");
        unknown = text("unknown", "rows of tasks the model does not have: error, missing, common or attributes");
        probabilityCol = text(
                "probabilityCol", "column to add with the probability of the second class, for models of two classes");
        lowCol = text("lowCol", "column to add with the lower end of the interval, where intervalLevel is given");
        highCol = text("highCol", "column to add with the upper end of the interval, where intervalLevel is given");
        intervalLevel = added(new DoubleParam(
                owner,
                "intervalLevel",
                "probability, > 0 and < 1, with which a label lies in its interval; for calibrated models"));
        method = text("method", "how to learn: " + names());
        lambda = added(
                new DoubleParam(owner, "lambda", "strength of the penalty, > 0; left out, chosen by cross-validation"));
        folds = added(new IntParam(owner, "folds", "folds of the cross-validation that chooses what is left open"));
        weighting = text("weighting", "what counts the same: every task (task) or every row (observation)");
        targetScale = text(
                "targetScale",
                "labels are scaled by one deviation for all tasks (all), one each (task), or not (none)");
        fitIntercept = added(new BooleanParam(owner, "fitIntercept", "whether predictors have a constant term"));
        standardization = added(new BooleanParam(
                owner,
                "standardization",
                "whether features are scaled to deviation 1, and labels as targetScale says"));
        tol = added(new DoubleParam(owner, "tol", "relative duality gap at which a fit is done"));
        maxIter = added(new IntParam(owner, "maxIter", "iterations at most"));
        seed = added(new LongParam(owner, "seed", "seed of everything random (folds)"));
        Methods.parameters().forEach((name, users) -> own.put(name, text(name, help(users))));
    }

    private Param<String> text(String name, String doc) {
        return added(new Param<>(owner, name, doc));
    }

    private <P extends Param<?>> P added(P param) {
        all.add(param);
        return param;
    }

    private static String names() {
        return Methods.all().stream().map(Method::name).collect(Collectors.joining(", "));
    }

    /** Methods that mean the same by a parameter share a sentence. */
    private static String help(Map<Method, Parameter> users) {
        Map<String, List<String>> byMeaning = new LinkedHashMap<>();
        users.forEach((user, parameter) -> byMeaning
                .computeIfAbsent(
                        parameter.help() + (parameter.required() ? "" : " Default " + parameter.fallback() + "."),
                        text -> new ArrayList<>())
                .add(user.name()));
        return byMeaning.entrySet().stream()
                .map(entry -> String.join(", ", entry.getValue()) + ": " + entry.getKey())
                .collect(Collectors.joining(" "));
    }

    /** All of them, by name, as Spark shows them. */
    Param<?>[] params() {
        return all.stream().sorted(Comparator.comparing(Param::name)).toArray(Param<?>[]::new);
    }

    /** The param of a method's parameter. */
    Param<String> own(String name) {
        Param<String> found = own.get(name);
        if (found == null) {
            throw new SettingException(
                    name, "is no parameter of any method: " + Names.unknown("parameter", name, own.keySet()));
        }
        return found;
    }

    /** The values that were set for parameters of methods. */
    Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>();
        own.forEach((name, param) -> {
            if (owner.isSet(param)) {
                given.put(name, owner.getOrDefault(param));
            }
        });
        return given;
    }

    String of(Param<String> param) {
        return owner.getOrDefault(param);
    }

    /** The value, or nothing where there is none. */
    Optional<String> asked(Param<String> param) {
        return owner.isDefined(param) ? Optional.of(owner.getOrDefault(param)) : Optional.empty();
    }

    /** The columns that are features; empty where one column has them all. */
    Optional<List<String>> featureNames() {
        if (!owner.isSet(featureCols)) {
            return Optional.empty();
        }
        if (owner.isSet(featuresCol)) {
            throw new SettingException("featureCols", "are given and featuresCol too: use one of them");
        }
        List<String> names = List.of(owner.getOrDefault(featureCols));
        if (names.isEmpty()) {
            throw new SettingException("featureCols", "must name at least one column");
        }
        return Optional.of(Names.distinct("feature", names));
    }

    /** Whether intervals are asked for. */
    boolean bounded() {
        return owner.isSet(intervalLevel);
    }
}
