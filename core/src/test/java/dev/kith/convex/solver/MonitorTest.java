package dev.kith.convex.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.RandomTasks;
import dev.kith.data.Dataset;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.model.FitReport;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When fits stop, and with which status. */
class MonitorTest {
    private static final int LIMIT = 10_000;

    @Test
    void aFitThatOnlyRoundsStalls() {
        Monitor monitor = monitor();
        int iteration = 0;
        while (!monitor.done(iteration, new Certificate(1 + 1e-16 * (iteration % 3), 0.9))) {
            iteration++;
        }
        assertThat(monitor.status()).isEqualTo(FitReport.Status.STALLED);
        assertThat(iteration).isLessThan(100);
    }

    @Test
    void slowProgressIsNoStall() {
        Monitor monitor = monitor();
        int iteration = 0;
        while (!monitor.done(iteration, new Certificate(1 + 1e-13 * (LIMIT - iteration), 0.9))) {
            iteration++;
        }
        assertThat(monitor.status()).isEqualTo(FitReport.Status.MAX_ITERATIONS);
        assertThat(iteration).isEqualTo(LIMIT);
    }

    @Test
    void aBoundThatRisesIsNoStall() {
        Monitor monitor = monitor();
        int iteration = 0;
        while (!monitor.done(iteration, new Certificate(1, 1 - Math.pow(0.999, iteration)))) {
            iteration++;
        }
        assertThat(monitor.status()).isEqualTo(FitReport.Status.CONVERGED);
    }

    private static Monitor monitor() {
        return new Monitor(Training.defaults().withStopping(1e-4, LIMIT), step -> {});
    }

    @Test
    void noFitGoesOnWhereNothingCanBeGained() {
        Dataset data = RandomTasks.regression(3, 40, 4, 3, 0.3);
        for (Relation relation : List.of(Relations.independent(), Relations.schatten(1), Relations.sparse(0.5))) {
            FitReport report = new ConvexTrainer(
                            Losses.squared(),
                            new Linear(),
                            relation,
                            0.05,
                            Training.defaults().withStopping(1e-18, LIMIT))
                    .train(data)
                    .report();
            assertThat(report.status()).as(relation.name()).isIn(FitReport.Status.CONVERGED, FitReport.Status.STALLED);
            assertThat(report.gap()).as(relation.name()).isLessThan(1e-12);
            assertThat(report.iterations()).as(relation.name()).isLessThan(LIMIT / 5);
        }
    }
}
