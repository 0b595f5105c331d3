package dev.kith.experiments;

import dev.kith.cli.reproduce.Experiment;
import dev.kith.cli.reproduce.ExperimentSource;
import java.util.List;

/** The experiments there are, one line each, in the order to list them. */
public final class PublishedExperiments implements ExperimentSource {
    @Override
    public List<Experiment> all() {
        return List.of(
                new TimingExperiment(),
                new SarcosExperiment(),
                new ScenesExperiment(),
                new RelationsExperiment(),
                new GroupsExperiment(),
                new AttributesExperiment(),
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
    }
}
