package dev.kith.adapt;

import dev.kith.data.trees.TreeEnsemble;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.model.TreeModel;
import java.util.stream.IntStream;

/**
 * What rows of a new task say of its mean label m and its level b beyond what trees make of that, in units of the fit:
 *
 * <pre>
 *   m = (sum of the labels + M) / (their number + 1),   M the mean of the tasks' means
 *   b = argmin  sum_i w_i loss(y_i, trees(x_i, new, m) + b) + (s^2 / tau^2) b^2
 * </pre>
 *
 * s^2 is the mean loss of rows that were held out when trees were grown (1, the variance of all labels, once tasks have joined), 1/2 for classes, tau^2 how far splits by task take a trained task from what its mean
 * label alone says: the mean over tasks of the squared mean of trees(x_i, t, m_t) - trees(x_i, new, m_t) over the new rows. Where trees do not
 * tell tasks apart otherwise, b is 0.
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record TreeLevel(TreeModel model, Loss loss, Matrix x, double[] labels, double[] weights) implements Trials.Way {
    /** Rows that trained tasks are looked at on. */
    private static final int LOOKED_AT = 30;

    private static final int STEPS = 50;

    /** What makes b^2 / tau^2 the cost of b beside the logistic loss: minus the logarithm of a normal density. */
    private static final double OF_CLASSES = 0.5;

    /** @param mean m, in units of the fit or, of classes, the share of the second */
    record Found(double mean, double level) {}

    Found of(int[] rows) {
        double sum = model.commonMean();
        double weight = 1;
        for (int i : rows) {
            double label = loss.classification() ? (labels[i] > 0 ? 1 : 0) : labels[i];
            sum += weights[i] * label;
            weight += weights[i];
        }
        double mean = sum / weight;
        return new Found(mean, level(rows, mean));
    }

    @Override
    public double[] predict(int[] train, int[] test) {
        Found found = of(train);
        return IntStream.of(test)
                .mapToDouble(i -> unknown(i, found.mean) + found.level)
                .toArray();
    }

    private double unknown(int i, double mean) {
        return value(i, model.info().tasks().size(), mean);
    }

    private double value(int i, int code, double mean) {
        TreeEnsemble trees = model.trees();
        double[] row = new double[trees.features()];
        for (int j = 0; j < x.cols(); j++) {
            row[j] = x.get(i, j);
        }
        row[x.cols()] = code;
        row[x.cols() + 1] = mean;
        return trees.value(row);
    }

    /** Newton steps of a function that bends everywhere; the squared loss is one. */
    private double level(int[] rows, double mean) {
        double spread = spread(rows);
        double noise = loss.quadratic() ? model.info().objective().orElse(1) : OF_CLASSES;
        if (!(spread > 0)) {
            return 0;
        }
        double held = noise / spread;
        double[] z = IntStream.of(rows).mapToDouble(i -> unknown(i, mean)).toArray();
        double b = 0;
        for (int step = 0; step < STEPS; step++) {
            double slope = 2 * held * b;
            double bend = 2 * held;
            for (int k = 0; k < rows.length; k++) {
                double y = labels[rows[k]];
                slope += weights[rows[k]] * loss.slope(y, z[k] + b);
                bend += weights[rows[k]] * loss.majorant(y, z[k] + b);
            }
            double moved = bend > 0 ? slope / bend : 0;
            b -= moved;
            if (Math.abs(moved) <= 1e-12 * (1 + Math.abs(b))) {
                break;
            }
        }
        return b;
    }

    /** tau^2. */
    private double spread(int[] rows) {
        int tasks = model.info().tasks().size();
        int looked = Math.min(LOOKED_AT, rows.length);
        double squares = 0;
        for (int t = 0; t < tasks; t++) {
            double apart = 0;
            double own = model.taskMean().get(0, t);
            for (int k = 0; k < looked; k++) {
                int i = rows[(int) ((long) k * rows.length / looked)];
                apart += value(i, t, own) - unknown(i, own);
            }
            squares += apart / looked * (apart / looked);
        }
        return squares / tasks;
    }
}
