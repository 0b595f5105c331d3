package dev.kith.convex.stationary;

import dev.kith.linalg.Matrix;
import java.util.stream.IntStream;

/**
 * min over x of x'Qx - 2 r'x + sum_i cost_i |x_i| for some variables, to rounding; x >= 0 where that is asked for.
 *
 * <p>By active sets: the variables in use solve a linear system, those that would change sign on the way to its solution leave, and the one that
 * pulls hardest enters. Every move lowers the objective, so that no set comes twice. Where the variable that enters depends on those in use, the objective
 * falls along a line until one of these leaves. Coordinate descent needs thousands of sweeps where variables are nearly dependent,
 * which here they often are: tasks outnumber features, latent tasks grow alike.
 */
final class SmallLasso {
    /** A variable depends on others where less than this share of its curvature is its own. */
    private static final double DEPENDENT = 1e-12;
    /** A variable at 0 enters where it pulls harder than its cost by more than this share of what pulls. */
    private static final double ROUNDING = 1e-13;

    private static final int MOST_CHANGES = 20;

    private final Matrix q;
    private final double[] r;
    private final double[] cost;
    private final boolean positive;
    private double[] x = new double[0];

    /**
     * @param q positive semidefinite
     * @param cost &gt;= 0; infinite for a variable that has to be 0
     */
    SmallLasso(Matrix q, double[] r, double[] cost, boolean positive) {
        this.q = q;
        this.r = r;
        this.cost = cost;
        this.positive = positive;
    }

    /** Replaces x by the minimum; the nearer it was, the sooner. */
    void solveInto(double[] from) {
        x = from;
        for (int i = 0; i < x.length; i++) {
            x[i] = cost[i] < Double.POSITIVE_INFINITY && q.get(i, i) > 0 ? x[i] : 0;
        }
        for (int change = 0; change <= MOST_CHANGES * (1 + x.length); change++) {
            if (!settle()) {
                java.util.Arrays.fill(x, 0);
                continue;
            }
            int entering = entering();
            if (entering < 0 || !enter(entering)) {
                return;
            }
        }
    }

    private int[] used() {
        return IntStream.range(0, x.length).filter(i -> x[i] != 0).toArray();
    }

    /** Moves the variables in use to their minimum, leaving out those that reach 0; false where they depend on each other. */
    private boolean settle() {
        for (int[] used = used(); used.length > 0; used = used()) {
            double[] target = new double[used.length];
            for (int a = 0; a < used.length; a++) {
                target[a] = r[used[a]] - Math.signum(x[used[a]]) * cost[used[a]] / 2;
            }
            if (!solve(used, target)) {
                return false;
            }
            double[] way = new double[used.length];
            for (int a = 0; a < used.length; a++) {
                way[a] = target[a] - x[used[a]];
            }
            if (move(used, way, 1) == 1) {
                for (int a = 0; a < used.length; a++) {
                    x[used[a]] = target[a];
                }
                return true;
            }
        }
        return true;
    }

    /** Moves some variables along a way, up to a length, until the first reaches 0; returns how far. */
    private double move(int[] which, double[] way, double most) {
        double length = most;
        int first = -1;
        for (int a = 0; a < which.length; a++) {
            double to0 = way[a] * x[which[a]] < 0 ? -x[which[a]] / way[a] : Double.POSITIVE_INFINITY;
            if (to0 <= length) {
                length = to0;
                first = a;
            }
        }
        for (int a = 0; a < which.length; a++) {
            x[which[a]] = a == first ? 0 : x[which[a]] + length * way[a];
        }
        return first < 0 ? length : Math.min(length, Math.nextDown(most));
    }

    /** r_i - (Qx)_i, minus half the slope of the smooth part. */
    private double slack(int i) {
        double sum = r[i];
        for (int j = 0; j < x.length; j++) {
            sum -= x[j] == 0 ? 0 : q.get(i, j) * x[j];
        }
        return sum;
    }

    /** The variable at 0 that pulls hardest beyond its cost; -1 where none does. */
    private int entering() {
        int best = -1;
        double most = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] != 0 || !(cost[i] < Double.POSITIVE_INFINITY) || !(q.get(i, i) > 0)) {
                continue;
            }
            double slack = slack(i);
            double over = (positive ? slack : Math.abs(slack)) - cost[i] / 2;
            double gain = over > ROUNDING * (cost[i] / 2 + Math.abs(r[i])) ? over * over / q.get(i, i) : 0;
            if (gain > most) {
                most = gain;
                best = i;
            }
        }
        return best;
    }

    /** Moves a variable off 0 and the others along; false where that gains nothing. */
    private boolean enter(int j) {
        int[] used = used();
        double[] along = new double[used.length];
        for (int a = 0; a < used.length; a++) {
            along[a] = q.get(used[a], j);
        }
        solve(used, along);
        double own = q.get(j, j);
        for (int a = 0; a < used.length; a++) {
            own -= along[a] * q.get(used[a], j);
        }
        double slack = slack(j);
        double sign = Math.signum(slack);
        double over = Math.abs(slack) - cost[j] / 2;
        double most = own > DEPENDENT * q.get(j, j) ? over / own : Double.POSITIVE_INFINITY;
        for (int a = 0; a < used.length; a++) {
            along[a] *= -sign;
        }
        double length = move(used, along, most);
        if (!(length > 0 && length < Double.POSITIVE_INFINITY)) {
            return false;
        }
        x[j] = sign * length;
        return true;
    }

    /** Replaces the right side by the solution of the system of these variables, by Cholesky; false where they depend on each other. */
    private boolean solve(int[] which, double[] right) {
        int n = which.length;
        double[][] l = new double[n][n];
        for (int a = 0; a < n; a++) {
            for (int b = 0; b <= a; b++) {
                double sum = q.get(which[a], which[b]);
                for (int c = 0; c < b; c++) {
                    sum -= l[a][c] * l[b][c];
                }
                if (a == b && !(sum > DEPENDENT * q.get(which[a], which[a]) / 2)) {
                    return false;
                }
                l[a][b] = a == b ? Math.sqrt(sum) : sum / l[b][b];
            }
            double sum = right[a];
            for (int c = 0; c < a; c++) {
                sum -= l[a][c] * right[c];
            }
            right[a] = sum / l[a][a];
        }
        for (int a = n - 1; a >= 0; a--) {
            for (int c = a + 1; c < n; c++) {
                right[a] -= l[c][a] * right[c];
            }
            right[a] /= l[a][a];
        }
        return true;
    }
}
