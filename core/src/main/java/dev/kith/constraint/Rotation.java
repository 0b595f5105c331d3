package dev.kith.constraint;

import dev.kith.constraint.manifold.Charted;
import dev.kith.constraint.manifold.Shape;
import dev.kith.constraint.manifold.SphereSearch;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.numeric.Points;
import java.util.SplittableRandom;

/**
 * C = rotation matrices of the plane (4 coordinates) or of space (9), row by row: R'R = I, det R = 1.
 *
 * @param order 2 or 3
 */
record Rotation(int order) implements ConstraintSet, Charted {
    /*
     * The plane: R is (cos, -sin, sin, cos), so a weighted projection is one onto the circle. Space: R(q) for a unit quaternion
     * q and its opposite. With equal weights ||R(q) - P||^2 = const - 2 q'K q for a symmetric 4 x 4 matrix K, whose leading
     * eigenvector is the answer [1]; with other weights the cost is of degree four, and a search over quaternions proves it.
     *
     * [1] Horn: Closed-form solution of absolute orientation using unit quaternions. J. Opt. Soc. Am. A 4, 1987.
     */
    Rotation {
        if (order != 2 && order != 3) {
            throw new IllegalArgumentException("rotations are of the plane or of space: order 2 or 3, got " + order);
        }
    }

    /** For this many tasks: 4 or 9. */
    static Rotation ofTasks(int tasks) {
        if (tasks != 4 && tasks != 9) {
            throw new IllegalArgumentException("constraint 'rotation' must be on the 4 or 9 entries of a matrix, got "
                    + tasks + (tasks == 1 ? " task" : " tasks"));
        }
        return new Rotation(tasks == 4 ? 2 : 3);
    }

    @Override
    public String spec() {
        return "rotation";
    }

    @Override
    public int dimension() {
        return order * order;
    }

    @Override
    public Projection project(double[] point, double[] weights) {
        requireQuery(point, weights);
        if (order == 2) {
            return Projection.of(plane(point, weights), point, weights, 0);
        }
        double[] nearest = fromSphere(leading(point));
        boolean equal = true;
        for (double weight : weights) {
            equal &= weight == weights[0];
        }
        if (equal) {
            return Projection.of(nearest, point, weights, 0);
        }
        RotationCost cost = new RotationCost(point, weights);
        SphereSearch.Found found = new SphereSearch(Shape.PROJECTIVE, cost, 4, 1).minimize(cost.starts(nearest, this));
        return Projection.of(fromSphere(found.point()), point, weights, found.gap(), found.allowed());
    }

    private double[] plane(double[] p, double[] w) {
        double[] weights = {w[0] + w[3], w[1] + w[2]};
        double[] target = {
            (w[0] / weights[0]) * p[0] + (w[3] / weights[0]) * p[3],
            (w[2] / weights[1]) * p[2] - (w[1] / weights[1]) * p[1]
        };
        return fromSphere(new Sphere(2, 1).project(target, weights).point());
    }

    /** K with sum_k R(q)_k P_k = q'K q. */
    private static Matrix form(double[] p) {
        return Matrix.of(
                new double[] {p[0] + p[4] + p[8], p[7] - p[5], p[2] - p[6], p[3] - p[1]},
                new double[] {p[7] - p[5], p[0] - p[4] - p[8], p[1] + p[3], p[2] + p[6]},
                new double[] {p[2] - p[6], p[1] + p[3], p[4] - p[0] - p[8], p[5] + p[7]},
                new double[] {p[3] - p[1], p[2] + p[6], p[5] + p[7], p[8] - p[0] - p[4]});
    }

    /** The quaternion of the nearest rotation. */
    private static double[] leading(double[] p) {
        double size = Points.maxAbs(p);
        double[] scaled = p.clone();
        for (int k = 0; k < scaled.length && size > 0; k++) {
            scaled[k] /= size;
        }
        SymmetricEigen eigen = LinearAlgebra.pureJava().eigen(form(scaled));
        int best = 0;
        for (int k = 1; k < eigen.size(); k++) {
            best = eigen.value(k) > eigen.value(best) ? k : best;
        }
        return unit(eigen.vectors().column(best));
    }

    private static double[] unit(double[] q) {
        double norm = Math.hypot(Math.hypot(q[0], q[1]), Math.hypot(q[2], q[3]));
        return new double[] {q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm};
    }

    @Override
    public double[] sample(SplittableRandom random) {
        double[] q = Points.gaussian(random, chartSize());
        return fromSphere(new Sphere(q.length, 1).project(q).point());
    }

    @Override
    public Shape shape() {
        return order == 2 ? Shape.SPHERE : Shape.PROJECTIVE;
    }

    @Override
    public int chartSize() {
        return order == 2 ? 2 : 4;
    }

    /** Angles of rotation. */
    @Override
    public double unit() {
        return order == 2 ? 1 : 2;
    }

    @Override
    public double[] toSphere(double[] r) {
        if (order == 3) {
            return quaternion(r);
        }
        double cos = r[0] / 2 + r[3] / 2;
        double sin = r[2] / 2 - r[1] / 2;
        double norm = Math.hypot(cos, sin);
        return norm == 0 ? new double[] {1, 0} : new double[] {cos / norm, sin / norm};
    }

    /** Of a rotation: there K is 4 qq' - I. */
    private static double[] quaternion(double[] r) {
        Matrix k = form(r);
        int largest = 0;
        for (int j = 1; j < 4; j++) {
            largest = k.get(j, j) > k.get(largest, largest) ? j : largest;
        }
        double[] q = k.column(largest);
        q[largest] += 1;
        return unit(q);
    }

    @Override
    public double[] fromSphere(double[] q) {
        if (order == 2) {
            return new double[] {q[0], -q[1], q[1], q[0]};
        }
        return RotationCost.matrix(q);
    }
}
