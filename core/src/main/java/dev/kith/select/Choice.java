package dev.kith.select;

import dev.kith.kernel.Kernel;
import dev.kith.method.Capability;
import dev.kith.method.KernelWidth;
import dev.kith.method.Method;
import dev.kith.method.Parameter;
import dev.kith.method.Settings;
import dev.kith.method.Setup;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.select.grid.EvidenceSearch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * A method with everything chosen.
 *
 * @param setup with a value for every parameter
 * @param lambda empty for a method without one
 * @param by who chose lambda and each parameter, in words: {@code 5-fold cross-validation}, {@code given}, {@code default}
 */
public record Choice(Method method, Setup setup, OptionalDouble lambda, Map<String, String> by) {
    /** What lambda is called among the parameters. */
    public static final String LAMBDA = "lambda";

    /** What the scale that labels are learned on is called among the parameters. */
    public static final String TRANSFORM = "transform";

    static final String GIVEN = "given";
    private static final String DEFAULT = "default";
    private static final String VALIDATION = "cross-validation";

    public Choice {
        by = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(by));
    }

    /** The trainer of what was chosen. */
    public Trainer<? extends Model> trainer() {
        return method.trainer(setup, lambda.orElse(Double.NaN));
    }

    /** The kernel of the trainer, with widths that followed the data as numbers. */
    public Kernel kernel() {
        return KernelWidth.applied(method, setup).kernel();
    }

    /** Whether anything was chosen: by cross-validation, or by the evidence. */
    public boolean tuned() {
        return by.values().stream().anyMatch(Choice::searched);
    }

    private static boolean searched(String reason) {
        return reason.contains(VALIDATION) || reason.equals(EvidenceSearch.REASON);
    }

    /** The values that were searched for, by name. */
    public Map<String, String> chosen() {
        Map<String, String> chosen = new TreeMap<>();
        if (lambda.isPresent()) {
            chosen.put(LAMBDA, Double.toString(lambda.getAsDouble()));
        }
        by.forEach((name, reason) -> {
            boolean had = name.equals(TRANSFORM) || setup.settings().has(name);
            if (searched(reason) && !name.equals(LAMBDA) && had) {
                chosen.put(
                        name,
                        name.equals(TRANSFORM)
                                ? setup.transforming().spec()
                                : setup.settings().shown(name));
            }
        });
        return chosen;
    }

    /** The same, with who chose one more value. */
    Choice withReason(String name, String reason) {
        Map<String, String> all = new LinkedHashMap<>(by);
        all.put(name, reason);
        return new Choice(method, setup, lambda, all);
    }

    /** A parameter with its value and who chose it: {@code gamma 1 (default)}. */
    public String describe(String parameter, String value) {
        String reason = by.getOrDefault(parameter, GIVEN);
        return parameter + " " + value + " (" + (searched(reason) ? "by " : "") + reason + ")";
    }

    /**
     * Who chooses what.
     *
     * @param open settings before anything was chosen
     * @param given the values that were asked for by name
     * @param lambda empty where it is left open
     * @param validation how what is open is chosen, in words
     */
    static Map<String, String> reasons(
            Method method, Settings open, Map<String, String> given, OptionalDouble lambda, String validation) {
        Map<String, String> reasons = new LinkedHashMap<>();
        if (method.can(Capability.LAMBDA)) {
            reasons.put(LAMBDA, lambda.isEmpty() ? validation : GIVEN);
        }
        for (Parameter parameter : method.parameters()) {
            String name = parameter.name();
            if (open.has(name)) {
                String fixed = given.containsKey(name) ? GIVEN : DEFAULT;
                reasons.put(name, open.open().contains(parameter) ? validation : fixed);
            }
        }
        return reasons;
    }
}
