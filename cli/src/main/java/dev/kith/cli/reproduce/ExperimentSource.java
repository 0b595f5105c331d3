package dev.kith.cli.reproduce;

import java.util.List;

/** A service: where experiments come from. Implementations are found by {@link java.util.ServiceLoader}. */
public interface ExperimentSource {
    /** Its experiments, in the order to list them. */
    List<Experiment> all();
}
