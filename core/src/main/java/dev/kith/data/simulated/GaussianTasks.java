package dev.kith.data.simulated;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Names;
import dev.kith.data.table.DatasetCsv;
import dev.kith.linalg.Matrix;
import java.util.List;

/**
 * Unrelated linear tasks for timing [1]: y = w_t' x + noise, long, with x and every w_t standard Gaussian in R^d. The
 * truth is the d x T matrix of weights.
 *
 * <p>[1] Ciliberto, Mroueh, Poggio, Rosasco: Convex learning of multiple tasks and their structure. ICML 2015, 5.1.
 *
 * @param train training rows per task
 * @param test test rows per task
 * @param noise standard deviation of the noise
 */
record GaussianTasks(int tasks, int dimensions, int train, int test, double noise, long seed) implements Simulation {
    private static final Parameter TASKS = Parameter.whole("tasks", 100, 1, 1_000_000, "number of tasks T");
    private static final Parameter DIMENSIONS = Parameter.whole("dimensions", 100, 1, 100_000, "number of features d");
    private static final Parameter TRAIN = Parameter.whole("train", 30, 1, 10_000_000, "training rows per task");
    private static final Parameter TEST = Parameter.whole("test", 30, 0, 10_000_000, "test rows per task");
    private static final Parameter NOISE = Parameter.number("noise", 0.1, 0, 1e6, "standard deviation of the noise");

    static final Scenario SCENARIO = new Scenario(
            "gaussian-tasks",
            "unrelated linear tasks of any number and dimension, for timing (long; truth: weights)",
            List.of(TASKS, DIMENSIONS, TRAIN, TEST, NOISE, Parameter.SEED),
            s -> new GaussianTasks(
                    s.whole(TASKS),
                    s.whole(DIMENSIONS),
                    s.whole(TRAIN),
                    s.whole(TEST),
                    s.number(NOISE),
                    s.seed(Parameter.SEED)));

    public GaussianTasks {
        TASKS.require(tasks);
        DIMENSIONS.require(dimensions);
        TRAIN.require(train);
        TEST.require(test);
        NOISE.require(noise);
    }

    @Override
    public Simulated draw() {
        Dice dice = new Dice(seed);
        Matrix weights = dice.split().gaussians(dimensions, tasks);
        List<String> names = Names.numbered("t", tasks);
        return Simulated.of(
                        SCENARIO.name(),
                        seed,
                        DatasetCsv.Shape.LONG,
                        rows(dice.split(), train, weights, names),
                        rows(dice.split(), test, weights, names))
                .withTruth(new NamedMatrix("feature", Names.numbered("x", dimensions), names, weights));
    }

    private Dataset rows(Dice dice, int perTask, Matrix weights, List<String> names) {
        int rows = Math.multiplyExact(tasks, perTask);
        Matrix x = dice.gaussians(rows, dimensions);
        int[] taskOf = new int[rows];
        double[] labels = new double[rows];
        for (int i = 0; i < rows; i++) {
            taskOf[i] = i / perTask;
            for (int j = 0; j < dimensions; j++) {
                labels[i] += x.get(i, j) * weights.get(j, taskOf[i]);
            }
            labels[i] += noise * dice.gaussian();
        }
        return Dataset.ofLong(DenseInputs.of(x), names, taskOf, labels);
    }
}
