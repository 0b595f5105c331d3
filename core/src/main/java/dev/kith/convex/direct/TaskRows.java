package dev.kith.convex.direct;

import dev.kith.convex.basis.TaskOrder;
import dev.kith.convex.solver.Scaled;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.TwofoldSum;
import dev.kith.model.Training;

/**
 * The rows of one task after the other, centred at the task's mean where there are intercepts, and weighted: X_t with rows
 * sqrt(w) (x - mean_t), r_t with sqrt(w) (y - mean of y).
 */
final class TaskRows {
    private final Dataset data;
    private final TaskOrder order;
    private final double[] featureMean;
    private final double[] featureScale;
    private final Standardizer units;
    final int dim;
    final boolean intercept;
    private final Matrix values;
    /** Where a task without observations predicts the mean: at the mean of all observations. */
    private final double[] centre;

    private final int most;

    /** Dense data; they are put into the units of the fit where they are looked at, so that they are not there twice. */
    TaskRows(Scaled scaled, Training training) {
        data = scaled.raw();
        units = scaled.scaling();
        featureMean = units.featureMean().row(0);
        featureScale = units.featureScale().row(0);
        order = new TaskOrder(data, training.weighting());
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
        for (int k = order.start(t); k < order.start(t + 1); k++) {
            sum += order.weight(t, order.at(k));
        }
        return sum;
    }

    private void fillCentre() {
        double total = 0;
        for (int k = 0; k < data.size(); k++) {
            int o = order.at(k);
            double w = order.weight(data.task(o), o);
            total += w;
            for (int j = 0; j < dim; j++) {
                centre[j] += w * value(data.row(o), j);
            }
        }
        for (int j = 0; j < dim; j++) {
            centre[j] = total > 0 ? centre[j] / total : 0;
        }
    }

    private double value(int row, int j) {
        return (values.get(row, j) - featureMean[j]) / featureScale[j];
    }

    int tasks() {
        return order.tasks();
    }

    int count(int t) {
        return order.start(t + 1) - order.start(t);
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
        private double[] w = {};

        void open(int t) {
            count = count(t);
            if (r.length < count) {
                x = new double[count * dim];
                r = new double[count];
                w = new double[count];
            }
            take(t);
            centre();
            for (int k = 0; k < count; k++) {
                double root = Math.sqrt(w[k]);
                for (int j = 0; j < dim; j++) {
                    x[k * dim + j] = root * (x[k * dim + j] - mean[j]);
                }
                r[k] = root * (r[k] - labelMean);
            }
        }

        /** Rows and labels in the units of the fit. */
        private void take(int t) {
            double from = units.labelMean().get(0, t);
            double scale = units.labelScale().get(0, t);
            for (int k = 0; k < count; k++) {
                int o = order.at(order.start(t) + k);
                int row = data.row(o);
                w[k] = order.weight(t, o);
                r[k] = (data.label(o) - from) / scale;
                for (int j = 0; j < dim; j++) {
                    x[k * dim + j] = value(row, j);
                }
            }
        }

        /** The label's mean to the last digit: labels that are all the same have no residuals. */
        private void centre() {
            java.util.Arrays.fill(mean, 0);
            labelMean = 0;
            if (!intercept) {
                return;
            }
            TwofoldSum sum = new TwofoldSum();
            TwofoldSum weight = new TwofoldSum();
            for (int k = 0; k < count; k++) {
                sum.addProduct(w[k], r[k]);
                weight.add(w[k]);
                for (int j = 0; j < dim; j++) {
                    mean[j] += w[k] * x[k * dim + j];
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
