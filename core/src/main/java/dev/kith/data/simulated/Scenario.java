package dev.kith.data.simulated;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/** A kind of simulated data set: its name, what it is about, and the parameters it takes. */
public final class Scenario {
    private final String name;
    private final String description;
    private final List<Parameter> parameters;
    private final Function<Settings, Simulation> maker;

    Scenario(String name, String description, List<Parameter> parameters, Function<Settings, Simulation> maker) {
        this.name = name;
        this.description = description;
        this.parameters = parameters;
        this.maker = maker;
    }

    /** The name users write: {@code relations}. */
    public String name() {
        return name;
    }

    /** One line for a list of data sets. */
    public String description() {
        return description;
    }

    /** What can be set, in the order to list it. */
    public List<Parameter> parameters() {
        return parameters;
    }

    /**
     * Draws the data with these parameters, the others at their defaults. Equal settings draw equal bits.
     *
     * @throws IllegalArgumentException for an unknown name or a value that is not in its parameter's range
     */
    public Simulated draw(Map<String, String> settings) {
        return with(settings).draw();
    }

    /**
     * The simulation with these parameters, the others at their defaults.
     *
     * @throws IllegalArgumentException for an unknown name or a value that is not in its parameter's range
     */
    Simulation with(Map<String, String> settings) {
        List<String> known = parameters.stream().map(Parameter::name).toList();
        for (String key : new TreeSet<>(settings.keySet())) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException("simulated set '" + name + "' has no parameter '" + key
                        + "'; it knows " + String.join(", ", known));
            }
        }
        return maker.apply(new Settings(settings));
    }

    @Override
    public String toString() {
        return name;
    }
}
