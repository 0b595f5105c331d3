package dev.kith.constraint.equation;

/**
 * Walks on gamma(y) = 0 from a point of it to one none nearby is nearer than, in the sense of 1/2 sum_t w_t (y_t - p_t)^2.
 *
 * <p>Every iterate lies on the set: a Newton step of the Lagrangian in the tangent space (a gradient step where it is not
 * convex), moved back onto the set, and accepted only if it comes nearer.
 */
public final class TangentDescent {
    private static final int MAX_STEPS = 100;
    private static final double STATIONARY = 1e-11;
    private static final double INDEPENDENT = 1e-9;

    private final EquationSystem system;
    private final Restoration restoration;
    private final double[] point;
    /** sqrt of the weights: the solver works in z = root y, where the norm is Euclidean. */
    private final double[] root;

    public TangentDescent(EquationSystem system, Restoration restoration, double[] point, double[] root) {
        this.system = system;
        this.restoration = restoration;
        this.point = point;
        this.root = root;
    }

    /** Walks on the set from a point on it to a point none nearby is nearer than. */
    public double[] descend(double[] feasible) {
        double[] y = feasible;
        double distance = distance(y);
        for (int i = 0; i < MAX_STEPS; i++) {
            double[] direction = tangentStep(y);
            if (direction.length == 0) {
                return y;
            }
            double[] next = y;
            double nextDistance = distance;
            for (double length = 1; length > 1e-9; length /= 4) {
                double[] ahead = y.clone();
                ShortVectors.addInto(ahead, length, direction);
                double[] onto = restoration.restore(ahead);
                if (onto != null && improves(onto, y, distance)) {
                    next = onto;
                    nextDistance = distance(onto);
                    break;
                }
            }
            if (next == y) {
                return y;
            }
            y = next;
            distance = nextDistance;
        }
        return y;
    }

    /** At rounding level distances no longer tell: there the pull along the set must at least halve. */
    private boolean improves(double[] onto, double[] y, double distance) {
        double change = distance(onto) - distance;
        return change < -1e-13 * distance || (change <= 1e-13 * distance && 2 * alongNorm(onto) < alongNorm(y));
    }

    private double alongNorm(double[] y) {
        return ShortVectors.norm(new Frame(y).along);
    }

    /** Squared weighted distance to the query. */
    public double distance(double[] y) {
        double sum = 0;
        for (int t = 0; t < y.length; t++) {
            double d = root[t] * (y[t] - point[t]);
            sum += d * d;
        }
        return sum;
    }

    /** The set's normals at a point, and the pull towards the query with its part along the set; in z coordinates. */
    private final class Frame {
        private final double[] pull = new double[root.length];
        private final double[][] normals = new double[system.equations][root.length];
        private final double[] along;
        private final int rank;

        Frame(double[] y) {
            system.evaluate(y);
            system.differentiate();
            for (int t = 0; t < pull.length; t++) {
                pull[t] = root[t] * (point[t] - y[t]);
            }
            for (int j = 0; j < normals.length; j++) {
                for (int t = 0; t < pull.length; t++) {
                    normals[j][t] = system.jacobian[j][t] / root[t];
                }
                double norm = ShortVectors.norm(normals[j]);
                ShortVectors.scaleInto(normals[j], norm > 0 ? 1 / norm : 0);
            }
            rank = ShortVectors.orthonormalizeInto(normals, normals.length, INDEPENDENT);
            along = pull.clone();
            ShortVectors.removeInto(along, normals, rank);
        }

        boolean stationary() {
            boolean noTangents = rank == 0 || rank == root.length;
            return noTangents || ShortVectors.norm(along) <= STATIONARY * ShortVectors.norm(pull);
        }
    }

    /** The step in y; empty when y is stationary, or when the set has no tangent space there. */
    private double[] tangentStep(double[] y) {
        Frame frame = new Frame(y);
        if (frame.stationary()) {
            return new double[0];
        }
        double[] step =
                newton(frame.pull, frame.along, ShortVectors.complement(frame.normals, frame.rank, root.length));
        for (int t = 0; t < step.length; t++) {
            step[t] /= root[t];
        }
        return step;
    }

    /** Solves (N H N') u = N pull, H = I + sum_j nu_j R^-1 Hess_j R^-1; the tangent pull itself if that is not convex. */
    private double[] newton(double[] pull, double[] along, double[][] tangents) {
        int n = root.length;
        double[] multiplier = multipliers(pull);
        double[] hessian = new double[n * n];
        if (multiplier.length > 0) {
            system.addHessian(hessian, multiplier);
        }
        double[][] reduced = new double[tangents.length][tangents.length];
        double[] right = new double[tangents.length];
        double[] image = new double[n];
        for (int k = 0; k < tangents.length; k++) {
            for (int s = 0; s < n; s++) {
                image[s] = tangents[k][s];
                for (int t = 0; t < n; t++) {
                    image[s] += hessian[s * n + t] * tangents[k][t] / (root[s] * root[t]);
                }
            }
            for (int l = k; l < tangents.length; l++) {
                reduced[l][k] = ShortVectors.dot(tangents[l], image);
            }
            right[k] = ShortVectors.dot(tangents[k], pull);
        }
        if (!ShortVectors.solveInto(reduced, right)) {
            return along.clone();
        }
        double[] step = new double[n];
        for (int k = 0; k < tangents.length; k++) {
            ShortVectors.addInto(step, right[k], tangents[k]);
        }
        return step;
    }

    /** Least squares nu with J' nu = W (p - y), so that the Lagrangian's gradient is tangent. */
    private double[] multipliers(double[] pull) {
        int m = system.equations;
        double[][] gram = new double[m][m];
        double[] right = new double[m];
        double[] scale = restoration.rowScales();
        for (int j = 0; j < m; j++) {
            for (int t = 0; t < root.length; t++) {
                right[j] += Math.sqrt(scale[j]) * system.jacobian[j][t] / root[t] * pull[t];
            }
            for (int k = 0; k <= j; k++) {
                for (int t = 0; t < root.length; t++) {
                    gram[j][k] += system.jacobian[j][t] * system.jacobian[k][t] / (root[t] * root[t]);
                }
                gram[j][k] *= Math.sqrt(scale[j] * scale[k]);
            }
            gram[j][j] += m > 1 ? 1e-12 : 0;
        }
        if (!ShortVectors.solveInto(gram, right)) {
            return new double[0];
        }
        for (int j = 0; j < m; j++) {
            right[j] *= Math.sqrt(scale[j]);
        }
        return right;
    }
}
