package dev.kith.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import picocli.CommandLine.ParseResult;

/**
 * Who chose each parameter of a method: cross-validation, the user, or nobody.
 *
 * @param reasons in words, by the parameter's name, in the order they are shown
 */
record ChosenBy(Map<String, String> reasons) {
    static final String LAMBDA = "lambda";

    /**
     * @param open settings before anything was chosen
     * @param lambda empty where it was left open
     */
    static ChosenBy of(ParseResult parsed, Method method, Settings open, OptionalDouble lambda, int folds) {
        String validation = folds + "-fold cross-validation";
        Map<String, String> reasons = new LinkedHashMap<>();
        if (method.penalised()) {
            reasons.put(LAMBDA, lambda.isEmpty() ? validation : "given");
        }
        for (Setting setting : method.settings()) {
            if (open.has(setting)) {
                boolean given = parsed.hasMatchedOption(setting.option());
                reasons.put(setting.key(), open.tuned().contains(setting) ? validation : given ? "given" : "default");
            }
        }
        return new ChosenBy(reasons);
    }

    /** A parameter with its value and who chose it: {@code gamma 1 (default)}. */
    String describe(String parameter, String value) {
        String reason = reasons.getOrDefault(parameter, "given");
        return parameter + " " + value + " (" + (reason.contains("validation") ? "by " : "") + reason + ")";
    }
}
