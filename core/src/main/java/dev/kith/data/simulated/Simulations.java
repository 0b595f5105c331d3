package dev.kith.data.simulated;

import java.util.List;
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
