package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.FitReport;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.penalty.Barrier;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Fits that share a workspace: the same answers, less work. */
class PathTest {
    private static final double TOLERANCE = 1e-7;
    private static final double[] LAMBDAS = {1, 0.1, 0.01, 0.05};

    static Stream<Arguments> lossesAndRelations() {
        List<Relation> relations = List.of(
                Relations.independent(),
                Relations.pooled(),
                Relations.schatten(1),
                Relations.schatten(2),
                Relations.traceConstrained());
        return Stream.of(Losses.squared(), Losses.logistic(), Losses.hinge())
                .flatMap(loss -> relations.stream().map(relation -> Arguments.of(loss, relation)));
    }

    @ParameterizedTest
    @MethodSource("lossesAndRelations")
    void aPathReachesTheOptimaOfSingleFits(Loss loss, Relation relation) {
        for (double missing : new double[] {0, 0.3}) {
            Dataset data = loss.classification()
                    ? RandomTasks.classification(5, 40, 4, 3, missing)
                    : RandomTasks.regression(5, 40, 4, 3, missing);
            Workspace workspace = new Workspace(data);
            for (double lambda : LAMBDAS) {
                ConvexTrainer trainer = new ConvexTrainer(loss, new Gaussian(2), relation, lambda, training());
                FitReport warm = trainer.train(workspace, step -> {}).report();
                FitReport cold = trainer.train(data).report();
                assertThat(warm.gap()).isLessThanOrEqualTo(TOLERANCE);
                assertThat(warm.objective()).isCloseTo(cold.objective(), within(2 * TOLERANCE * cold.objective()));
            }
        }
    }

    @Test
    void laterFitsOfAPathTakeFewerIterations() {
        Dataset data = RandomTasks.regression(5, 60, 4, 6, 0);
        Workspace workspace = new Workspace(data);
        int warm = 0;
        int cold = 0;
        for (int i = 0; i < 20; i++) {
            ConvexTrainer trainer = new ConvexTrainer(
                    Losses.squared(), new Gaussian(2), Relations.schatten(2), Math.pow(0.6, i), training());
            warm += trainer.train(workspace, step -> {}).report().iterations();
            cold += trainer.train(data).report().iterations();
        }
        assertThat(warm).isLessThan(cold);
    }

    @Test
    void relationsAndLambdasShareOneGramMatrix() {
        AtomicInteger grams = new AtomicInteger();
        Kernel counting = counting(new Gaussian(2), grams);
        Workspace workspace = new Workspace(RandomTasks.regression(5, 30, 4, 3, 0.2));
        for (Relation relation :
                List.of(Relations.independent(), Relations.schatten(1), Relations.traceConstrained())) {
            for (double lambda : LAMBDAS) {
                new ConvexTrainer(Losses.squared(), counting, relation, lambda, training())
                        .train(workspace, step -> {});
            }
        }
        assertThat(grams).hasValue(1);
    }

    private static final Approximation FEW = Approximation.parse("uniform:8");

    private static ConvexTrainer few() {
        return new ConvexTrainer(Losses.squared(), new Gaussian(2), Relations.schatten(1), 0.1, training())
                .withApproximation(FEW);
    }

    /** Every part of a trainer once, with a value that is not the usual one; one without a value here fails the test below. */
    private static ConvexTrainer changed(String part) {
        Training usual = training();
        return switch (part) {
            case "intercept" -> few().withTraining(usual.withIntercept(false));
            case "standardize" -> few().withTraining(usual.withScaling(false, usual.targetScale()));
            case "targetScale" ->
                few().withTraining(usual.withScaling(true, dev.kith.data.Standardizer.TargetScale.TASK));
            case "weighting" -> few().withTraining(usual.withWeighting(Training.Weighting.OBSERVATION));
            case "tolerance" -> few().withTraining(usual.withStopping(TOLERANCE / 10, usual.maxIterations()));
            case "maxIterations" -> few().withTraining(usual.withStopping(TOLERANCE, 30_000));
            case "seed" -> few().withTraining(usual.withSeed(77));
            case "threads" -> few().withTraining(usual.withThreads(2));
            case "solver" -> few().withSolver(Solver.PROXIMAL);
            case "barrier" -> few().withSolver(Solver.ALTERNATING).withBarrier(Barrier.fixed(1e-3));
            case "approximation" -> few().withApproximation(Approximation.parse("uniform:9"));
            default -> throw new AssertionError("a part that no workspace was tried with: " + part);
        };
    }

    static Stream<String> everyPart() {
        Stream<String> own = Stream.of(ConvexTrainer.class.getRecordComponents())
                .map(RecordComponent::getName)
                .filter(name -> !Set.of("losses", "kernel", "relation", "lambda", "training", "parameters")
                        .contains(name));
        return Stream.concat(Stream.of(Training.class.getRecordComponents()).map(RecordComponent::getName), own);
    }

    @ParameterizedTest
    @MethodSource("everyPart")
    void partsAreNotMixedUpInAWorkspace(String part) {
        Dataset data = RandomTasks.regression(5, 30, 4, 3, 0.2);
        ConvexTrainer trainer = changed(part);
        assertThat(trainer).isNotEqualTo(few());
        Workspace workspace = new Workspace(data);
        few().train(workspace, step -> {});
        double shared = trainer.train(workspace, step -> {}).report().objective();
        double alone = trainer.train(data).report().objective();
        assertThat(shared).isCloseTo(alone, within(2 * TOLERANCE * alone));
    }

    private static Training training() {
        return Training.defaults().withStopping(TOLERANCE, 20_000);
    }

    private static Kernel counting(Kernel kernel, AtomicInteger grams) {
        return new Kernel() {
            @Override
            public Matrix gram(Inputs x) {
                grams.incrementAndGet();
                return kernel.gram(x);
            }

            @Override
            public Matrix cross(Inputs x, Inputs z) {
                return kernel.cross(x, z);
            }

            @Override
            public double[] diagonal(Inputs x) {
                return kernel.diagonal(x);
            }

            @Override
            public boolean scalable() {
                return kernel.scalable();
            }

            @Override
            public String spec() {
                return kernel.spec();
            }
        };
    }
}
