package dev.kith.select.stack;

import java.util.Arrays;

/**
 * How well weights fit held-out labels, with a weight for each contender and task:
 *
 * <pre>  sum_t L_t(w_t),   L_t(w) = sum_i c_i (y_i - p_i'w)^2 / (2 s_t^2)   or   sum_i c_i log(1 + exp(-y_i p_i'w))  </pre>
 *
 * for numbers and for classes, c_i the observations' weights. s_t^2 is the mean squared error of equal weights: of all tasks where they have one
 * unit, else of the task. As weights sum to 1, p_i is its mean over contenders plus what each deviates from it, and deviations are all that counts.
 */
final class StackProblem {
    private final TaskLoss[] losses;
    private final double[] scales;
    private final double[] weight;
    private final int contenders;
    private double spread;

    private StackProblem(StackRows rows, double[] scales) {
        this.scales = scales;
        contenders = rows.contenders();
        losses = new TaskLoss[rows.taskCount()];
        Arrays.setAll(losses, t -> rows.classes()[t] ? new LogisticLoss() : new SquaredLoss(contenders));
        weight = new double[losses.length];
    }

    /** Of the observations held out in these folds. */
    static StackProblem of(StackRows rows, boolean[] folds) {
        StackProblem problem = new StackProblem(rows, scales(rows, folds));
        rows.heldOut(folds).forEach(o -> problem.add(rows, o));
        return problem;
    }

    private static double[] scales(StackRows rows, boolean[] folds) {
        int all = rows.taskCount();
        double[] squares = new double[all + 1];
        double[] weight = new double[all + 1];
        rows.heldOut(folds).filter(o -> !rows.classes()[rows.tasks()[o]]).forEach(o -> {
            double error = rows.labels()[o] - rows.centre(o);
            for (int place : new int[] {rows.tasks()[o], all}) {
                squares[place] += rows.weights()[o] * error * error;
                weight[place] += rows.weights()[o];
            }
        });
        double[] scales = new double[all];
        Arrays.setAll(scales, t -> {
            int place = rows.oneUnit() ? all : t;
            double mean = weight[place] > 0 ? squares[place] / weight[place] : 0;
            return mean > 0 ? mean : 1;
        });
        return scales;
    }

    private void add(StackRows rows, int o) {
        int t = rows.tasks()[o];
        double[] deviations = rows.deviations(o);
        double c = rows.weights()[o];
        weight[t] += c;
        double bend = c / (rows.classes()[t] ? 4 : scales[t]);
        for (double deviation : deviations) {
            spread += bend * deviation * deviation;
        }
        if (losses[t] instanceof SquaredLoss squared) {
            squared.add(c / scales[t], rows.labels()[o] - rows.centre(o), deviations);
        } else if (losses[t] instanceof LogisticLoss logistic) {
            logistic.add(c, rows.labels()[o] > 0 ? 1 : -1, rows.centre(o), deviations);
        }
    }

    /** What an observation adds with these weights. */
    double loss(StackRows rows, int o, double[] w) {
        int t = rows.tasks()[o];
        double z = rows.prediction(o, w);
        double y = rows.labels()[o];
        return rows.weights()[o]
                * (rows.classes()[t] ? LogisticLoss.of(y > 0 ? z : -z) : (y - z) * (y - z) / (2 * scales[t]));
    }

    int contenders() {
        return contenders;
    }

    int taskCount() {
        return losses.length;
    }

    TaskLoss loss(int t) {
        return losses[t];
    }

    /** The observations' weights of a task. */
    double weight(int t) {
        return weight[t];
    }

    /** What one observation bends the value by along one weight, on average; 1 where contenders agree everywhere. */
    double perRow() {
        double rows = Arrays.stream(weight).sum();
        return spread > 0 ? spread / (rows * contenders) : 1;
    }

    /** The same of all observations. */
    double bend() {
        return spread > 0 ? spread / contenders : 1;
    }
}
