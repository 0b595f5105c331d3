package dev.kith.structure;

import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.linalg.Matrix;
import dev.kith.structure.extension.SchattenExtension;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.Extension;
import dev.kith.structure.penalty.SpectralPenalty;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/**
 * Learned structure with F(A) = rho sum of p-th powers of the eigenvalues of A, p &gt;= 1: {@code mtfl} (p = 1, the trace
 * norm: few directions are shared), {@code okl} (p = 2, output kernel learning) or {@code schatten}. rho left out is
 * lambda, so that lambda alone scales the whole penalty.
 */
record Schatten(double p, OptionalDouble rho) implements Relation {
    public Schatten {
        if (!(p >= 1 && p < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("p must be a finite number >= 1, got " + p);
        }
        rho.ifPresent(value -> Checks.requirePositive("rho", value));
    }

    public Schatten(double p) {
        this(p, OptionalDouble.empty());
    }

    @Override
    public String name() {
        return p == 1 ? "mtfl" : p == 2 ? "okl" : "schatten";
    }

    @Override
    public Map<String, String> parameters() {
        return p == 1 || p == 2
                ? Map.of("rho", Description.text(rho))
                : Map.of("p", Texts.number(p), "rho", Description.text(rho));
    }

    @Override
    public StructurePenalty penalty(List<String> tasks, double lambda) {
        return new Penalty(tasks.size(), lambda, p, rho.orElse(lambda));
    }

    @Override
    public Optional<Extension> extension(TaskMatrix structure, UnaryOperator<Matrix> products, double lambda) {
        return Optional.of(new SchattenExtension(structure, products, p, rho.orElse(lambda)));
    }

    /**
     * The h &gt;= 0 with a h + c h^(p-1) = x for p &gt; 1, by Newton in u = log h. The logarithm of the left side is increasing and convex
     * in u, so Newton started above the root falls to it without overshooting.
     */
    static double shrunk(double x, double a, double c, double p) {
        if (!(x > 0)) {
            return 0;
        }
        double target = Math.log(x);
        double u = Math.min(Math.log(x / a), Math.log(x / c) / (p - 1));
        for (int iteration = 0; iteration < 100; iteration++) {
            double linear = a * Math.exp(u);
            double power = c * Math.exp((p - 1) * u);
            double slope = (linear + (p - 1) * power) / (linear + power);
            double next = u - (Math.log(linear + power) - target) / slope;
            if (Math.abs(next - u) <= 1e-15 * Math.max(1, Math.abs(u))) {
                return Math.exp(next);
            }
            u = next;
        }
        return Math.exp(u);
    }

    private static final class Penalty extends SpectralPenalty {
        private final double p;
        private final double rho;

        Penalty(int tasks, double lambda, double p, double rho) {
            super(tasks, lambda);
            this.p = p;
            this.rho = rho;
        }

        @Override
        public void writeStep(double[] s, double kappa, double[] g) {
            for (int i = 0; i < s.length; i++) {
                g[i] = p == 1 ? Math.max(0, Math.sqrt(lambda * s[i] / rho) - kappa) : root(s[i], kappa);
            }
        }

        @Override
        public void writeProx(double[] x, double tau, double[] g) {
            for (int i = 0; i < x.length; i++) {
                g[i] = p == 1 ? Math.max(0, x[i] - tau * rho) : shrunk(x[i], 1, tau * rho * p, p);
            }
        }

        /**
         * The g with rho p g^(p-1) (g + kappa)^2 = lambda s, by Newton in u = log g. The logarithm of the left side is
         * increasing and convex in u, so Newton started above the root falls to it without overshooting.
         */
        private double root(double s, double kappa) {
            double top = Math.pow(lambda * s / (rho * p), 1 / (p + 1));
            if (kappa == 0 || top == 0) {
                return top;
            }
            double target = Math.log(lambda * s / (rho * p));
            double u = Math.log(top);
            for (int iteration = 0; iteration < 100; iteration++) {
                double g = Math.exp(u);
                double excess = (p - 1) * u + 2 * Math.log(g + kappa) - target;
                double next = u - excess / (p - 1 + 2 * g / (g + kappa));
                if (Math.abs(next - u) <= 1e-15 * Math.max(1, Math.abs(u)) || next == u) {
                    return Math.exp(next);
                }
                u = next;
            }
            return Math.exp(u);
        }

        @Override
        public double reduced(double[] s) {
            double sum = 0;
            for (double value : s) {
                double g = Math.pow(lambda * value / (rho * p), 1 / (p + 1));
                sum += g > 0 ? lambda * value / g + rho * Math.pow(g, p) : 0;
            }
            return sum;
        }

        @Override
        public double conjugate(double[] m) {
            double sum = 0;
            for (double value : m) {
                if (p > 1) {
                    sum += value * Math.pow(value / (rho * p), 1 / (p - 1)) * (1 - 1 / p);
                } else if (value > rho * (1 + 1e-12)) {
                    return Double.POSITIVE_INFINITY;
                }
            }
            return sum;
        }

        @Override
        public double feasible(double[] m) {
            double largest = 0;
            for (double value : m) {
                largest = Math.max(largest, value);
            }
            return p > 1 || largest <= rho ? 1 : rho / largest;
        }
    }
}
