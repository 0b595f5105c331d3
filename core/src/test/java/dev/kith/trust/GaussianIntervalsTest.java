package dev.kith.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.GaussianProcess;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.uncertainty.Posterior;
import dev.kith.score.OutOfFold;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.trust.spread.NoiseLevel;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class GaussianIntervalsTest {
    /** Standard error of the mean over 12 draws of 60 rows: the noise of 720 x 4 errors, below one point. */
    @Tag("lengthy")
    @Test
    void normalLabelsAreCoveredByKnownAndLearnedStructures() {
        for (Relation relation : List.of(Relations.mean(1), Relations.schatten(1))) {
            for (Kernel kernel : List.of(new Linear(), new Gaussian(8))) {
                double[] covered = new double[3];
                double[] together = new double[3];
                double[] levels = {0.8, 0.9, 0.95};
                Random random = new Random(21);
                int draws = 12;
                for (int draw = 0; draw < draws; draw++) {
                    Coverage rows = Coverage.draw(random, 60, 300);
                    ConvexTrainer trainer = new ConvexTrainer(Losses.squared(), kernel, relation, 0.02);
                    double[] held = OutOfFold.predictions(trainer, rows.train(), 10, draw, (done, of) -> {});
                    Model model = trainer.train(rows.train()).model();
                    Posterior posterior = NoiseLevel.estimate(
                            GaussianProcess.posterior(trainer, rows.train(), model)
                                    .orElseThrow(),
                            model,
                            rows.train(),
                            held,
                            false);
                    for (int k = 0; k < 3; k++) {
                        covered[k] += rows.of(model, Intervals.gaussian(posterior, model, levels[k]), false) / draws;
                        together[k] +=
                                rows.of(model, Intervals.jointGaussian(posterior, model, levels[k]), true) / draws;
                    }
                }
                for (int k = 0; k < 3; k++) {
                    String which = relation + ", " + kernel + ", level " + levels[k];
                    assertThat(covered[k]).as(which).isCloseTo(levels[k], within(0.02));
                    // Bonferroni: noise is correlated within a row, so more than the level
                    assertThat(together[k]).as(which).isBetween(levels[k] - 0.01, levels[k] + 0.06);
                }
            }
        }
    }
}
