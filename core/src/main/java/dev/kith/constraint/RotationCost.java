package dev.kith.constraint;

import dev.kith.constraint.manifold.BoundedCost;
import dev.kith.constraint.manifold.Expansion;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** sum_k w_k (R(q)_k - P_k)^2 over unit quaternions q. */
final class RotationCost implements BoundedCost {
    private static final int STARTS = 6;

    private final double[] target;
    private final double[] weights;
    private final double heaviest;

    RotationCost(double[] target, double[] weights) {
        this.target = target;
        this.weights = weights;
        double most = 0;
        for (double weight : weights) {
            most = Math.max(most, weight);
        }
        heaviest = most;
    }

    /** The rotation matrix of a unit quaternion, row by row. */
    static double[] matrix(double[] q) {
        double a = q[0];
        double b = q[1];
        double c = q[2];
        double d = q[3];
        return new double[] {
            a * a + b * b - c * c - d * d,
            2 * (b * c - a * d),
            2 * (b * d + a * c),
            2 * (b * c + a * d),
            a * a - b * b + c * c - d * d,
            2 * (c * d - a * b),
            2 * (b * d - a * c),
            2 * (c * d + a * b),
            a * a - b * b - c * c + d * d
        };
    }

    /** d matrix / d q_k. */
    private static double[] derivative(double[] q, int k) {
        double[] basis = new double[4];
        basis[k] = 1;
        double[] sum = new double[4];
        double[] difference = new double[4];
        for (int j = 0; j < 4; j++) {
            sum[j] = q[j] + basis[j];
            difference[j] = q[j] - basis[j];
        }
        // Entries are quadratic forms, so central differences are exact.
        double[] high = matrix(sum);
        double[] low = matrix(difference);
        for (int j = 0; j < 9; j++) {
            high[j] = (high[j] - low[j]) / 2;
        }
        return high;
    }

    List<double[]> starts(double[] nearest, Rotation set) {
        List<double[]> starts = new ArrayList<>();
        starts.add(set.toSphere(nearest));
        SplittableRandom random = new SplittableRandom(1);
        for (int k = 1; k < STARTS; k++) {
            starts.add(set.toSphere(set.sample(random)));
        }
        return starts;
    }

    @Override
    public double size() {
        double sum = 0;
        for (int j = 0; j < 9; j++) {
            sum += weights[j] * (1 + Math.abs(target[j]));
        }
        return sum;
    }

    @Override
    public double value(double[] q) {
        double[] r = matrix(q);
        double sum = 0;
        for (int j = 0; j < 9; j++) {
            sum += weights[j] * (r[j] - target[j]) * (r[j] - target[j]);
        }
        return sum;
    }

    /**
     * A way of length |v| turns by 2 |v|; along it the second derivative of the cost by the angle is at least -2 ||R''|| ||w (R - P)||
     * with ||R''|| = sqrt 2, and R is nowhere farther than sqrt 2 times the angle.
     */
    @Override
    public void expandInto(Expansion out, double[] m, double radius) {
        double[] r = matrix(m);
        double away = 0;
        for (int j = 0; j < 9; j++) {
            double pull = weights[j] * (r[j] - target[j]);
            away += pull * pull;
        }
        out.value = value(m);
        out.constant = out.value;
        out.bend = -4 * Math.sqrt(2) * (Math.sqrt(away) + heaviest * 2 * Math.sqrt(2) * radius);
        double along = 0;
        for (int k = 0; k < 4; k++) {
            double[] d = derivative(m, k);
            out.slope[k] = 0;
            for (int j = 0; j < 9; j++) {
                out.slope[k] += 2 * weights[j] * (r[j] - target[j]) * d[j];
            }
            along += out.slope[k] * m[k];
        }
        for (int k = 0; k < 4; k++) {
            out.slope[k] -= along * m[k];
        }
    }
}
