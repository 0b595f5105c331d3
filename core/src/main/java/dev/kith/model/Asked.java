package dev.kith.model;

import dev.kith.loss.TaskLosses;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What was asked of a fit.
 *
 * @param method the name users write: {@code mean}, {@code mtfl}, ...
 * @param loss the name users write, {@link TaskLosses#MIXED} where tasks have losses of their own
 * @param kernel the name users write
 * @param lambda empty where the method has none
 * @param parameters the method's own parameters, the options that shaped the fit, and notes on what happened to the model
 *     since, by name, sorted
 */
public record Asked(String method, String loss, String kernel, OptionalDouble lambda, Map<String, String> parameters) {
    public Asked {
        lambda = Outcome.finite(lambda);
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
    }

    /** With a lambda. */
    public Asked(String method, String loss, String kernel, double lambda, Map<String, String> parameters) {
        this(method, loss, kernel, OptionalDouble.of(lambda), parameters);
    }

    public Asked withMethod(String value) {
        return new Asked(value, loss, kernel, lambda, parameters);
    }

    public Asked withLoss(String value) {
        return new Asked(method, value, kernel, lambda, parameters);
    }

    public Asked withParameters(Map<String, String> value) {
        return new Asked(method, loss, kernel, lambda, value);
    }
}
