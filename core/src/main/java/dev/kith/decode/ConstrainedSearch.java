package dev.kith.decode;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Split;
import dev.kith.data.Standardizer;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Chooses kernel and lambda of a {@link ConstrainedTrainer} by the loss of its (constrained) predictions on data left
 * out: one hold-out part, or folds. Each task's mean loss counts the same, relative to that of its best constant.
 *
 * @param kernels candidates; see {@link #widths}
 * @param lambdas candidates
 */
public record ConstrainedSearch(List<Kernel> kernels, List<Double> lambdas) {
    public ConstrainedSearch {
        kernels = List.copyOf(kernels);
        lambdas = List.copyOf(lambdas);
        if (kernels.isEmpty() || lambdas.isEmpty()) {
            throw new IllegalArgumentException("there must be kernels and lambdas to choose from, got none");
        }
    }

    /** lambda = 10^-8 ... 10^0. */
    public static List<Double> defaultLambdas() {
        List<Double> grid = new ArrayList<>();
        for (int k = -8; k <= 0; k++) {
            grid.add(Math.pow(10, k));
        }
        return grid;
    }

    /**
     * Gaussian kernels around the median distance of the inputs (standardised as the trainer will): 1/8, 1/4, ..., 4
     * times it. Other inputs than dense ones get widths around 1.
     */
    public static List<Kernel> widths(Dataset data, boolean standardize) {
        double median = medianDistance(data, standardize);
        List<Kernel> kernels = new ArrayList<>();
        for (int k = -3; k <= 2; k++) {
            kernels.add(new Gaussian(median * Math.pow(2, k)));
        }
        return kernels;
    }

    /** The median distance between (standardised) inputs, over at most 200 of them; 1 where they are not dense. */
    public static double medianDistance(Dataset data, boolean standardize) {
        Inputs inputs = standardize
                ? Standardizer.fit(data, Standardizer.TargetScale.NONE, true).apply(data.inputs())
                : data.inputs();
        return inputs instanceof DenseInputs ? medianDistance(inputs) : 1;
    }

    /** Over at most 200 inputs, evenly picked. */
    private static double medianDistance(Inputs inputs) {
        int n = Math.min(200, inputs.rows());
        int[] picked = new int[n];
        Arrays.setAll(picked, i -> (int) ((long) i * inputs.rows() / n));
        Inputs some = inputs.select(picked);
        Matrix products = new Linear().gram(some);
        double[] distances = new double[n * (n - 1) / 2];
        int count = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double squared = products.get(i, i) + products.get(j, j) - 2 * products.get(i, j);
                distances[count++] = Math.sqrt(Math.max(0, squared));
            }
        }
        Arrays.sort(distances);
        double median = count == 0 ? 1 : distances[count / 2];
        return median > 0 ? median : 1;
    }

    /** The candidate that predicts the 30% of the data left out best. */
    public ConstrainedTrainer byHoldOut(ConstrainedTrainer trainer, Dataset data, long seed) {
        return best(trainer, List.of(Split.holdOut(data, 0.3, seed)));
    }

    /** The candidate that predicts the folds best. */
    public ConstrainedTrainer byFolds(ConstrainedTrainer trainer, Dataset data, int folds, long seed) {
        return best(trainer, Split.folds(data, folds, seed));
    }

    private ConstrainedTrainer best(ConstrainedTrainer trainer, List<Split> splits) {
        ConstrainedTrainer best = trainer;
        double least = Double.POSITIVE_INFINITY;
        for (Kernel kernel : kernels) {
            for (double lambda : lambdas) {
                ConstrainedTrainer candidate = trainer.with(kernel, List.of(lambda));
                double loss = 0;
                for (Split split : splits) {
                    loss += loss(candidate, split.train(), split.test());
                }
                if (loss < least) {
                    least = loss;
                    best = candidate;
                }
            }
        }
        return best;
    }

    private static double loss(ConstrainedTrainer trainer, Dataset train, Dataset test) {
        Dataset labelled = trainer.loss().classification() ? test.asClasses() : test;
        if (labelled.size() == 0) {
            return 0;
        }
        Matrix predictions = trainer.train(train).model().predict(labelled.inputs());
        return relativeLoss(trainer.loss(), labelled, predictions);
    }

    /** Mean over tasks of sum loss(y, prediction) / sum loss(y, best constant of the squared loss). */
    private static double relativeLoss(Loss loss, Dataset test, Matrix predictions) {
        double[] reached = new double[test.taskCount()];
        double[] trivial = new double[test.taskCount()];
        double[] sum = new double[test.taskCount()];
        int[] count = test.countPerTask();
        for (int o = 0; o < test.size(); o++) {
            sum[test.task(o)] += test.label(o);
        }
        for (int o = 0; o < test.size(); o++) {
            int t = test.task(o);
            reached[t] += loss.value(test.label(o), predictions.get(test.row(o), t));
            trivial[t] += loss.value(test.label(o), loss.classification() ? 0 : sum[t] / count[t]);
        }
        double total = 0;
        for (int t = 0; t < reached.length; t++) {
            total += count[t] == 0 ? 0 : reached[t] / (trivial[t] > 0 ? trivial[t] : 1);
        }
        return total / reached.length;
    }
}
