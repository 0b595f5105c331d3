package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.loss.Hinge;
import dev.kith.loss.Squared;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.Independent;
import dev.kith.structure.MeanVariance;
import dev.kith.structure.Relation;
import dev.kith.structure.Schatten;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The closed form against the refits it saves. */
class LeaveOneOutTest {
    static Stream<Arguments> cases() {
        return Stream.of(new Linear(), new Gaussian(2))
                .flatMap(kernel -> Stream.of(true, false)
                        .flatMap(intercept -> Stream.of(
                                Arguments.of(kernel, intercept, new Independent(), 0.0),
                                Arguments.of(kernel, intercept, new Independent(), 0.4),
                                Arguments.of(kernel, intercept, new MeanVariance(0.5), 0.0))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void predictionsAreThoseOfRefitsWithoutTheInput(
            Kernel kernel, boolean intercept, Relation relation, double missing) {
        // Unscaled, each observation counting 1, so that leaving one out changes nothing else.
        Training training = Training.defaults()
                .withIntercept(intercept)
                .withScaling(false, TargetScale.NONE)
                .withWeighting(Training.Weighting.OBSERVATION);
        ConvexTrainer trainer = new ConvexTrainer(new Squared(), kernel, relation, 0.7, training);
        Dataset data = RandomTasks.regression(11, 14, 3, 4, missing);
        double[] closed = LeaveOneOut.predictions(trainer, new Workspace(data)).orElseThrow();
        assertThat(closed).hasSize(data.size());
        for (int o = 0; o < data.size(); o++) {
            int left = data.row(o);
            Model model = trainer.train(data.select(IntStream.range(0, data.size())
                            .filter(i -> data.row(i) != left)
                            .toArray()))
                    .model();
            double refit = model.predict(data.inputs()).get(left, data.task(o));
            assertThat(closed[o]).isCloseTo(refit, within(1e-9));
        }
    }

    @Test
    void scalingIsTakenBack() {
        Dataset data = RandomTasks.regression(11, 40, 3, 4, 0);
        ConvexTrainer plain = new ConvexTrainer(
                new Squared(),
                new Linear(),
                new Independent(),
                1e-9,
                Training.defaults().withScaling(false, TargetScale.NONE));
        ConvexTrainer scaled = new ConvexTrainer(new Squared(), new Linear(), new Independent(), 1e-9);
        assertThat(LeaveOneOut.predictions(scaled, new Workspace(data)).orElseThrow())
                .containsExactly(
                        LeaveOneOut.predictions(plain, new Workspace(data)).orElseThrow(), within(1e-6));
    }

    @Test
    void anOnlyObservationLeavesNothing() {
        Dataset data = RandomTasks.regression(11, 14, 3, 4, 0.4).select(0, 1, 2, 3, 4, 5);
        int[] count = data.countPerTask();
        double[] closed = LeaveOneOut.predictions(
                        new ConvexTrainer(new Squared(), new Linear(), new Independent(), 0.1), new Workspace(data))
                .orElseThrow();
        assertThat(IntStream.of(count)).contains(1);
        for (int o = 0; o < data.size(); o++) {
            assertThat(Double.isNaN(closed[o])).isEqualTo(count[data.task(o)] == 1);
        }
    }

    @Test
    void noClosedFormIsSaidNotApproximated() {
        Dataset complete = RandomTasks.regression(11, 14, 3, 4, 0);
        Dataset missing = RandomTasks.regression(11, 14, 3, 4, 0.4);
        Kernel kernel = new Linear();
        assertThat(List.of(
                        LeaveOneOut.predictions(
                                new ConvexTrainer(new Squared(), kernel, new Schatten(1), 0.1),
                                new Workspace(complete)),
                        LeaveOneOut.predictions(
                                new ConvexTrainer(new Squared(), kernel, new MeanVariance(1), 0.1),
                                new Workspace(missing)),
                        LeaveOneOut.predictions(
                                new ConvexTrainer(new Hinge(), kernel, new Independent(), 0.1),
                                new Workspace(RandomTasks.classification(11, 14, 3, 4, 0)))))
                .allMatch(java.util.Optional::isEmpty);
    }
}
