package dev.kith.cli.reproduce;

import java.util.List;
import java.util.stream.Collectors;

/** The experiments there are, one line each. */
public final class Experiments {
    private static final List<Experiment> ALL = List.of(
            new TimingExperiment(),
            new SarcosExperiment(),
            new ScenesExperiment(),
            new RelationsExperiment(),
            new GroupsExperiment(),
            new SpamExperiment(),
            new OnlineExperiment(),
            new TreeExperiment(),
            CurveExperiment.circle(),
            CurveExperiment.lemniscate(),
            new TorquesExperiment(),
            new RankingExperiment(),
            new SchoolExperiment(),
            new CoverageExperiment(),
            new NewcomersExperiment());

    private Experiments() {}

    /** Every experiment, in the order to list them. */
    public static List<Experiment> all() {
        return ALL;
    }

    /**
     * The experiment of this name.
     *
     * @throws IllegalArgumentException if there is none, listing those there are
     */
    public static Experiment find(String name) {
        return ALL.stream()
                .filter(experiment -> experiment.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown experiment '" + name + "'; there are "
                        + ALL.stream().map(Experiment::name).collect(Collectors.joining(", ")) + ", all"));
    }
}
