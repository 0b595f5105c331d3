package dev.kith.structure.sparse;

import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.StructurePenalty;

/**
 * An upper bound of the sup over A of tr(A c M) - F(A) for the sparse penalty, from a structure matrix A near the best:
 *
 * <pre>  -2 lambda sqrt(eps) tr Q^1/2,   Q = mu I + (1 - mu) Gamma - c M / lambda,  </pre>
 *
 * for any |Gamma| &lt;= 1 that makes Q positive semidefinite.
 */
public record SparseBound(double lambda, double mu, double eps, Matrix a) {
    /* At the optimum Q = eps A^-2, so C = M / lambda + eps A^-2 is what mu I + (1 - mu) Gamma should be, but for |C_ts| <=
     * 1 - mu. Two ways to see to that. Scaling C and M down together always leaves Q positive, but costs in the first
     * order. Taking Gamma = sign A where A is not zero, and cutting C elsewhere, costs only in the second order, as there
     * the bound does not depend on Gamma; but Q may cease to be positive. What is taken lies between the two, as far
     * towards the second as Q stays positive. In both Gamma has ones on the diagonal, where A is positive. */
    private static final int BISECTIONS = 8;
    /** At the very edge tr Q^1/2 falls steeply: stay this much inside. */
    private static final double INSIDE = 0.9;
    /** Computed eigenvalues are off by the matrix's size times this, once per row. */
    private static final double ROUNDING = 0x1p-51;

    public StructurePenalty.Sup sup(Matrix m) {
        return sup(m, new Factors(a).inverseSquare());
    }

    /** @param inverseSquare A^-2 */
    StructurePenalty.Sup sup(Matrix m, Matrix inverseSquare) {
        Matrix n = m.scale(1 / lambda);
        Matrix c = n.plus(eps, inverseSquare);
        double scale = fitting(c);
        Matrix safe = c.scale(scale);
        Matrix sharp = Matrix.zeros(n.rows(), n.rows());
        for (int t = 0; t < n.rows(); t++) {
            for (int s = 0; s < n.rows(); s++) {
                sharp.set(t, s, s == t ? 1 : multiplier(a.get(t, s), c.get(t, s)));
            }
            safe.set(t, t, 1);
        }
        return between(new Path(safe, Math.sqrt(scale), sharp, n));
    }

    /** The largest factor up to 1 that brings C within range. */
    private double fitting(Matrix c) {
        double scale = 1;
        for (int t = 0; t < c.rows(); t++) {
            for (int s = 0; s < c.rows(); s++) {
                double size = Math.abs(c.get(t, s));
                double most = s == t ? 1 : 1 - mu;
                scale = size > most ? Math.min(scale, most / size) : scale;
            }
        }
        return scale;
    }

    private double multiplier(double link, double wanted) {
        return link != 0 ? Math.copySign(1 - mu, link) : Math.max(mu - 1, Math.min(1 - mu, wanted));
    }

    /** Q on the way from the safe multipliers with c = root^2 (share 0) to the sharp ones with c = 1 (share 1). */
    private record Path(Matrix safe, double root, Matrix sharp, Matrix n) {
        double c(double share) {
            double mixed = share + (1 - share) * root;
            return mixed * mixed;
        }

        Matrix q(double share) {
            return safe.scale(1 - share).plus(share, sharp).plus(-c(share), n);
        }
    }

    private StructurePenalty.Sup between(Path path) {
        double share = 1;
        // Whether there is a factor is known long before the eigenvalues are.
        Matrix sharpest = path.q(1);
        double trace = Blocks.of(sharpest).positive() ? rootTrace(sharpest) : Double.NEGATIVE_INFINITY;
        if (!(trace >= 0)) {
            share = INSIDE * furthest(path);
            trace = rootTrace(path.q(share));
        }
        // With c = 0 and Gamma = I, Q = I is always there.
        return trace >= 0
                ? new StructurePenalty.Sup(path.c(share), -2 * lambda * Math.sqrt(eps) * trace)
                : new StructurePenalty.Sup(0, -2 * lambda * Math.sqrt(eps) * a.rows());
    }

    private static double furthest(Path path) {
        double share = 0;
        double beyond = 1;
        for (int k = 0; k < BISECTIONS; k++) {
            double middle = (share + beyond) / 2;
            boolean positive = Blocks.of(path.q(middle)).positive();
            share = positive ? middle : share;
            beyond = positive ? beyond : middle;
        }
        return share;
    }

    /** No more than tr Q^1/2; minus infinity where rounding leaves it open whether Q is positive semidefinite. */
    public static double rootTrace(Matrix q) {
        double[] values = Blocks.of(q).eigenvalues();
        int n = values.length;
        double off = n == 0 ? 0 : (n + 8) * ROUNDING * Math.max(values[n - 1], -values[0]);
        double sum = 0;
        for (int k = 0; k < n; k++) {
            if (!(values[k] >= off)) {
                return Double.NEGATIVE_INFINITY;
            }
            sum += Math.sqrt(values[k] - off);
        }
        return sum;
    }
}
