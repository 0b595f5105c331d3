package dev.kith.data.simulated;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The simulated data sets there are, by name. */
public final class Simulations {
    private static final List<Scenario> ALL = List.of(
            Arm.SCENARIO,
            RelatedTasks.SCENARIO,
            Tree.SCENARIO,
            Curve.CIRCLE,
            Curve.LEMNISCATE,
            GaussianTasks.SCENARIO,
            Stream.SCENARIO);

    private Simulations() {}

    /** Every simulated set, in the order to list them. */
    public static List<Scenario> all() {
        return ALL;
    }

    public static List<String> names() {
        return ALL.stream().map(Scenario::name).toList();
    }

    /**
     * Draws the set of this name with parameters given as pairs: {@code draw("relations", "tasks", 10, "seed", 7)}.
     *
     * @throws IllegalArgumentException for an unknown set or parameter, or a value out of its range
     */
    public static Simulated draw(String name, Object... settings) {
        if (settings.length % 2 != 0) {
            throw new IllegalArgumentException("settings must be pairs of name and value, got " + settings.length);
        }
        Map<String, String> values = new TreeMap<>();
        for (int k = 0; k < settings.length; k += 2) {
            values.put(settings[k].toString(), settings[k + 1].toString());
        }
        return find(name).draw(values);
    }

    /**
     * The simulated set of this name.
     *
     * @throws IllegalArgumentException if there is none, listing those there are
     */
    public static Scenario find(String name) {
        return ALL.stream()
                .filter(scenario -> scenario.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown simulated set '" + name + "'; there are " + String.join(", ", names())));
    }
}
