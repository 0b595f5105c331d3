package dev.kith.trust;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import java.util.Random;

/**
 * Rows of four related linear tasks with noise of different size and, in a row, correlated; and how often intervals hold.
 */
public record Coverage(Dataset train, Dataset test) {
    private static final int TASKS = 4;
    private static final int FEATURES = 5;

    public static Coverage draw(Random random, int trainRows, int testRows) {
        Matrix w = Matrix.zeros(FEATURES, TASKS);
        for (int j = 0; j < FEATURES; j++) {
            double common = random.nextGaussian();
            for (int t = 0; t < TASKS; t++) {
                w.set(j, t, common + 0.3 * random.nextGaussian());
            }
        }
        return new Coverage(rows(random, w, trainRows), rows(random, w, testRows));
    }

    private static Dataset rows(Random random, Matrix w, int n) {
        Matrix x = Matrix.zeros(n, FEATURES).map(zero -> random.nextGaussian());
        Matrix y = Matrix.zeros(n, TASKS);
        for (int i = 0; i < n; i++) {
            double common = random.nextGaussian();
            for (int t = 0; t < TASKS; t++) {
                y.set(i, t, (1 + t) * (common + random.nextGaussian()));
                for (int j = 0; j < FEATURES; j++) {
                    y.add(i, t, x.get(i, j) * w.get(j, t));
                }
            }
        }
        return Dataset.ofWide(new DenseInputs(x, Names.numbered("x", FEATURES)), Names.numbered("t", TASKS), y);
    }

    /** The share of test labels inside their intervals, or, {@code together}, of rows with all labels inside. */
    public double of(Model model, Intervals intervals, boolean together) {
        Matrix z = model.predict(test.inputs());
        Matrix half = intervals.halfWidths(test.inputs());
        int[] inside = new int[test.inputs().rows()];
        for (int o = 0; o < test.size(); o++) {
            double error = test.label(o) - z.get(test.row(o), test.task(o));
            inside[test.row(o)] += Math.abs(error) <= half.get(test.row(o), test.task(o)) ? 1 : 0;
        }
        double count = 0;
        for (int labels : inside) {
            count += together ? (labels == TASKS ? 1 : 0) : (double) labels / TASKS;
        }
        return count / inside.length;
    }
}
