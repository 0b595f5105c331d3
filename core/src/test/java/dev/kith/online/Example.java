package dev.kith.online;

import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** One labelled input of a task, and ways to draw streams of them. */
public record Example(int task, Row row, double label) {
    public int[] indices() {
        return row.indices();
    }

    public double[] values() {
        return row.values();
    }

    double dot(double[] w) {
        return row.dot(w);
    }

    /** Unit-length inputs with {@code nonZeros} of d features each, labels by the task's row of u, some flipped. */
    public static List<Example> stream(RandomGenerator random, Matrix u, int count, int nonZeros, double noise) {
        List<Example> stream = new ArrayList<>();
        int d = u.cols();
        for (int n = 0; n < count; n++) {
            int task = random.nextInt(u.rows());
            int[] indices =
                    random.ints(0, d).distinct().limit(nonZeros).sorted().toArray();
            double[] values = random.doubles(indices.length, -1, 1).toArray();
            normalise(values);
            Row x = Row.sparse(indices, values);
            double sign = x.dot(u.row(task)) >= 0 ? 1 : -1;
            stream.add(new Example(task, x, random.nextDouble() < noise ? -sign : sign));
        }
        return stream;
    }

    private static void normalise(double[] values) {
        double norm = 0;
        for (double v : values) {
            norm += v * v;
        }
        for (int k = 0; k < values.length; k++) {
            values[k] /= Math.sqrt(norm);
        }
    }

    /** Rows u_i = common part + spread times a part of its own, all of unit length at spread 0. */
    public static Matrix related(RandomGenerator random, int tasks, int d, double spread) {
        Matrix u = Matrix.zeros(tasks, d);
        for (int j = 0; j < d; j++) {
            double common = random.nextGaussian() / Math.sqrt(d);
            for (int i = 0; i < tasks; i++) {
                u.set(i, j, common + spread * random.nextGaussian() / Math.sqrt(d));
            }
        }
        return u;
    }

    /** The margins of a learner that learns from the whole stream in order. */
    public static double[] margins(OnlineLearner learner, List<Example> stream) {
        return stream.stream()
                .mapToDouble(x -> learner.learn(x.task(), x.row(), x.label()))
                .toArray();
    }
}
