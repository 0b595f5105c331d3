package dev.kith.check.exact;

import java.util.Optional;

/**
 * R(W) = lambda min over A of tr(A^-1 (W'W + eps I)) + mu tr A + (1 - mu) sum |A_ts|. The minimum over A has no formula: {@link
 * #settle} takes Newton steps on A with |a| replaced by sqrt(a^2 + delta^2), and values are those at the A there is, so
 * from above.
 */
public final class SparsePenalty implements Penalty {
    private static final int NEWTON_STEPS = 12;

    private final Dd lambda;
    private final double mu;
    private final double eps;
    private final int dim;
    private final int tasks;
    private DdMatrix a;
    private DdMatrix inverse;

    /** @param start the structure to begin with, positive definite */
    public SparsePenalty(Dd lambda, double mu, double eps, int dim, DdMatrix start) {
        this.lambda = lambda;
        this.mu = mu;
        this.eps = eps;
        this.dim = dim;
        this.tasks = start.rows;
        a = start;
        inverse = Factor.of(start)
                .orElseThrow(() -> new IllegalArgumentException("the structure must be positive definite"))
                .inverse();
    }

    private DdMatrix target(DdMatrix u) {
        return Penalty.weights(u, dim, tasks).gram().plusDiagonal(Dd.of(eps));
    }

    private Dd cost(DdMatrix at, DdMatrix inverseAt, DdMatrix r, double delta) {
        Dd sum = inverseAt.dot(r).plus(at.trace().times(mu));
        Dd square = Dd.of(delta).square();
        Dd weight = Dd.ONE.minus(Dd.of(mu));
        for (int t = 0; t < tasks; t++) {
            for (int s = 0; s < tasks; s++) {
                Dd size = delta > 0
                        ? at.get(t, s).square().plus(square).sqrt()
                        : at.get(t, s).abs();
                sum = sum.plus(weight.times(size));
            }
        }
        return sum;
    }

    @Override
    public Dd exact(DdMatrix u) {
        return lambda.times(cost(a, inverse, target(u), 0));
    }

    @Override
    public Dd smooth(DdMatrix u, double delta) {
        return lambda.times(cost(a, inverse, target(u), delta));
    }

    @Override
    public void above(DdMatrix m) {
        Penalty.addTaskSide(m, inverse, lambda, dim);
    }

    @Override
    public void settle(DdMatrix u, double delta) {
        DdMatrix r = target(u);
        Dd value = cost(a, inverse, r, delta);
        for (int k = 0; k < NEWTON_STEPS; k++) {
            DdMatrix step = newton(r, delta);
            Dd before = value;
            for (double length = 1; length > 1e-6; length /= 2) {
                DdMatrix next = a.plus(Dd.of(length), step);
                Optional<Factor> factor = Factor.of(next);
                if (factor.isEmpty()) {
                    continue;
                }
                DdMatrix inverseNext = factor.get().inverse();
                Dd reached = cost(next, inverseNext, r, delta);
                if (reached.compareTo(value) < 0) {
                    a = next;
                    inverse = inverseNext;
                    value = reached;
                    break;
                }
            }
            if (!(before.minus(value).hi() > 1e-24 * Math.abs(value.hi()))) {
                break;
            }
        }
    }

    /** The symmetric Newton step: unknowns are the entries on and above the diagonal. */
    private DdMatrix newton(DdMatrix r, double delta) {
        DdMatrix q = inverse.times(r).times(inverse);
        int size = tasks * (tasks + 1) / 2;
        DdMatrix hessian = new DdMatrix(size, size);
        DdMatrix gradient = new DdMatrix(size, 1);
        int[] row = new int[size];
        int[] col = new int[size];
        for (int t = 0, k = 0; t < tasks; t++) {
            for (int s = t; s < tasks; s++, k++) {
                row[k] = t;
                col[k] = s;
            }
        }
        Dd weight = Dd.ONE.minus(Dd.of(mu));
        for (int k = 0; k < size; k++) {
            int t = row[k];
            int s = col[k];
            double times = t == s ? 1 : 2;
            Dd size2 = a.get(t, s).square().plus(Dd.of(delta).square());
            Dd slope = weight.times(a.get(t, s)).over(size2.sqrt());
            gradient.set(k, 0, slope.plus(t == s ? mu : 0).minus(q.get(t, s)).times(-times));
            Dd bend = weight.times(Dd.of(delta).square()).over(size2.times(size2.sqrt()));
            hessian.set(k, k, bend.times(times));
            for (int l = 0; l < size; l++) {
                hessian.add(k, l, curvature(q, t, s, row[l], col[l]).times(times));
            }
        }
        DdMatrix solved = Factor.ridged(hessian).map(f -> f.solve(gradient)).orElse(gradient);
        DdMatrix step = new DdMatrix(tasks, tasks);
        for (int k = 0; k < size; k++) {
            step.set(row[k], col[k], solved.get(k, 0));
            step.set(col[k], row[k], solved.get(k, 0));
        }
        return step;
    }

    /** Entry (t, s) of A^-1 E q + q E A^-1 for the symmetric unit E of entry (i, j). */
    private Dd curvature(DdMatrix q, int t, int s, int i, int j) {
        Dd one = inverse.get(t, i).times(q.get(j, s)).plus(q.get(t, i).times(inverse.get(j, s)));
        if (i == j) {
            return one;
        }
        return one.plus(inverse.get(t, j).times(q.get(i, s))).plus(q.get(t, j).times(inverse.get(i, s)));
    }
}
