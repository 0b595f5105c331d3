package dev.kith.constraint;

import org.jspecify.annotations.Nullable;

/**
 * min over y of 1/2 sum_t w_t (y_t - p_t)^2 subject to gamma(y) = 0, from one start after another.
 *
 * <p>Each start is first moved onto the set by damped Gauss-Newton steps, shortest in the weighted norm. From there on
 * every iterate lies on the set: a Newton step of the Lagrangian in the tangent space (a gradient step where it is not
 * convex), moved back onto the set, and accepted only if it comes nearer.
 */
final class NearestSolution {
    private static final int MAX_RESTORATION = 120;
    private static final int MAX_STEPS = 100;
    private static final int MAX_DIRECTIONS = 8;
    /** A start this much farther (squared) than the best so far is not worth following. */
    private static final double FAR = 9;

    private static final double STATIONARY = 1e-11;
    private static final double INDEPENDENT = 1e-9;

    private final EquationSystem system;
    private final double[] point;
    /** sqrt of the weights: the solver works in z = root y, where the norm is Euclidean. */
    private final double[] root;

    private double leastResidual = Double.POSITIVE_INFINITY;

    NearestSolution(EquationSystem system, double[] point, double[] weights) {
        this.system = system;
        this.point = point;
        this.root = new double[weights.length];
        for (int t = 0; t < root.length; t++) {
            root[t] = Math.sqrt(weights[t]);
        }
        system.referTo(point);
    }

    /** The largest absolute residual at the best point any restoration reached; infinite when none was finite. */
    double leastResidual() {
        return leastResidual;
    }

    /** A point on the set near {@code start}, or null when none was reached. */
    double @Nullable [] restore(double[] start) {
        double[] y = start.clone();
        if (!system.evaluate(y) || !system.differentiate()) {
            return null;
        }
        double[] scale = rowScales();
        double merit = merit(scale);
        double damping = 0;
        for (int i = 0; i < MAX_RESTORATION && merit > 0; i++) {
            double[] step = gaussNewton(damping);
            double[] next = y.clone();
            boolean better = false;
            if (step.length > 0) {
                Rows.addInto(next, 1, step);
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

    private double[] rowScales() {
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
        if (!Rows.solveInto(gram, multiplier)) {
            return new double[0];
        }
        double[] step = new double[root.length];
        for (int j = 0; j < m; j++) {
            Rows.addInto(step, multiplier[j] * Math.sqrt(scale[j]), system.jacobian[j]);
        }
        for (int t = 0; t < step.length; t++) {
            step[t] /= root[t] * root[t];
        }
        return step;
    }

    /**
     * The nearest of {@code best} and what is reached from starts around the query, along both ways of the first
     * coordinates. Nothing nearer than {@code best} lies outside the ellipsoid the starts are in.
     */
    double[] lookAround(double[] best) {
        double[] nearest = best;
        double radius = 0.7 * Math.sqrt(distance(best));
        for (int t = 0; t < Math.min(root.length, MAX_DIRECTIONS) && radius > 0; t++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                double[] start = point.clone();
                start[t] += sign * radius / root[t];
                nearest = nearer(nearest, restore(start));
            }
        }
        return nearest;
    }

    /** {@code best}, or what is reached from {@code start} (null: nothing) if that is nearer; both on the set. */
    double[] nearer(double[] best, double @Nullable [] start) {
        if (start == null || distance(start) > FAR * distance(best)) {
            return best;
        }
        double[] other = descend(start);
        return distance(other) < distance(best) ? other : best;
    }

    /** Walks on the set from a point on it to a point none nearby is nearer than. */
    double[] descend(double[] feasible) {
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
                Rows.addInto(ahead, length, direction);
                double[] onto = restore(ahead);
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
        return Rows.norm(new Frame(y).along);
    }

    /** Squared weighted distance to the query. */
    double distance(double[] y) {
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
                double norm = Rows.norm(normals[j]);
                Rows.scaleInto(normals[j], norm > 0 ? 1 / norm : 0);
            }
            rank = Rows.orthonormalizeInto(normals, normals.length, INDEPENDENT);
            along = pull.clone();
            Rows.removeInto(along, normals, rank);
        }

        boolean stationary() {
            boolean noTangents = rank == 0 || rank == root.length;
            return noTangents || Rows.norm(along) <= STATIONARY * Rows.norm(pull);
        }
    }

    /** The step in y; empty when y is stationary, or when the set has no tangent space there. */
    private double[] tangentStep(double[] y) {
        Frame frame = new Frame(y);
        if (frame.stationary()) {
            return new double[0];
        }
        double[] step = newton(frame.pull, frame.along, Rows.complement(frame.normals, frame.rank, root.length));
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
                reduced[l][k] = Rows.dot(tangents[l], image);
            }
            right[k] = Rows.dot(tangents[k], pull);
        }
        if (!Rows.solveInto(reduced, right)) {
            return along.clone();
        }
        double[] step = new double[n];
        for (int k = 0; k < tangents.length; k++) {
            Rows.addInto(step, right[k], tangents[k]);
        }
        return step;
    }

    /** Least squares nu with J' nu = W (p - y), so that the Lagrangian's gradient is tangent. */
    private double[] multipliers(double[] pull) {
        int m = system.equations;
        double[][] gram = new double[m][m];
        double[] right = new double[m];
        double[] scale = rowScales();
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
        if (!Rows.solveInto(gram, right)) {
            return new double[0];
        }
        for (int j = 0; j < m; j++) {
            right[j] *= Math.sqrt(scale[j]);
        }
        return right;
    }
}
