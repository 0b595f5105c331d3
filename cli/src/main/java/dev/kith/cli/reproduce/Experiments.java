package dev.kith.cli.reproduce;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * The experiments at hand, from every {@link ExperimentSource} on the class path.
 *
 * @param all in the order to list them
 */
public record Experiments(List<Experiment> all) {
    public Experiments {
        all = List.copyOf(all);
    }

    /** Those of this installation; none outside a checkout of the project. */
    public static Experiments installed() {
        return new Experiments(ServiceLoader.load(ExperimentSource.class).stream()
                .flatMap(source -> source.get().all().stream())
                .toList());
    }

    /**
     * The experiment of this name.
     *
     * @throws IllegalArgumentException if there is none, listing those there are
     */
    public Experiment find(String name) {
        return all.stream()
                .filter(experiment -> experiment.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown experiment '" + name + "'; there are "
                        + all.stream().map(Experiment::name).collect(Collectors.joining(", ")) + ", all"));
    }
}
