package dev.kith.convex.direct;

import dev.kith.convex.basis.Observations;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.TwofoldSum;
import dev.kith.model.Training;

/**
 * The rows of one task after the other, centred at the task's mean where there are intercepts, and weighted: X_t with rows
 * sqrt(w) (x - mean_t), r_t with sqrt(w) (y - mean of y).
 */
final class TaskRows {
    final Observations seen;
    final int dim;
    final boolean intercept;
    private final Matrix values;
    /** Where a task without observations predicts the mean: at the mean of all observations. */
    private final double[] centre;

    private final int most;

    /** Dense data in the units of the fit. */
    TaskRows(Dataset data, Training training) {
        seen = new Observations(data, training.weighting());
        values = ((DenseInputs) data.inputs()).values();
        dim = values.cols();
        intercept = training.intercept();
        centre = new double[dim];
        boolean all = true;
        int largest = 0;
        for (int t = 0; t < tasks(); t++) {
            all &= weight(t) > 0;
            largest = Math.max(largest, count(t));
        }
        most = largest;
        if (intercept && !all) {
            fillCentre();
        }
    }

    private double weight(int t) {
        double sum = 0;
        for (int o = seen.start[t]; o < seen.start[t + 1]; o++) {
            sum += seen.w[o];
        }
        return sum;
    }

    private void fillCentre() {
        double total = 0;
        for (int o = 0; o < seen.size(); o++) {
            total += seen.w[o];
            for (int j = 0; j < dim; j++) {
                centre[j] += seen.w[o] * values.get(seen.row[o], j);
            }
        }
        for (int j = 0; j < dim; j++) {
            centre[j] = total > 0 ? centre[j] / total : 0;
        }
    }

    int tasks() {
        return seen.tasks;
    }

    int count(int t) {
        return seen.start[t + 1] - seen.start[t];
    }

    /** The most rows of a task. */
    int most() {
        return most;
    }

    /** One task at a time, for one thread. */
    final class Open {
        final double[] mean = new double[dim];
        double labelMean;
        int count;
        double[] x = {};
        double[] r = {};

        void open(int t) {
            count = count(t);
            if (r.length < count) {
                x = new double[count * dim];
                r = new double[count];
            }
            centre(t);
            for (int k = 0; k < count; k++) {
                int o = seen.start[t] + k;
                double root = Math.sqrt(seen.w[o]);
                for (int j = 0; j < dim; j++) {
                    x[k * dim + j] = root * (values.get(seen.row[o], j) - mean[j]);
                }
                r[k] = root * (seen.y[o] - labelMean);
            }
        }

        /** The label's mean to the last digit: labels that are all the same have no residuals. */
        private void centre(int t) {
            java.util.Arrays.fill(mean, 0);
            labelMean = 0;
            if (!intercept) {
                return;
            }
            TwofoldSum sum = new TwofoldSum();
            TwofoldSum weight = new TwofoldSum();
            for (int o = seen.start[t]; o < seen.start[t + 1]; o++) {
                sum.addProduct(seen.w[o], seen.y[o]);
                weight.add(seen.w[o]);
                for (int j = 0; j < dim; j++) {
                    mean[j] += seen.w[o] * values.get(seen.row[o], j);
                }
            }
            double total = weight.value().hi();
            if (total > 0) {
                labelMean = sum.value().dividedBy(weight.value()).hi();
                for (int j = 0; j < dim; j++) {
                    mean[j] /= total;
                }
            } else {
                System.arraycopy(centre, 0, mean, 0, dim);
            }
        }
    }
}
