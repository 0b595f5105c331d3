package dev.kith.data.simulated;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Names;
import dev.kith.data.table.DatasetCsv;
import dev.kith.linalg.Matrix;
import java.util.List;
import java.util.Map;

/**
 * Linear tasks with sparse relations [1]: y' = x' U A + noise, wide.
 *
 * <p>x is standard Gaussian in R^d, U (d x T) has orthonormal columns, the noise has the given variance. A is symmetric
 * positive definite with a chosen share of non-zero entries; its largest entry is 1. Labels are drawn with a corrupted A
 * (Gaussian noise on every entry), so that relations are never exactly sparse, as in the paper. The truth is A without
 * the corruption, with exact zeros; the fact {@code density} is the share of non-zeros it really has.
 */
record RelatedTasks(
        int tasks, int dimensions, int train, int test, double density, double noise, double corruption, long seed)
        implements Simulation {
    private static final Parameter TASKS = Parameter.whole("tasks", 10, 1, 2000, "number of tasks T");
    private static final Parameter DIMENSIONS =
            Parameter.whole("dimensions", 100, 1, 100_000, "number of features d, at least T");
    private static final Parameter TRAIN = Parameter.whole("train", 50, 1, 10_000_000, "training rows");
    private static final Parameter TEST = Parameter.whole("test", 100, 0, 10_000_000, "test rows");
    private static final Parameter DENSITY = Parameter.number(
            "density",
            0.5,
            0,
            1,
            "share of entries of A that are not zero, diagonal included; at least 1/T is reached");
    private static final Parameter NOISE = Parameter.number("noise", 0.1, 0, 1e6, "variance of the label noise");
    private static final Parameter CORRUPTION = Parameter.number(
            "corruption",
            0.1,
            0,
            10,
            "variance of the noise on A's entries, as a share of the mean size of A's off-diagonal non-zeros");

    static final Scenario SCENARIO = new Scenario(
            "relations",
            "linear tasks with sparse task relations, y' = x'UA + noise (wide; truth: A)",
            List.of(TASKS, DIMENSIONS, TRAIN, TEST, DENSITY, NOISE, CORRUPTION, Parameter.SEED),
            s -> new RelatedTasks(
                    s.whole(TASKS),
                    s.whole(DIMENSIONS),
                    s.whole(TRAIN),
                    s.whole(TEST),
                    s.number(DENSITY),
                    s.number(NOISE),
                    s.number(CORRUPTION),
                    s.seed(Parameter.SEED)));

    /*
     * The paper does not say how its random sparse A becomes positive. Here the pattern is drawn first (signs random,
     * sizes in [1/2, 1], so that no relation is too faint to find) and the smallest multiple of I that makes both A and
     * its corrupted version positive definite is added, with a tenth to spare: this keeps the pattern exact and the
     * relations as strong as positivity allows, where diagonal dominance would make them fade with growing density.
     *
     * [1] Ciliberto, Rosasco, Villa: Learning multiple visual tasks while discovering their structure. CVPR 2015, 4.1.
     */
    public RelatedTasks {
        TASKS.require(tasks);
        DIMENSIONS.require(dimensions);
        TRAIN.require(train);
        TEST.require(test);
        DENSITY.require(density);
        NOISE.require(noise);
        CORRUPTION.require(corruption);
        if (dimensions < tasks) {
            throw new IllegalArgumentException(
                    "dimensions must be >= tasks = " + tasks + " (U has orthonormal columns), got " + dimensions);
        }
    }

    @Override
    public Simulated draw() {
        Dice dice = new Dice(seed);
        Dice structure = dice.split();
        Matrix pattern = pattern(structure);
        Matrix corrupted = pattern.plus(1, corruption(structure, pattern));
        double shift = 1.1 * Math.max(Definite.shift(pattern), Definite.shift(corrupted));
        double unit = shift > 0 ? 1 / shift : 1;
        Matrix truth = pattern.scale(unit).plusDiagonal(1);
        Matrix model = corrupted.scale(unit).plusDiagonal(1);
        Matrix weights = Products.multiply(Products.orthonormal(dice.split(), dimensions, tasks), model);
        List<String> names = Names.numbered("y", tasks);
        return Simulated.of(
                        SCENARIO.name(),
                        seed,
                        DatasetCsv.Shape.WIDE,
                        rows(dice.split(), train, weights, names),
                        rows(dice.split(), test, weights, names))
                .withTruth(NamedMatrix.ofTasks(names, truth))
                .withFacts(Map.of("density", realised(truth)));
    }

    /** Random symmetric non-zeros off the diagonal, as many pairs as bring the share of non-zeros closest. */
    private Matrix pattern(Dice dice) {
        int pairs = tasks * (tasks - 1) / 2;
        long wanted = Math.round((density * tasks * tasks - tasks) / 2);
        int[] chosen = dice.choose((int) Math.max(0, Math.min(pairs, wanted)), pairs);
        boolean[] related = new boolean[pairs];
        for (int pair : chosen) {
            related[pair] = true;
        }
        Matrix a = Matrix.zeros(tasks, tasks);
        int pair = 0;
        for (int t = 0; t < tasks; t++) {
            for (int s = 0; s < t; s++) {
                if (related[pair++]) {
                    double value = dice.sign() * dice.uniform(0.5, 1);
                    a.set(t, s, value);
                    a.set(s, t, value);
                }
            }
        }
        return a;
    }

    private Matrix corruption(Dice dice, Matrix pattern) {
        int count = 0;
        double sum = 0;
        for (double value : pattern.data()) {
            count += value != 0 ? 1 : 0;
            sum += Math.abs(value);
        }
        double deviation = count == 0 ? 0 : StrictMath.sqrt(corruption * sum / count);
        Matrix e = Matrix.zeros(tasks, tasks);
        for (int t = 0; t < tasks; t++) {
            for (int s = 0; s <= t; s++) {
                double value = deviation * dice.gaussian();
                e.set(t, s, value);
                e.set(s, t, value);
            }
        }
        return e;
    }

    private Dataset rows(Dice dice, int count, Matrix weights, List<String> names) {
        Matrix x = dice.gaussians(count, dimensions);
        Matrix y = Products.multiply(x, weights);
        double deviation = StrictMath.sqrt(noise);
        for (int k = 0; k < y.data().length; k++) {
            y.data()[k] += deviation * dice.gaussian();
        }
        return Dataset.ofWide(DenseInputs.of(x), names, y);
    }

    private static double realised(Matrix truth) {
        int count = 0;
        for (double value : truth.data()) {
            count += value != 0 ? 1 : 0;
        }
        return (double) count / truth.data().length;
    }
}
