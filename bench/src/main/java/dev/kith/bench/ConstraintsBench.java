package dev.kith.bench;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.data.Dataset;
import dev.kith.data.Names;
import dev.kith.data.simulated.Simulations;
import dev.kith.decode.ConstrainedTrainer;
import dev.kith.experiments.classical.Stopwatch;
import dev.kith.kernel.Gaussian;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.decoder.MomentDecoder;
import dev.kith.model.decoder.Relaxation;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Predictions that obey a constraint: whole predictions on the circle, the projection alone for each kind of set, and a
 * cloud beside a plain search of its nearest point. {@code bench/run constraints}. One thread, processor time.
 */
final class ConstraintsBench {
    private static final int QUERIES = 1000;
    private static final double NOISE = 0.05;

    private ConstraintsBench() {}

    /** Runs all three parts; takes no arguments. */
    public static void main(String[] arguments) {
        System.out.println(
                "JDK " + Runtime.version() + ", " + LinearAlgebra.best().name());
        circle();
        System.out.println();
        System.out.println("| set | tasks | us a query |");
        System.out.println("|---|---:|---:|");
        for (String spec : new String[] {"sphere", "simplex", "box:-1:1", "permutation"}) {
            projection(spec, 7);
        }
        projection("y1 + 2*y2 - y3 = 1", 7);
        projection("y1^2 + y2^2 = 1", 2);
        projection("y1^4 - (y1^2 - y2^2) = 0", 2);
        projection("(sqrt(y1^2 + y2^2) - 2)^2 + y3^2 = 0.25", 3);
        projection("y1^2 + y2^2 + y3^2 = 4; y3 = y1*y2", 3);
        projection("ranking", 10);
        projection("ranking", 45);
        projection("ranking", 190);
        cloud(1000);
        cloud(1_000_000);
    }

    /** 1,000 rows to learn from, 1,000 to predict: seconds to train and predictions a second. */
    private static void circle() {
        Dataset data = Simulations.draw("circle", "train", 1000, "test", 0, "noise", NOISE, "seed", 1)
                .data();
        Dataset test = Simulations.draw("circle", "train", 1, "test", QUERIES, "noise", NOISE, "seed", 2)
                .test()
                .orElseThrow();
        ConstraintSet set = ConstraintSets.parse("y1^2 + y2^2 - 1 = 0", data.tasks());
        ConstrainedTrainer trainer = new ConstrainedTrainer(new Gaussian(1), 1e-6, set);
        double training = Stopwatch.least(() -> trainer.train(data));
        ConstrainedModel model = trainer.train(data).model();
        double all = Stopwatch.least(() -> model.predict(test.inputs()));
        double free = Stopwatch.least(() -> model.undecoded(test.inputs()));
        say(
                "circle, n = 1000: training %.3f s, %.0f predictions/s (%.0f without the constraint)",
                training, QUERIES / all, QUERIES / free);
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    /** Points of the set, moved by noise. */
    private static double[][] queries(ConstraintSet set, double noise) {
        SplittableRandom random = new SplittableRandom(1);
        double[][] queries = new double[QUERIES][];
        for (int i = 0; i < QUERIES; i++) {
            queries[i] = set.sample(random);
            for (int t = 0; t < queries[i].length; t++) {
                queries[i][t] += noise * random.nextGaussian();
            }
        }
        return queries;
    }

    private static double microseconds(ConstraintSet set, double[][] queries) {
        double[] weights = new double[set.dimension()];
        Arrays.setAll(weights, t -> 1 + 0.1 * t);
        return 1e6
                / QUERIES
                * Stopwatch.least(() -> {
                    for (double[] query : queries) {
                        set.project(query, weights);
                    }
                });
    }

    private static void projection(String spec, int tasks) {
        ConstraintSet set = ConstraintSets.parse(spec, Names.numbered("y", tasks));
        // comparisons must contradict each other, or there is nothing to decide
        double noise = spec.equals("ranking") ? 1 : NOISE;
        say("| %s | %d | %.2f |", spec, tasks, microseconds(set, queries(set, noise)));
    }

    /** The cloud, the whole decoding around it, and a plain loop over all points. */
    private static void cloud(int points) {
        int tasks = 7;
        Matrix rows = Matrix.zeros(points, tasks);
        SplittableRandom random = new SplittableRandom(3);
        ConstraintSet sphere =
                ConstraintSets.sphere(3, 1); // three-dimensional, as torques of an arm hardly fill seven dimensions
        for (int i = 0; i < points; i++) {
            double[] c = sphere.sample(random);
            for (int t = 0; t < tasks; t++) {
                rows.set(i, t, c[t % 3] * (1 + 0.3 * c[(t + 1) % 3]) + 0.02 * random.nextGaussian());
            }
        }
        ConstraintSet cloud = ConstraintSets.cloud(rows);
        double[][] queries = queries(cloud, NOISE);
        double search = microseconds(cloud, queries);
        Matrix usual = Matrix.zeros(1, tasks).map(x -> 1);
        MomentDecoder decoder = new MomentDecoder(cloud, usual, Relaxation.none());
        double[][] scores = new double[QUERIES][2 * tasks];
        for (int i = 0; i < QUERIES; i++) {
            for (int t = 0; t < tasks; t++) {
                scores[i][t] = 1 + 0.1 * t;
                scores[i][tasks + t] = scores[i][t] * queries[i][t];
            }
        }
        double decode = 1e6
                / QUERIES
                * Stopwatch.least(() -> {
                    for (double[] score : scores) {
                        decoder.decode(score);
                    }
                });
        say("| cloud of %d, search | %d | %.2f |", points, tasks, search);
        say("| cloud of %d, decoding | %d | %.2f (%.2f times the search) |", points, tasks, decode, decode / search);
        if (points <= 1000) {
            say("| cloud of %d, plain loop | %d | %.2f |", points, tasks, loop(rows, queries));
        }
    }

    private static double loop(Matrix rows, double[][] queries) {
        double[] data = rows.data();
        int[] found = new int[QUERIES];
        return 1e6
                / QUERIES
                * Stopwatch.least(() -> {
                    for (int q = 0; q < QUERIES; q++) {
                        found[q] = nearest(data, queries[q]);
                    }
                });
    }

    private static int nearest(double[] data, double[] query) {
        int tasks = query.length;
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i * tasks < data.length; i++) {
            double sum = 0;
            for (int t = 0; t < tasks; t++) {
                double d = data[i * tasks + t] - query[t];
                sum += (1 + 0.1 * t) * d * d;
            }
            if (sum < least) {
                least = sum;
                best = i;
            }
        }
        return best;
    }
}
