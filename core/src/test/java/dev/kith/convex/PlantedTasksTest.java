package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relations;
import dev.kith.structure.ties.WeightParts;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What was put into the data is found again: groups of tasks that overlap, and a task that helps without being helped. */
class PlantedTasksTest {
    private static final Training TRAINING = Training.defaults().withScaling(false, TargetScale.NONE);

    /** y = x'w_t + noise_t, so many rows per task. */
    private static Dataset data(Matrix w, int[] rows, double[] noise, long seed) {
        Random random = new Random(seed);
        int n = Arrays.stream(rows).sum();
        Matrix x = Matrix.zeros(n, w.rows()).map(zero -> random.nextGaussian());
        int[] row = new int[n];
        int[] task = new int[n];
        double[] y = new double[n];
        int i = 0;
        for (int t = 0; t < rows.length; t++) {
            for (int k = 0; k < rows[t]; k++, i++) {
                row[i] = i;
                task[i] = t;
                y[i] = noise[t] * random.nextGaussian();
                for (int j = 0; j < w.rows(); j++) {
                    y[i] += x.get(i, j) * w.get(j, t);
                }
            }
        }
        return Dataset.of(DenseInputs.of(x), Names.numbered("t", rows.length), row, task, y, null, null);
    }

    private static double error(Model model, Matrix w) {
        Matrix off = ((LinearModel) model).weights().plus(-1, w);
        return off.dot(off);
    }

    private static double alone(Dataset data, Matrix w) {
        double best = Double.POSITIVE_INFINITY;
        for (double lambda = 1e-3; lambda < 10; lambda *= 2) {
            ConvexTrainer stl =
                    new ConvexTrainer(Losses.squared(), new Linear(), Relations.independent(), lambda, TRAINING);
            best = Math.min(best, error(stl.train(data).model(), w));
        }
        return best;
    }

    @Test
    void groupsThatOverlapAreFound() {
        Random random = new Random(4);
        int tasks = 18;
        Matrix basis = Matrix.zeros(12, 3).map(zero -> random.nextGaussian());
        Matrix codes = Matrix.zeros(3, tasks);
        for (int t = 0; t < tasks; t++) {
            int group = t % 5;
            double size = (random.nextBoolean() ? 1 : -1) * (0.8 + 0.6 * random.nextDouble());
            for (int i = 0; i < 3; i++) {
                boolean member = group < 3 ? i == group : i == group - 3 || i == group - 2;
                codes.set(i, t, member ? size * (i == 1 ? 1 : 1.2) : 0);
            }
        }
        Matrix w = dev.kith.linalg.LinearAlgebra.pureJava().multiply(basis, codes);
        int[] rows = new int[tasks];
        Arrays.fill(rows, 14);
        double[] noise = new double[tasks];
        Arrays.fill(noise, 0.3);
        Dataset data = data(w, rows, noise, 8);
        LinearModel model = new FactorTrainer(Losses.squared(), 3, 1, 10, 0.05, TRAINING)
                .train(data)
                .model();
        Matrix found = ((WeightParts.Factors) model.parts().orElseThrow()).codes();
        for (int t = 0; t < tasks; t++) {
            for (int s = 0; s < tasks; s++) {
                assertThat(sharing(found, s, t)).as(s + " and " + t).isEqualTo(sharing(codes, s, t));
            }
        }
        assertThat(error(model, w)).isLessThan(0.2 * alone(data, w));
    }

    /** Whether two tasks use a latent one in common, beside entries that are next to nothing. */
    private static boolean sharing(Matrix codes, int s, int t) {
        boolean common = false;
        for (int i = 0; i < codes.rows(); i++) {
            double a = Math.abs(codes.get(i, s));
            double b = Math.abs(codes.get(i, t));
            common |= Math.min(a, b) > 0.15 * codes.maxAbs();
        }
        return common;
    }

    @Test
    void theTaskThatHelpsIsNotHelped() {
        Random random = new Random(6);
        int tasks = 6;
        Matrix w = Matrix.zeros(8, tasks);
        for (int j = 0; j < 8; j++) {
            double common = random.nextGaussian();
            for (int t = 0; t < tasks; t++) {
                w.set(
                        j,
                        t,
                        t == tasks - 1 ? random.nextGaussian() : common + (t == 0 ? 0 : 0.1 * random.nextGaussian()));
            }
        }
        int[] rows = {300, 20, 20, 20, 20, 20};
        double[] noise = {0.2, 3, 3, 3, 3, 3};
        Dataset data = data(w, rows, noise, 9);
        LinearModel model = new TransferTrainer(Losses.squared(), 10, TransferTrainer.EPS, 0.3, TRAINING)
                .train(data)
                .model();
        Matrix given = ((WeightParts.Transfer) model.parts().orElseThrow()).given();
        for (int t = 1; t < tasks - 1; t++) {
            assertThat(given.get(0, t)).as("helps t" + (t + 1)).isGreaterThan(Math.max(0.5, given.get(0, tasks - 1)));
            assertThat(given.get(t, 0)).as("is helped by t" + (t + 1)).isZero();
        }
        assertThat(error(model, w)).isLessThan(0.7 * alone(data, w));
    }
}
