package dev.kith.structure;

import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.extension.Directions;
import dev.kith.structure.extension.SchattenExtension;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.Extension;
import dev.kith.structure.penalty.SpectralPenalty;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Relationship learning, {@code mtrl}: A of trace 1, with an optional plain ridge lambda1 tr(W'W) beside it.
 *
 * <p>The ridge is carried inside the structure: lambda tr(A^-1 S) + lambda1 tr S = lambda tr(E^-1 S) with the effective
 * matrix E = A (I + r A)^-1, r = lambda1 / lambda. Solvers see E; users are shown A.
 */
record TraceConstrained(double lambda1) implements Relation {
    private static final double RANK_TOLERANCE = 1e-12;

    public TraceConstrained {
        Checks.requireNonNegative("lambda1", lambda1);
    }

    public TraceConstrained() {
        this(0);
    }

    @Override
    public String name() {
        return "mtrl";
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of("lambda1", Texts.number(lambda1));
    }

    @Override
    public StructurePenalty penalty(List<String> tasks, double lambda) {
        return new Penalty(tasks.size(), lambda, lambda1 / lambda);
    }

    @Override
    public Optional<Extension> extension(TaskMatrix structure, UnaryOperator<Matrix> products, double lambda) {
        // With a ridge there is no price of trace alone: the structure of all tasks is minimised out again.
        return lambda1 > 0
                ? Optional.empty()
                : Optional.of(new SchattenExtension(structure, products, 1, price(structure, products, lambda)));
    }

    /**
     * What the trained tasks pay for a unit of the trace they had to share: nu with lambda tr(A^-1 W'W) + nu tr A least
     * at their A, so that the new task has its trace at the same price instead of at theirs.
     */
    private static double price(TaskMatrix a, UnaryOperator<Matrix> products, double lambda) {
        Directions directions = Directions.of(a);
        double[] signals = directions.signals(products);
        double cost = 0;
        for (int k = 0; k < signals.length; k++) {
            double value = directions.values()[k];
            cost += value > RANK_TOLERANCE * a.largest() ? signals[k] / value : 0;
        }
        return cost > 0 ? lambda * cost / a.trace() : lambda;
    }

    private static final class Penalty extends SpectralPenalty {
        private final double r;

        Penalty(int tasks, double lambda, double r) {
            super(tasks, lambda);
            this.r = r;
        }

        /** Water filling: eigenvalues of A are (nu sqrt(s_i) - kappa)_+ / (1 + kappa r) with nu set by their sum, 1. */
        @Override
        public void writeStep(double[] s, double kappa, double[] g) {
            double[] roots = Arrays.stream(s).map(Math::sqrt).sorted().toArray();
            double sum = 0;
            double nu = 0;
            for (int k = 1; k <= roots.length; k++) {
                double root = roots[roots.length - k];
                if (root == 0 || (k > 1 && nu * root <= kappa)) {
                    break;
                }
                sum += root;
                nu = (1 + kappa * r + k * kappa) / sum;
            }
            for (int i = 0; i < s.length; i++) {
                double a = nu > 0 ? Math.max(0, nu * Math.sqrt(s[i]) - kappa) / (1 + kappa * r) : 1.0 / dimension();
                g[i] = a / (1 + r * a);
            }
        }

        /**
         * The nearest e with sum e / (1 - r e) = 1: e_i + nu / (1 - r e_i)^2 = x_i, or 0 where nu is at least x_i, with nu set by
         * the sum, which falls as nu grows.
         */
        @Override
        public void writeProx(double[] x, double tau, double[] g) {
            double low = 0;
            double high = Arrays.stream(x).max().orElse(0);
            for (int iteration = 0; iteration < 200 && high - low > 1e-17 * high; iteration++) {
                double nu = (low + high) / 2;
                double sum = 0;
                for (double value : x) {
                    double e = below(value, nu);
                    sum += e / (1 - r * e);
                }
                if (sum > 1) {
                    low = nu;
                } else {
                    high = nu;
                }
            }
            for (int i = 0; i < x.length; i++) {
                g[i] = below(x[i], high);
            }
        }

        /** The e in [0, 1/r) with e + nu / (1 - r e)^2 = x, by Newton from above in the convex left side; 0 where there is none. */
        private double below(double x, double nu) {
            if (x <= nu || r == 0) {
                return Math.max(0, x - nu);
            }
            double low = 0;
            double e = Math.min(x - nu, (1 - Math.sqrt(nu / (x + nu))) / r);
            for (int iteration = 0; iteration < 100; iteration++) {
                double rest = 1 - r * e;
                double excess = e + nu / (rest * rest) - x;
                double next = e - excess / (1 + 2 * r * nu / (rest * rest * rest));
                if (!(next < e && next > low)) {
                    return e;
                }
                e = next;
            }
            return e;
        }

        @Override
        public double reduced(double[] s) {
            double roots = 0;
            double ridge = 0;
            for (double value : s) {
                roots += Math.sqrt(value);
                ridge += value;
            }
            return lambda * (roots * roots + r * ridge);
        }

        /** sup of sum m_i a_i / (1 + r a_i) over a &gt;= 0 with sum 1; for r = 0 the largest m. */
        @Override
        public double conjugate(double[] m) {
            double largest = 0;
            for (double value : m) {
                largest = Math.max(largest, value);
            }
            if (r == 0 || largest == 0) {
                return largest;
            }
            // Lagrangian bound, valid for every nu: nu + sum over m_i > nu of (sqrt(m_i) - sqrt(nu))^2 / r
            double low = 0;
            double high = largest;
            for (int iteration = 0; iteration < 200 && high - low > 1e-16 * largest; iteration++) {
                double nu = (low + high) / 2;
                double total = 0;
                for (double value : m) {
                    total += Math.max(0, Math.sqrt(value / nu) - 1) / r;
                }
                if (total > 1) {
                    low = nu;
                } else {
                    high = nu;
                }
            }
            double bound = high;
            for (double value : m) {
                double excess = Math.max(0, Math.sqrt(value) - Math.sqrt(high));
                bound += excess * excess / r;
            }
            return bound;
        }

        @Override
        public double feasible(double[] m) {
            return 1;
        }

        @Override
        public Matrix shown(Matrix effective) {
            return r == 0 ? effective : LinearAlgebra.best().eigen(effective).rebuild(e -> shown(Math.max(0, e)));
        }

        @Override
        protected double shown(double effective) {
            return effective / (1 - r * effective);
        }
    }
}
