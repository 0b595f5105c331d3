package dev.kith.experiments.classical;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.simulated.Simulations;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two ways to one optimum: the classical algorithms reach the certified objective and none goes below it. */
class ClassicalSolversTest {
    private static final double NEAR = 1e-6;
    /** Alternation with a barrier comes near slowly, as 1/rounds at best. */
    private static final double BARRIER = 3e-4;

    @ParameterizedTest
    @CsvSource({"12,8", "6,20", "10,10"})
    void proximalGradientMeetsTheTraceNorm(int tasks, int features) {
        Dataset data = data(tasks, features);
        double lambda = TaskSquares.lambda(data);
        meets(objective(data, lambda, Relations.schatten(1)), new TraceNormGradient(data, lambda));
    }

    @ParameterizedTest
    @CsvSource({"12,8", "6,20", "10,10"})
    void alternationOverFeaturesMeetsTheTraceNorm(int tasks, int features) {
        Dataset data = data(tasks, features);
        double lambda = TaskSquares.lambda(data);
        double optimum = objective(data, lambda, Relations.schatten(1));
        ClassicalSolver solver = new FeatureAlternation(data, lambda);
        assertThat(solver.solve(optimum * (1 + BARRIER), 3000).objective())
                .isBetween(optimum * (1 - 1e-9), optimum * (1 + BARRIER));
    }

    @ParameterizedTest
    @CsvSource({"12,8", "6,20", "10,10"})
    void projectedGradientMeetsTheClusters(int tasks, int features) {
        Dataset data = data(tasks, features);
        double lambda = TaskSquares.lambda(data);
        meets(objective(data, lambda, Relations.clustered(3, 1, 1, 10)), new ClusterGradient(data, lambda, 3, 10));
    }

    private static Dataset data(int tasks, int features) {
        return Simulations.draw(
                        "gaussian-tasks",
                        "tasks",
                        tasks,
                        "dimensions",
                        features,
                        "train",
                        30,
                        "test",
                        0,
                        "noise",
                        0.1,
                        "seed",
                        1)
                .data();
    }

    private static double objective(Dataset data, double lambda, Relation relation) {
        Training training = Training.defaults()
                .withIntercept(false)
                .withScaling(false, TargetScale.NONE)
                .withStopping(1e-10, 100_000);
        return new ConvexTrainer(Losses.squared(), new Linear(), relation, lambda, training)
                .train(data)
                .report()
                .objective();
    }

    private static void meets(double optimum, ClassicalSolver solver) {
        assertThat(solver.solve(optimum * (1 + NEAR), 100_000).objective())
                .isBetween(optimum * (1 - 1e-9), optimum * (1 + NEAR));
        assertThat(solver.solve(0, 10).iterations()).as("gives up").isEqualTo(10);
    }
}
