package dev.kith.structure;

import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.structure.penalty.SpectralPenalty;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Tasks fall into r unknown clusters, method "cluster": the convex relaxation of A^-1 = epsM U + epsB (M - U) + epsW (I -
 * M), U = 11'/T and M the projection on cluster means. A has eigenvalue 1/epsM along the mean; on the rest 1/epsW &lt;= A
 * &lt;= 1/epsB with trace (T - r)/epsW + (r - 1)/epsB.
 *
 * @param epsMean weight of the mean of all tasks
 * @param epsBetween weight of the spread between clusters, at most {@code epsWithin}
 * @param epsWithin weight of the spread within clusters
 */
record Clustered(int clusters, double epsMean, double epsBetween, double epsWithin) implements Relation {
    public Clustered {
        if (clusters < 1) {
            throw new IllegalArgumentException("clusters must be a whole number >= 1, got " + clusters);
        }
        Checks.requirePositive("epsMean", epsMean);
        Checks.requirePositive("epsBetween", epsBetween);
        if (!(epsWithin >= epsBetween && epsWithin < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "epsWithin must be a finite number >= epsBetween = " + epsBetween + ", got " + epsWithin);
        }
    }

    @Override
    public String name() {
        return "cluster";
    }

    /** {@code eps} is {@code epsWithin}; the others are left out where they are 1. */
    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = new TreeMap<>();
        parameters.put("clusters", Integer.toString(clusters));
        parameters.put("eps", Texts.number(epsWithin));
        if (epsMean != 1) {
            parameters.put("eps-mean", Texts.number(epsMean));
        }
        if (epsBetween != 1) {
            parameters.put("eps-between", Texts.number(epsBetween));
        }
        return parameters;
    }

    @Override
    public StructurePenalty penalty(List<String> tasks, double lambda) {
        if (clusters > tasks.size()) {
            throw new IllegalArgumentException(
                    "clusters must be at most the number of tasks, " + tasks.size() + ", got " + clusters);
        }
        return new Penalty(tasks.size(), lambda, this);
    }

    private static final class Penalty extends SpectralPenalty {
        private final double mean;
        private final double alpha;
        private final double beta;
        private final int high;

        Penalty(int tasks, double lambda, Clustered c) {
            super(tasks, lambda);
            mean = 1 / c.epsMean;
            alpha = 1 / c.epsWithin;
            beta = 1 / c.epsBetween;
            high = c.clusters - 1;
        }

        @Override
        public OptionalDouble meanEigenvalue() {
            return OptionalDouble.of(mean);
        }

        /** clip(nu sqrt(s_i) - kappa, alpha, beta) with nu set by the trace; see {@link #multiplier}. */
        @Override
        public void writeStep(double[] s, double kappa, double[] g) {
            double nu = multiplier(s, kappa);
            double spare = spare();
            int empty = dimension() - s.length;
            for (int i = 0; i < s.length; i++) {
                g[i] = level(nu, s[i], kappa);
                spare -= g[i] - alpha;
                empty += s[i] == 0 ? 1 : 0;
            }
            // Fewer directions with signal than may be high: the rest of the trace is free, shared by those without.
            for (int i = 0; i < s.length && nu == Double.POSITIVE_INFINITY; i++) {
                g[i] = s[i] == 0 ? alpha + Math.max(0, spare) / empty : g[i];
            }
        }

        /** clip(x_i - nu, alpha, beta) with nu set by the trace, which falls as nu grows. */
        @Override
        public void writeProx(double[] x, double tau, double[] g) {
            double low = Arrays.stream(x).min().orElse(0) - beta;
            double top = Arrays.stream(x).max().orElse(0) - alpha;
            double nu = (low + top) / 2;
            for (int iteration = 0; iteration < 200 && low < nu && nu < top; iteration++) {
                double used = 0;
                for (double value : x) {
                    used += clipped(value - nu) - alpha;
                }
                if (used > spare()) {
                    low = nu;
                } else {
                    top = nu;
                }
                nu = (low + top) / 2;
            }
            for (int i = 0; i < x.length; i++) {
                g[i] = clipped(x[i] - nu);
            }
        }

        private double clipped(double level) {
            return Math.min(beta, Math.max(alpha, level));
        }

        private double level(double nu, double s, double kappa) {
            return s == 0 ? alpha : Math.min(beta, Math.max(alpha, nu * Math.sqrt(s) - kappa));
        }

        /** What the trace leaves above alpha everywhere. */
        private double spare() {
            return high * (beta - alpha);
        }

        /** nu such that the levels use up the trace exactly: bisection, then the linear equation of the active piece. */
        private double multiplier(double[] s, double kappa) {
            int positive = (int) Arrays.stream(s).filter(x -> x > 0).count();
            if (positive <= high || alpha == beta) {
                return Double.POSITIVE_INFINITY;
            }
            double smallest = Arrays.stream(s).filter(x -> x > 0).min().orElseThrow();
            double low = 0;
            double top = (beta + kappa) / Math.sqrt(smallest);
            for (int iteration = 0; iteration < 200 && top - low > 1e-16 * top; iteration++) {
                double nu = (low + top) / 2;
                if (used(s, nu, kappa) < spare()) {
                    low = nu;
                } else {
                    top = nu;
                }
            }
            double fixed = 0;
            double roots = 0;
            double count = 0;
            for (double value : s) {
                double level = level(top, value, kappa);
                if (level > alpha && level < beta) {
                    roots += Math.sqrt(value);
                    count++;
                } else {
                    fixed += level - alpha;
                }
            }
            return roots > 0 ? (spare() - fixed + count * (alpha + kappa)) / roots : top;
        }

        private double used(double[] s, double nu, double kappa) {
            double used = 0;
            for (double value : s) {
                used += level(nu, value, kappa) - alpha;
            }
            return used;
        }

        @Override
        public double reduced(double[] s) {
            double[] g = new double[s.length];
            writeStep(s, 0, g);
            double sum = 0;
            for (int i = 0; i < s.length; i++) {
                sum += lambda * s[i] / g[i];
            }
            return sum;
        }

        /** alpha everywhere, and the r - 1 largest raised to beta. */
        @Override
        public double conjugate(double[] m) {
            double[] sorted = m.clone();
            Arrays.sort(sorted);
            double sum = 0;
            for (int k = 0; k < sorted.length; k++) {
                sum += sorted[k] * (k >= sorted.length - high ? beta : alpha);
            }
            return sum;
        }

        @Override
        public double feasible(double[] m) {
            return 1;
        }
    }
}
