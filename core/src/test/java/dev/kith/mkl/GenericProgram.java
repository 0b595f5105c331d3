package dev.kith.mkl;

import dev.kith.ascent.node.TinyProblem;
import dev.kith.linalg.Matrix;
import java.util.List;

/**
 * max over 0 &lt;= a &lt;= c, and sum of y a = 0 per task with intercepts, of sum a - 1/2 ||q(y a)||_{p*}: projected
 * gradients with backtracking on dense kernels.
 */
final class GenericProgram {
    private final TinyProblem problem;
    private final double conjugate;
    private final boolean intercepts;
    private final List<Matrix> kernels;

    GenericProgram(TinyProblem problem, double p, boolean intercepts) {
        this.problem = problem;
        this.conjugate = Double.isInfinite(p) ? 1 : p / (p - 1);
        this.intercepts = intercepts;
        kernels = problem.kernels();
    }

    double maximum() {
        double[] s = new double[problem.y.length];
        double[] previous = s;
        double step = 1;
        double value = value(s);
        double t = 1;
        for (int k = 0; k < 3_000; k++) {
            double next = (1 + Math.sqrt(1 + 4 * t * t)) / 2;
            double[] ahead = new double[s.length];
            for (int i = 0; i < s.length; i++) {
                ahead[i] = s[i] + (t - 1) / next * (s[i] - previous[i]);
            }
            double[] gradient = gradient(ahead);
            double[] trial = trial(ahead, gradient, step);
            while (value(trial) < model(ahead, gradient, trial, step) - 1e-15) {
                step /= 2;
                trial = trial(ahead, gradient, step);
            }
            double reached = value(trial);
            t = reached < value ? 1 : next;
            previous = s;
            s = reached < value ? s : trial;
            value = Math.max(value, reached);
        }
        return value;
    }

    private double[] trial(double[] from, double[] gradient, double step) {
        double[] to = new double[from.length];
        for (int i = 0; i < to.length; i++) {
            to[i] = from[i] + step * gradient[i];
        }
        return project(to);
    }

    private double model(double[] from, double[] gradient, double[] to, double step) {
        double model = value(from);
        for (int i = 0; i < from.length; i++) {
            double d = to[i] - from[i];
            model += gradient[i] * d - d * d / (2 * step);
        }
        return model;
    }

    private double[] project(double[] s) {
        double[] projected = new double[s.length];
        for (int t = 0; t < problem.tasks; t++) {
            double low = intercepts ? -1e3 : 0;
            double high = -low;
            for (int k = 0; k < 100; k++) {
                double shift = (low + high) / 2;
                double sum = 0;
                for (int i = problem.taskStart[t]; i < problem.taskStart[t + 1]; i++) {
                    double a = problem.y[i] * (s[i] - shift);
                    projected[i] = problem.y[i] * Math.min(Math.max(a, 0), problem.c[i]);
                    sum += projected[i];
                }
                if (sum > 0) {
                    low = shift;
                } else {
                    high = shift;
                }
            }
        }
        return projected;
    }

    private double value(double[] s) {
        double sum = 0;
        double[] q = problem.squares(kernels, s);
        for (double value : q) {
            sum += Math.pow(Math.max(value, 0), conjugate);
        }
        double value = -Math.pow(sum, 1 / conjugate) / 2;
        for (int i = 0; i < s.length; i++) {
            value += problem.y[i] * s[i];
        }
        return value;
    }

    private double[] gradient(double[] s) {
        double[] q = problem.squares(kernels, s);
        double sum = 0;
        for (double value : q) {
            sum += Math.pow(value, conjugate);
        }
        double[] gradient = problem.y.clone();
        for (int m = 0; m < q.length && sum > 0; m++) {
            double weight = Math.pow(sum, 1 / conjugate - 1) * Math.pow(q[m], conjugate - 1);
            double[] f = problem.times(kernels.get(m), s);
            for (int i = 0; i < s.length; i++) {
                gradient[i] -= weight * f[i];
            }
        }
        return gradient;
    }
}
