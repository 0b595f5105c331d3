package dev.kith.convex.dual;

import dev.kith.ascent.ActiveRows;
import dev.kith.ascent.Duals;
import dev.kith.ascent.Intercepts;
import dev.kith.convex.basis.Problem;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Dual coordinate ascent on the observations of one task, all others being held: s_i moves the task's weights by s_i rho (x_i -
 * mean), rho = A_tt / (2 lambda). What is left to gain is a sum over observations,
 *
 * <pre>  gap = sum_i c_i loss(y_i, z_i) + c_i loss*(y_i, -s_i / c_i) + s_i z_i,    every term &gt;= 0  </pre>
 *
 * <p>A visit looks at all rows, lets those rest that are firmly at the end of their range, sweeps over the others, and ends with
 * a Newton step on those that are at no end. Serves one thread.
 */
final class TaskAscent {
    /** Sweeps over active rows end when they change no prediction by more than this share of what the first one did. */
    private static final double SMALLER = 0.1;

    private static final int MOST_SWEEPS = 10;

    private final int task;
    private final int[] seen;
    private final Duals duals;
    private final ActiveRows active;
    private final CentredRows rows;
    private final double[] scores;
    private final SplittableRandom random;
    private final double averageSquare;
    private double cost;
    private double gap;

    TaskAscent(Problem problem, int task, Loss loss, boolean alone) {
        this.task = task;
        seen = IntStream.range(problem.start[task], problem.start[task + 1])
                .filter(o -> problem.w[o] > 0)
                .toArray();
        double[] y = new double[seen.length];
        double[] c = new double[seen.length];
        for (int i = 0; i < seen.length; i++) {
            y[i] = problem.y[seen[i]];
            c[i] = problem.w[seen[i]];
        }
        duals = new Duals(loss, new int[] {0, seen.length}, y, c, problem.intercept);
        active = new ActiveRows(duals);
        rows = alone ? CentredRows.copied(problem, task, seen) : CentredRows.of(problem, task, seen);
        scores = new double[seen.length];
        random = new SplittableRandom(task);
        double sum = 0;
        for (int i = 0; i < seen.length; i++) {
            sum += rows.square(i);
        }
        averageSquare = sum / Math.max(1, seen.length);
    }

    /** Starts at these multipliers, one per observation of the problem. */
    void load(double[] theta) {
        for (int i = 0; i < seen.length; i++) {
            double c = duals.c[i];
            duals.s[i] = -c * duals.loss.nearestDual(duals.y[i], -theta[seen[i]] / c);
        }
    }

    void storeInto(double[] theta) {
        for (int i = 0; i < seen.length; i++) {
            theta[seen[i]] = duals.s[i];
        }
    }

    /** Brings the sum of s to zero where there is an intercept; u = sum_i s_i (x_i - mean). */
    void balanceInto(Matrix u) {
        if (duals.intercepts) {
            Intercepts.balance(duals, 0, duals.sum(0));
        }
        rows.sumInto(u.data(), task * u.cols(), duals.s);
    }

    /** Goes to the task's weights in {@code wt}: all predictions, the best intercept, what is left to gain, who may rest. */
    void look(Matrix wt) {
        rows.load(wt.data(), task * wt.cols());
        for (int i = 0; i < scores.length; i++) {
            scores[i] = rows.predict(i);
        }
        duals.bias[0] = duals.intercepts ? Intercepts.best(duals, 0, scores, duals.bias[0]) : 0;
        double b = duals.bias[0];
        cost = 0;
        gap = 0;
        for (int i = 0; i < scores.length; i++) {
            double y = duals.y[i];
            double c = duals.c[i];
            double s = duals.s[i];
            double value = c * duals.loss.value(y, scores[i] + b);
            cost += value;
            gap += value + c * duals.loss.conjugate(y, -s / c) + s * (scores[i] + b);
        }
        active.choose(scores, duals.bias, 0);
    }

    /** The losses at the last look. */
    double cost() {
        return cost;
    }

    /** What was left to gain at the last look. */
    double gap() {
        return gap;
    }

    /** Moves s, from where the last look was. */
    void climb(double rho) {
        double first = sweep(rho);
        double change = first;
        for (int k = 1; k < MOST_SWEEPS && change > SMALLER * first; k++) {
            change = sweep(rho);
        }
        if (!duals.loss.differentiable()) {
            new FreeRows(duals, rows, active, rho).step();
        }
    }

    /** One step on every active row, in random order; returns the largest change of a prediction by its own row. */
    private double sweep(double rho) {
        active.shuffle(0, random);
        double sigma = duals.intercepts ? rho * averageSquare : 0;
        double sum = duals.intercepts ? duals.sum(0) : 0;
        double largest = 0;
        for (int k = 0; k < active.count(0); k++) {
            int i = active.row(k);
            double z = rows.predict(i) + duals.bias[0] + sigma * sum;
            double q = Math.max(rho * rows.square(i) + sigma, Double.MIN_NORMAL);
            double old = duals.s[i];
            double next = duals.loss.dualStep(duals.y[i], duals.c[i], old, z, q);
            double d = next - old;
            if (d != 0) {
                duals.s[i] = next;
                rows.add(i, rho * d);
                sum += d;
                largest = Math.max(largest, Math.abs(d) * q);
            }
        }
        duals.bias[0] += sigma * sum;
        return largest;
    }
}
