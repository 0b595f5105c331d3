package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.OtherLosses.Bare;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Losses that no solver has heard of are minimised with a proven gap. */
class OtherLossesFitTest {
    private static final double TOLERANCE = 1e-5;
    private static final double LAMBDA = 0.05;

    static Stream<Arguments> everyLossAndRelation() {
        return Stream.of(
                        Losses.absolute(),
                        new Bare(Losses.quantile(0.2)),
                        new Bare(Losses.insensitive(0.1)),
                        new Bare(Losses.squaredHinge()),
                        new Bare(Losses.squared()))
                .flatMap(loss -> Stream.of(
                                Relations.independent(),
                                Relations.pooled(),
                                Relations.schatten(1),
                                Relations.clustered(2, 1, 1, 10),
                                Relations.sparse(0.5))
                        .map(relation -> Arguments.of(loss, relation)));
    }

    private static Dataset data(Loss loss) {
        return loss.classification()
                ? RandomTasks.classification(3, 40, 4, 3, 0.2)
                : RandomTasks.regression(3, 40, 4, 3, 0.2);
    }

    @ParameterizedTest
    @MethodSource("everyLossAndRelation")
    void theGapCloses(Loss loss, Relation relation) {
        for (Kernel kernel : List.of(new Linear(), new Gaussian(2))) {
            Fit<Model> fit = fit(loss, kernel, relation, data(loss), TargetScale.ALL);
            assertThat(fit.report().status()).as(kernel.spec()).isEqualTo(FitReport.Status.CONVERGED);
            assertThat(fit.report().gap()).as(kernel.spec()).isBetween(0.0, TOLERANCE);
        }
    }

    private static Fit<Model> fit(Loss loss, Kernel kernel, Relation relation, Dataset data, TargetScale scale) {
        Training training = Training.defaults().withStopping(TOLERANCE, 100_000).withScaling(true, scale);
        return new ConvexTrainer(loss, kernel, relation, LAMBDA, training).train(data);
    }

    /** The formulas of a loss save time and change nothing else. */
    @Test
    void aLossWithoutItsFormulasHasTheSameMinimum() {
        for (Loss loss : List.of(Losses.squared(), Losses.logistic())) {
            double known = fit(loss, new Linear(), Relations.schatten(1), data(loss), TargetScale.ALL)
                    .report()
                    .objective();
            double bare = fit(new Bare(loss), new Linear(), Relations.schatten(1), data(loss), TargetScale.ALL)
                    .report()
                    .objective();
            assertThat(bare).isCloseTo(known, within(TOLERANCE * known));
        }
    }

    /** Labels in units of their own, far from zero, need intercepts as far. */
    @Test
    void interceptsOfNumbersHaveNoBound() {
        for (Loss loss : List.of(Losses.absolute(), new Bare(Losses.insensitive(0.1)), new Bare(Losses.squared()))) {
            Dataset near = data(loss);
            double[] far = new double[near.size()];
            java.util.Arrays.setAll(far, o -> near.label(o) + 1000);
            double here = fit(loss, new Linear(), Relations.schatten(1), near, TargetScale.NONE)
                    .report()
                    .objective();
            Fit<Model> there = fit(loss, new Linear(), Relations.schatten(1), near.withLabels(far), TargetScale.NONE);
            assertThat(there.report().objective()).isCloseTo(here, within(1e-4 * here));
            assertThat(there.report().status()).isEqualTo(FitReport.Status.CONVERGED);
        }
    }
}
