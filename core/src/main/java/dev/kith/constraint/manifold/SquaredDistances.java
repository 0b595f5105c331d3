package dev.kith.constraint.manifold;

import java.util.Arrays;

/**
 * F(q) = sum_j weight_j d(q, point_j)^2; weights may be negative. Its minimum is the weighted Frechet mean.
 */
public final class SquaredDistances implements BoundedCost {
    /*
     * On a ball around m, with theta = d(m, y) and log the way from m to y:
     *   d^2 >= theta^2 - 2 log'v + k |v|^2,  k = a cot a at a = theta + radius, as long as great circles to y are shortest,
     *          since d^2 has second derivatives of at least 2 a cot a there; otherwise d >= theta - radius;
     *   d^2 <= |v - log|^2 for any way from m to y, shortest or not: spheres have curvature >= 0 (Toponogov).
     * Where -d^2 has a ridge inside the ball, two ways bound it from below, and so does any mixture of them: the one is taken
     * that leaves the bound greatest. Hence bounds are off by the square of the radius around minima, also of those on ridges.
     *
     * [Afsari 2011] Riemannian L^p center of mass: existence, uniqueness, and convexity. Proc. AMS 139.
     */
    private static final int HALVINGS = 14;

    private final Shape shape;
    private final double[][] points;
    private final double[] weights;
    private final double size;
    private final double[] way;
    private final double[] other;
    private final double[] trial;
    private final int[] ridges;

    /** @param points unit vectors on the shape; not copied */
    public SquaredDistances(Shape shape, double[][] points, double[] weights) {
        this.shape = shape;
        this.points = points;
        this.weights = weights;
        size = Math.max(Double.MIN_NORMAL, Arrays.stream(weights).map(Math::abs).sum());
        way = new double[points[0].length];
        other = new double[way.length];
        trial = new double[way.length];
        ridges = new int[points.length];
    }

    @Override
    public double size() {
        return size;
    }

    @Override
    public double value(double[] q) {
        double sum = 0;
        for (int j = 0; j < points.length; j++) {
            double d = shape.distance(q, points[j]);
            sum += weights[j] * d * d;
        }
        return sum;
    }

    /** Whether a point with vanishing gradient is the one minimum, by the theorem on means with positive weights. */
    boolean convexAround(double[] q) {
        for (int j = 0; j < points.length; j++) {
            if (!(weights[j] >= 0)
                    || (weights[j] > 0
                            && shape != Shape.ORTHANT
                            && shape.distance(q, points[j]) >= shape.convex() * (1 - 1e-9))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void expandInto(Expansion out, double[] m, double radius) {
        out.clear();
        int count = 0;
        for (int j = 0; j < points.length; j++) {
            double theta = shape.distance(m, points[j]);
            out.value += weights[j] * theta * theta;
            boolean smooth = theta + radius < shape.farthest();
            if (weights[j] > 0) {
                attract(out, m, j, theta, radius, smooth);
            } else if (smooth || shape == Shape.ORTHANT || radius == 0) {
                wayInto(way, m, j, false);
                add(out, weights[j], theta, way, 1);
            } else if (shape == Shape.SPHERE) {
                out.constant += weights[j] * Math.PI * Math.PI;
            } else {
                ridges[count++] = j;
                wayInto(way, m, j, false);
                add(out, weights[j], theta, way, 1);
            }
        }
        for (int k = 0; k < count; k++) {
            mix(out, m, ridges[k], radius);
        }
    }

    private void attract(Expansion out, double[] m, int j, double theta, double radius, boolean smooth) {
        double far = theta + radius;
        double k = far < 1e-4 ? 1 - far * far / 2 : far / Math.tan(far);
        // The boundary of an orthant is reached at pi/2, where a cot a is 0: there is no ridge.
        boolean along = smooth || (shape == Shape.ORTHANT && far < Math.PI) || radius == 0;
        if (along && -k * radius <= theta) {
            wayInto(way, m, j, false);
            add(out, weights[j], theta, way, radius == 0 ? 1 : k);
        } else {
            double near = Math.max(0, theta - radius);
            out.constant += weights[j] * near * near;
        }
    }

    private static void add(Expansion out, double weight, double length, double[] way, double bend) {
        out.constant += weight * length * length;
        out.bend += weight * bend;
        for (int k = 0; k < way.length; k++) {
            out.slope[k] -= 2 * weight * way[k];
        }
    }

    /** Replaces the one way of a ridge by the mixture of both that leaves the bound greatest. */
    private void mix(Expansion out, double[] m, int j, double radius) {
        double theta = shape.distance(m, points[j]);
        wayInto(way, m, j, false);
        wayInto(other, m, j, true);
        double beyond = Math.PI - theta;
        double cost = weights[j] * (beyond * beyond - theta * theta);
        double low = 0;
        double high = 1;
        for (int i = 0; i < HALVINGS; i++) {
            double a = low + (high - low) / 3;
            double b = high - (high - low) / 3;
            if (mixed(out, weights[j], cost, a, radius) < mixed(out, weights[j], cost, b, radius)) {
                low = a;
            } else {
                high = b;
            }
        }
        double share = mixed(out, weights[j], cost, low, radius) > mixed(out, weights[j], cost, 0, radius) ? low : 0;
        out.constant += share * cost;
        for (int k = 0; k < way.length; k++) {
            out.slope[k] -= 2 * weights[j] * share * (other[k] - way[k]);
        }
    }

    /** What the bound gains or loses when a share of the other way is taken. */
    private double mixed(Expansion out, double weight, double cost, double share, double radius) {
        for (int k = 0; k < way.length; k++) {
            trial[k] = out.slope[k] - 2 * weight * share * (other[k] - way[k]);
        }
        return share * cost - Shape.norm(trial) * radius;
    }

    /** The way from m to point j along a great circle; {@code opposite}: to its other vector. */
    private void wayInto(double[] out, double[] m, int j, boolean opposite) {
        double[] y = points[j];
        double inner = Shape.dot(m, y);
        boolean flip = shape == Shape.PROJECTIVE && inner < 0;
        double sign = flip != opposite ? -1 : 1;
        double sum = 0;
        for (int k = 0; k < out.length; k++) {
            out[k] = sign * (y[k] - inner * m[k]);
            sum += out[k] * out[k];
        }
        double sine = Math.sqrt(sum);
        double angle = Math.atan2(sine, sign * inner);
        double factor = sine > 0 ? angle / sine : 0;
        for (int k = 0; k < out.length; k++) {
            out[k] *= factor;
        }
    }
}
