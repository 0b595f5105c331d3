package dev.kith.constraint.manifold;

/** Which part of the unit sphere a manifold is; distances are angles. */
public enum Shape {
    /** All of it. */
    SPHERE(Math.PI, Math.PI / 2),
    /** Vectors without negative entries. */
    ORTHANT(Math.PI / 2, Math.PI / 2),
    /** A vector and its opposite are one point: distances are to the nearer of them. */
    PROJECTIVE(Math.PI / 2, Math.PI / 4);

    private final double farthest;
    private final double convex;

    Shape(double farthest, double convex) {
        this.farthest = farthest;
        this.convex = convex;
    }

    /** The greatest distance of two points; beyond it great circles are no longer shortest ways. */
    double farthest() {
        return farthest;
    }

    /** Points that lie within less than this of one of their critical means, with positive weights, have no other [Afsari 2011]. */
    double convex() {
        return convex;
    }

    /** Moves a unit vector that left the manifold back. */
    void returnInto(double[] q) {
        if (this == ORTHANT) {
            for (int k = 0; k < q.length; k++) {
                q[k] = Math.max(0, q[k]);
            }
        }
        normalise(q);
    }

    static double norm(double[] v) {
        double sum = 0;
        for (double x : v) {
            sum += x * x;
        }
        return Math.sqrt(sum);
    }

    static void normalise(double[] q) {
        double norm = norm(q);
        for (int k = 0; k < q.length; k++) {
            q[k] /= norm;
        }
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }

    /** The angle of two unit vectors, to full precision near 0 and pi. */
    static double angle(double[] a, double[] b) {
        double apart = 0;
        double along = 0;
        for (int k = 0; k < a.length; k++) {
            apart += (a[k] - b[k]) * (a[k] - b[k]);
            along += (a[k] + b[k]) * (a[k] + b[k]);
        }
        return 2 * Math.atan2(Math.sqrt(apart), Math.sqrt(along));
    }

    /** The distance of two points. */
    public double distance(double[] a, double[] b) {
        double angle = angle(a, b);
        return this == PROJECTIVE ? Math.min(angle, Math.PI - angle) : angle;
    }
}
