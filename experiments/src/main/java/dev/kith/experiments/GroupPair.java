package dev.kith.experiments;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.linalg.Matrix;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Two groups of tasks that have nothing to do with each other, apart and as one data set.
 *
 * @param together the tasks of {@code first}, then those of {@code second}
 */
record GroupPair(TrainAndTest first, TrainAndTest second, TrainAndTest together) {
    private static final int GROUP = 5;
    private static final int FEATURES = 20;
    private static final int TRAIN = 40;
    private static final int TEST = 500;
    private static final double SPREAD = 0.3;

    /** Rows to learn from and others to test on. */
    record TrainAndTest(Dataset train, Dataset test) {}

    /** Mean over all tasks when each group is learned by itself, from the means over groups. */
    double apart(ToDoubleFunction<TrainAndTest> error) {
        int a = first.train().taskCount();
        int b = second.train().taskCount();
        return (a * error.applyAsDouble(first) + b * error.applyAsDouble(second)) / (a + b);
    }

    /**
     * Weights of group g are w_t = centre_g + 0.3 noise, with independent centres; 20 features common to all, 40 rows,
     * noise of variance 1.
     */
    static GroupPair simulated(long seed) {
        Random random = new Random(seed);
        Matrix weights = Matrix.zeros(FEATURES, 2 * GROUP);
        for (int g = 0; g < 2; g++) {
            for (int j = 0; j < FEATURES; j++) {
                double centre = random.nextGaussian();
                for (int t = g * GROUP; t < (g + 1) * GROUP; t++) {
                    weights.set(j, t, centre + SPREAD * random.nextGaussian());
                }
            }
        }
        Dataset train = draw(weights, TRAIN, random);
        Dataset test = draw(weights, TEST, random);
        return new GroupPair(
                new TrainAndTest(tasks(train, 0), tasks(test, 0)),
                new TrainAndTest(tasks(train, GROUP), tasks(test, GROUP)),
                new TrainAndTest(train, test));
    }

    private static Dataset draw(Matrix weights, int rows, Random random) {
        Matrix x = Matrix.zeros(rows, FEATURES);
        Matrix y = Matrix.zeros(rows, 2 * GROUP);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < FEATURES; j++) {
                x.set(i, j, random.nextGaussian());
            }
            for (int t = 0; t < 2 * GROUP; t++) {
                double sum = random.nextGaussian();
                for (int j = 0; j < FEATURES; j++) {
                    sum += x.get(i, j) * weights.get(j, t);
                }
                y.set(i, t, sum);
            }
        }
        return Dataset.ofWide(new DenseInputs(x, Names.numbered("x", FEATURES)), Names.numbered("task", 2 * GROUP), y);
    }

    private static Dataset tasks(Dataset data, int from) {
        Matrix labels = Matrix.zeros(data.inputs().rows(), GROUP);
        for (int o = 0; o < data.size(); o++) {
            if (data.task(o) >= from && data.task(o) < from + GROUP) {
                labels.set(data.row(o), data.task(o) - from, data.label(o));
            }
        }
        return Dataset.ofWide(data.inputs(), data.tasks().subList(from, from + GROUP), labels);
    }

    /**
     * The tasks of two tables. Together, feature number j of both stands in one column, scaled within its own table, so
     * that a method may well take the two for related. Labels are scaled as well, so that no table's units decide lambda.
     *
     * @param size rows of each to learn from; the others are tested
     */
    static GroupPair of(Dataset one, Dataset other, int size, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TrainAndTest a = split(one, size, random);
        TrainAndTest b = split(other, size, random);
        return new GroupPair(a, b, new TrainAndTest(stacked(a.train(), b.train()), stacked(a.test(), b.test())));
    }

    private static TrainAndTest split(Dataset table, int size, SplittableRandom random) {
        int[] place = Numbers.shuffled(table.inputs().rows(), random);
        Dataset train = table.select(IntStream.range(0, table.size())
                .filter(o -> place[table.row(o)] < size)
                .toArray());
        Dataset test = table.select(IntStream.range(0, table.size())
                .filter(o -> place[table.row(o)] >= size)
                .toArray());
        Standardizer scale = Standardizer.fit(train, TargetScale.TASK, true);
        return new TrainAndTest(scale.apply(train), scale.apply(test));
    }

    private static Dataset stacked(Dataset one, Dataset other) {
        Matrix a = ((DenseInputs) one.inputs()).values();
        Matrix b = ((DenseInputs) other.inputs()).values();
        Matrix x = Matrix.zeros(a.rows() + b.rows(), Math.max(a.cols(), b.cols()));
        for (int i = 0; i < x.rows(); i++) {
            Matrix from = i < a.rows() ? a : b;
            for (int j = 0; j < from.cols(); j++) {
                x.set(i, j, from.get(i < a.rows() ? i : i - a.rows(), j));
            }
        }
        List<String> names = Stream.concat(
                        one.tasks().stream().map(t -> "first " + t),
                        other.tasks().stream().map(t -> "second " + t))
                .toList();
        Matrix y = Matrix.zeros(x.rows(), names.size()).map(zero -> Double.NaN);
        for (int o = 0; o < one.size(); o++) {
            y.set(one.row(o), one.task(o), one.label(o));
        }
        for (int o = 0; o < other.size(); o++) {
            y.set(a.rows() + other.row(o), one.taskCount() + other.task(o), other.label(o));
        }
        return Dataset.ofWide(DenseInputs.of(x), names, y);
    }
}
