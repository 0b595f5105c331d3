package dev.kith.constraint.equation;

import dev.kith.numeric.Points;
import org.jspecify.annotations.Nullable;

/**
 * Moves points onto gamma(y) = 0 by damped Gauss-Newton steps, each the shortest in a weighted norm. Holds buffers, so it
 * serves one thread.
 */
public final class Restoration {
    private static final int MAX_STEPS = 120;

    private final EquationSystem system;
    /** sqrt of the weights. */
    private final double[] root;

    private double leastResidual = Double.POSITIVE_INFINITY;

    public Restoration(EquationSystem system, double[] root) {
        this.system = system;
        this.root = root;
    }

    /** The largest absolute residual at the best point any restoration reached; infinite when none was finite. */
    public double leastResidual() {
        return leastResidual;
    }

    /** A point on the set near {@code start}, or null when none was reached. */
    public double @Nullable [] restore(double[] start) {
        double[] y = start.clone();
        if (!system.evaluate(y) || !system.differentiate()) {
            return null;
        }
        double[] scale = rowScales();
        double merit = merit(scale);
        double damping = 0;
        for (int i = 0; i < MAX_STEPS && merit > 0; i++) {
            double[] step = gaussNewton(damping);
            double[] next = y.clone();
            boolean better = false;
            if (step.length > 0) {
                ShortVectors.addInto(next, 1, step);
                better = system.evaluate(next) && merit(scale) < merit;
            }
            if (better && system.differentiate()) {
                double before = merit;
                merit = merit(scale);
                y = next;
                damping = damping < 1e-10 ? 0 : damping / 10;
                if (merit > 0.01 * before && system.zero(1)) {
                    break; // on the set, and only rounding is left to gain
                }
            } else {
                system.evaluate(y);
                system.differentiate();
                if (damping > 1e8 || (system.zero(1) && damping > 0)) {
                    break;
                }
                damping = damping == 0 ? 1e-8 : damping * 10;
            }
        }
        double largest = Points.maxAbs(system.residual);
        leastResidual = Math.min(leastResidual, largest);
        return system.zero(1) || system.zeroAtSingular() ? y : null;
    }

    /** 1 / squared length of each gradient in the weighted norm. */
    double[] rowScales() {
        double[] scale = new double[system.equations];
        for (int j = 0; j < scale.length; j++) {
            double norm = 0;
            for (int t = 0; t < root.length; t++) {
                double g = system.jacobian[j][t] / root[t];
                norm += g * g;
            }
            scale[j] = norm > 0 ? 1 / norm : 1;
        }
        return scale;
    }

    /** sum_j scale_j gamma_j^2: about the squared distance to the set when the scales are 1 / ||gradient||^2. */
    private double merit(double[] scale) {
        double sum = 0;
        for (int j = 0; j < scale.length; j++) {
            sum += scale[j] * system.residual[j] * system.residual[j];
        }
        return sum;
    }

    /** -W^-1 J' (J W^-1 J' + damping diag)^-1 gamma, rows scaled to unit length; empty when there is no solution. */
    private double[] gaussNewton(double damping) {
        int m = system.equations;
        double[][] gram = new double[m][m];
        double[] multiplier = new double[m];
        double[] scale = rowScales();
        for (int j = 0; j < m; j++) {
            double sj = Math.sqrt(scale[j]);
            multiplier[j] = -sj * system.residual[j];
            for (int k = 0; k <= j; k++) {
                double sum = 0;
                for (int t = 0; t < root.length; t++) {
                    sum += system.jacobian[j][t] * system.jacobian[k][t] / (root[t] * root[t]);
                }
                gram[j][k] = sj * Math.sqrt(scale[k]) * sum;
            }
            gram[j][j] += damping + (m > 1 ? 1e-13 : 0);
        }
        if (!ShortVectors.solveInto(gram, multiplier)) {
            return new double[0];
        }
        double[] step = new double[root.length];
        for (int j = 0; j < m; j++) {
            ShortVectors.addInto(step, multiplier[j] * Math.sqrt(scale[j]), system.jacobian[j]);
        }
        for (int t = 0; t < step.length; t++) {
            step[t] /= root[t] * root[t];
        }
        return step;
    }
}
