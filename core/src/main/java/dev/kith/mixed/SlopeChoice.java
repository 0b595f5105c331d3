package dev.kith.mixed;

import dev.kith.linalg.Matrix;
import dev.kith.mixed.Reml.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which feature's slope should vary by task next: the one whose variance, now 0, has the largest score in deviations,
 *
 * <pre>  sum_t (g_t^2 / s - h_t) / sqrt(2 sum_t h_t^2),   g_t = x_t'V_t^-1 (y_t - F_t beta),  h_t = x_t'V_t^-1 x_t  </pre>
 *
 * with x_t the feature's values in task t, and the rest as in {@link Reml}. Features that are constant within every task have no slopes there. One pass over the rows scores all of them; the common effects count as known.
 */
final class SlopeChoice {
    /** A score in deviations below which a slope is not worth a fit. */
    private static final double LEAST = 1;
    /** Values of features, of deviation 1, that differ by less are the same; those that stand for many rows are rounded. */
    private static final double CONSTANT = 1e-9;

    private final Design design;
    private final int[] columns;

    /** @param columns of the model, those that vary already first */
    SlopeChoice(Design design, int[] columns) {
        this.design = design;
        this.columns = columns;
    }

    /** Columns that do not vary yet and might, the most promising first. */
    List<Integer> candidates(Reml reml, Point point) {
        int q = reml.factors().q;
        Matrix own = reml.ownEffects(point);
        Matrix d = Factor.product(point.lambda());
        int count = columns.length - q;
        double[] score = new double[count];
        double[] squares = new double[count];
        for (int t = 0; t < design.tasks(); t++) {
            add(score, squares, reml, point, own, d, t);
        }
        double[] deviations = new double[count];
        Arrays.setAll(deviations, c -> squares[c] > 0 ? score[c] / Math.sqrt(2 * squares[c]) : 0);
        List<Integer> promising = new ArrayList<>();
        for (int c = 0; c < count; c++) {
            if (deviations[c] > LEAST && variesWithinTasks(columns[q + c])) {
                promising.add(c);
            }
        }
        promising.sort((a, b) -> Double.compare(deviations[b], deviations[a]));
        return promising.stream().map(c -> columns[q + c]).toList();
    }

    private boolean variesWithinTasks(int column) {
        for (int t = 0; t < design.tasks(); t++) {
            for (int i = 1; i < design.rows(t); i++) {
                double first = design.value(design.position(t, 0), column);
                if (Math.abs(design.value(design.position(t, i), column) - first) > CONSTANT) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Adds what a task says of each candidate. */
    private void add(double[] score, double[] squares, Reml reml, Point point, Matrix own, Matrix d, int t) {
        int q = reml.factors().q;
        int count = score.length;
        double[] g = new double[count];
        double[] h = new double[count];
        double[] products = new double[count * q];
        for (int i = 0; i < design.rows(t); i++) {
            int o = design.position(t, i);
            double residual = residual(point, own, q, o, t);
            for (int c = 0; c < count; c++) {
                double x = design.value(o, columns[q + c]) * design.weight(o);
                g[c] += x * residual;
                h[c] += x * design.value(o, columns[q + c]);
                for (int k = 0; k < q; k++) {
                    products[c * q + k] += x * design.value(o, columns[k]);
                }
            }
        }
        double[] k = explained(reml.information(t), d, q);
        for (int c = 0; c < count; c++) {
            double left = h[c] - form(k, products, c, q);
            score[c] += g[c] * g[c] / point.variance() - left;
            squares[c] += left * left;
        }
    }

    /** What neither the common effects nor the task's own explain. */
    private double residual(Point point, Matrix own, int q, int o, int t) {
        double left = design.label(o);
        for (int c = 0; c < columns.length; c++) {
            left -= design.value(o, columns[c]) * (point.beta()[c] + (c < q ? own.get(c, t) : 0));
        }
        return left;
    }

    /** D - D H D, so that V^-1 = I - Z (D - D H D) Z'. */
    private static double[] explained(double[] h, Matrix d, int q) {
        Matrix information = Matrix.wrap(q, q, h);
        dev.kith.linalg.LinearAlgebra algebra = dev.kith.linalg.LinearAlgebra.best();
        return d.plus(-1, algebra.multiply(d, algebra.multiply(information, d))).data();
    }

    private static double form(double[] k, double[] products, int c, int q) {
        double sum = 0;
        for (int a = 0; a < q; a++) {
            for (int b = 0; b < q; b++) {
                sum += k[a * q + b] * products[c * q + a] * products[c * q + b];
            }
        }
        return sum;
    }
}
