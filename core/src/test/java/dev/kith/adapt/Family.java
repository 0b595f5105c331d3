package dev.kith.adapt;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Tasks in two opposite families with noise, for tests: y = sign 2 x'w + own part + noise + 3. */
record Family(long seed, int features, int tasks) {
    private static final double NOISE = 0.3;

    private static double[] gaussian(SplittableRandom random, int n) {
        return java.util.stream.IntStream.range(0, n)
                .mapToDouble(i -> random.nextGaussian())
                .toArray();
    }

    /** The true weights of a task; tasks beyond {@link #tasks} are newcomers of the same families. */
    double[] truth(int task) {
        double[] common = gaussian(new SplittableRandom(seed), features);
        double[] own = gaussian(new SplittableRandom(1000 * seed + task), features);
        double sign = task % 2 == 0 ? 2 : -2;
        double[] w = new double[features];
        for (int j = 0; j < features; j++) {
            w[j] = sign * common[j] + 0.3 * own[j];
        }
        return w;
    }

    Dataset trainingRows(int perTask, boolean classes) {
        List<double[]> weights = new ArrayList<>();
        for (int t = 0; t < tasks; t++) {
            weights.add(truth(t));
        }
        return rows(Names.numbered("task", tasks), weights, perTask, 17, NOISE, classes);
    }

    Dataset newRows(String name, double[] weights, int count, double noise) {
        return rows(List.of(name), List.of(weights), count, name.hashCode(), noise, false);
    }

    Dataset rows(List<String> names, List<double[]> weights, int perTask, long salt, double noise, boolean classes) {
        SplittableRandom random = new SplittableRandom(31 * seed + salt);
        int n = perTask * names.size();
        Matrix x = Matrix.zeros(n, features);
        int[] task = new int[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            task[i] = i % names.size();
            double level = classes ? 0 : 3;
            for (int j = 0; j < features; j++) {
                x.set(i, j, random.nextGaussian() * (1 + j) + 1);
                level += (x.get(i, j) - 1) / (1 + j) * weights.get(task[i])[j];
            }
            double value = level + noise * random.nextGaussian();
            y[i] = classes ? (value > 0 ? 1 : 0) : value;
        }
        return Dataset.ofLong(DenseInputs.of(x), names, task, y);
    }

    static Training training() {
        return Training.defaults().withStopping(1e-9, 100_000);
    }

    static Training plain() {
        return training().withScaling(false, TargetScale.NONE);
    }

    Model fit(Relation relation, double lambda) {
        return fit(Losses.squared(), new Linear(), relation, lambda, training());
    }

    Model fit(Loss loss, Kernel kernel, Relation relation, double lambda, Training training) {
        return new ConvexTrainer(loss, kernel, relation, lambda, training)
                .train(trainingRows(30, loss.classification()))
                .model();
    }
}
