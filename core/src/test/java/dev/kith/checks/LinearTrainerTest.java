package dev.kith.checks;

import dev.kith.convex.LinearTrainer;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Row-sparse models keep all laws; with one task they are the lasso. Other penalties on weights override two methods. */
class LinearTrainerTest implements TrainerChecks {
    private static final double LAMBDA = 0.3;

    WeightPenalty penalty() {
        return WeightPenalty.rows();
    }

    /** What is charged for absolute weights of a single task; the rest is for their squares. */
    double ratio() {
        return 1;
    }

    @Override
    public Trainer<? extends Model> trainer(List<String> tasks, int threads) {
        return new LinearTrainer(
                Losses.squared(),
                penalty(),
                LAMBDA,
                Training.defaults().withStopping(largestGap(), 100_000).withThreads(threads));
    }

    @Override
    public double largestGap() {
        return 1e-11;
    }

    @Override
    public double tolerance() {
        return 10 * Math.sqrt(largestGap());
    }

    @Override
    public Map<String, String> exceptions() {
        return Map.of(
                "collinearFeaturesShareTheirWeight",
                "the penalty is the same however equal features divide their weight");
    }

    /** (1/n) sum (y - x'w - b)^2 + lambda sum (r |w_j| + (1 - r) w_j^2), features and labels of mean 0, deviation 1; by coordinate. */
    @Override
    public Matrix oneTask(Dataset data, Inputs at) {
        int n = data.size();
        double[][] x = new double[n][];
        double[] residual = new double[n];
        for (int o = 0; o < n; o++) {
            x[o] = CheckData.values(data.inputs()).row(data.row(o));
            residual[o] = data.label(o);
        }
        double mean = Ridge.mean(residual);
        double deviation = Ridge.deviation(residual);
        Arrays.setAll(residual, o -> (residual[o] - mean) / deviation);
        double[][] z = new double[at.rows()][];
        Arrays.setAll(z, i -> CheckData.values(at).row(i));
        Ridge.standardize(x, z);
        double[] w = new double[CheckData.FEATURES];
        for (int k = 0; k < 10_000; k++) {
            int j = k % w.length;
            double slope = w[j];
            for (int o = 0; o < n; o++) {
                slope += x[o][j] * residual[o] / n;
            }
            double next = Math.signum(slope)
                    * Math.max(0, Math.abs(slope) - LAMBDA * ratio() / 2)
                    / (1 + LAMBDA * (1 - ratio()));
            for (int o = 0; o < n; o++) {
                residual[o] -= (next - w[j]) * x[o][j];
            }
            w[j] = next;
        }
        Matrix predictions = Matrix.zeros(z.length, 1);
        for (int i = 0; i < z.length; i++) {
            predictions.set(i, 0, mean + deviation * KnownCase.dot(z[i], w));
        }
        return predictions;
    }
}
