package dev.kith.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.moments.Moments;
import dev.kith.loss.Losses;
import dev.kith.method.Method;
import dev.kith.method.Methods;
import dev.kith.method.Parameter;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import dev.kith.model.Training.Weighting;
import dev.kith.select.Search;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A fit over a frame is the fit of one machine to the same rows: every method that learns from moments, both weightings. */
class SameAsOneMachineTest {
    /** Both fits stop at this gap; weights then differ by about its root. */
    private static final double GAP = 1e-12;

    /** Of a direct solution, relative to the largest weight; moments of rows gathered in other blocks differ by rounding. */
    private static final double ROUNDING = 1e-9;

    /** Of an iterative one. */
    private static final double ITERATED = 1e-5;

    private static final List<Local.Line> LINES = Local.lines(600, 5, false, 3);

    static Stream<Arguments> fits() {
        return Methods.all().stream()
                .filter(method -> method.parameters().stream().noneMatch(Parameter::required))
                .filter(SameAsOneMachineTest::learnsFromMoments)
                .flatMap(method -> Stream.of(Weighting.values())
                        .filter(w -> w == Weighting.TASK || method.can(dev.kith.method.Capability.WEIGHTS_TASKS))
                        .map(weighting -> Arguments.of(method, weighting)));
    }

    private static boolean learnsFromMoments(Method method) {
        return method.trainer(
                        new dev.kith.method.Setup(
                                dev.kith.loss.TaskLosses.all(Losses.squared()),
                                new dev.kith.kernel.Linear(),
                                method.usual(),
                                dev.kith.kernel.Approximation.AUTO,
                                method.settings().first()),
                        1)
                .learnsFromMoments();
    }

    @ParameterizedTest
    @MethodSource("fits")
    void givenStrength(Method method, Weighting weighting) {
        boolean strength = method.can(dev.kith.method.Capability.LAMBDA);
        KithRegression estimator = Local.regression().setWeightCol("w").setMethod(method.name());
        Search search = Search.on(Local.rows(LINES, true))
                .method(method)
                .defaultsForTheRest()
                .loss(Losses.squared());
        if (strength) {
            estimator.setLambda(0.01).setTol(GAP).setMaxIter(20_000);
            search.lambda(0.01);
        }
        if (method.can(dev.kith.method.Capability.WEIGHTS_TASKS)) {
            estimator.setWeighting(weighting.name().toLowerCase(Locale.ROOT));
        }
        search.training(usual ->
                strength ? usual.withStopping(GAP, 20_000).withWeighting(weighting) : usual.withWeighting(weighting));
        Model spark = estimator.fit(Local.frame(LINES).repartition(3)).kith();
        Fit<Model> one = search.run();
        assertThat(spark.info().gap().isPresent())
                .isEqualTo(one.model().info().gap().isPresent());
        assertSame(spark, one.model(), ITERATED);
        assertThat(spark.info().observations()).isEqualTo(LINES.size());
    }

    private static void assertSame(Model a, Model b, double tolerance) {
        double[] x = {0.3, -1, 2, 0.7};
        assertThat(a.info().tasks()).isEqualTo(b.info().tasks());
        for (String task : a.info().tasks()) {
            double expected = b.predict(task, x);
            assertThat(a.predict(task, x) - expected)
                    .as(task)
                    .isBetween(-tolerance * (1 + Math.abs(expected)), tolerance * (1 + Math.abs(expected)));
        }
    }

    @Test
    void aDirectSolutionAgreesToRounding() {
        Model spark = Local.regression()
                .setMethod("mean")
                .setLambda(0.1)
                .fit(Local.frame(LINES))
                .kith();
        Model one = Search.on(Local.rows(LINES, false))
                .method("mean")
                .defaultsForTheRest()
                .loss(Losses.squared())
                .lambda(0.1)
                .run()
                .model();
        assertSame(spark, one, ROUNDING);
    }

    @Test
    void whatIsLeftOpenIsChosenAsByOneMachineOnTheSameFolds() {
        for (String method : List.of("mean", "mtfl")) {
            Model spark = Local.regression()
                    .setMethod(method)
                    .setFolds(4)
                    .setSeed(7)
                    .fit(Local.frame(LINES).repartition(5))
                    .kith();
            Model one = Search.on(
                            Moments.byContent(Local.rows(LINES, false), 4, 7).dataset())
                    .method(method)
                    .defaultsForTheRest()
                    .loss(Losses.squared())
                    .training(usual -> usual.withSeed(7))
                    .folds(4)
                    .run()
                    .model();
            assertThat(spark.info().lambda()).isEqualTo(one.info().lambda());
            assertThat(spark.info().asked().parameters())
                    .isEqualTo(one.info().asked().parameters());
            assertSame(spark, one, ITERATED);
        }
    }
}
