package dev.kith.structure;

import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.structure.penalty.SpectralPenalty;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Learned structure with F(A) = rho ||A||_p, the Schatten norm of A itself, {@code schatten-norm}, p &gt;= 1. What is left on W is a
 * norm too: 2 sqrt(lambda rho) (sum sigma_i^q)^(1/q), q = 2p/(p+1), of its singular values. rho left out is lambda.
 */
record SchattenNorm(double p, OptionalDouble rho) implements Relation {
    /* Theorem 6.4 of the first paper is about this F. Its sum of p-th powers, without the root, is Schatten: the same at p = 1
     * and the same family of solutions otherwise, but there lambda has another meaning at every size of the weights; here scaling
     * labels and lambda by the same factor scales the weights by it. */
    public SchattenNorm {
        if (!(p >= 1 && p < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("p must be a finite number >= 1, got " + p);
        }
        rho.ifPresent(value -> Checks.requirePositive("rho", value));
    }

    @Override
    public String name() {
        return "schatten-norm";
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of("p", Texts.number(p), "rho", Description.text(rho));
    }

    @Override
    public StructurePenalty penalty(List<String> tasks, double lambda) {
        return new Penalty(tasks.size(), lambda, p, rho.orElse(lambda));
    }

    private static final class Penalty extends SpectralPenalty {
        private static final int MOST = 200;

        private final double p;
        private final double rho;

        Penalty(int tasks, double lambda, double p, double rho) {
            super(tasks, lambda);
            this.p = p;
            this.rho = rho;
        }

        /** The p-norm, safe from overflow. */
        private static double norm(double[] values, double p) {
            double largest = 0;
            for (double value : values) {
                largest = Math.max(largest, value);
            }
            if (largest == 0 || p == Double.POSITIVE_INFINITY) {
                return largest;
            }
            double sum = 0;
            for (double value : values) {
                sum += Math.pow(value / largest, p);
            }
            return largest * Math.pow(sum, 1 / p);
        }

        /** (sum s^(q/2))^(1/q), the q-norm of the roots of s. */
        private double signal(double[] s) {
            return Math.sqrt(norm(s, p / (p + 1)));
        }

        /**
         * With N = ||g|| and h = g / N: rho h_i^(p-1) (N h_i + kappa)^2 = lambda s_i and ||h|| = 1. Every h_i falls as N grows, so N is
         * the root of one falling function, or 0 where ||h|| is at most 1 there already.
         */
        @Override
        public void writeStep(double[] s, double kappa, double[] g) {
            if (p == 1) {
                for (int i = 0; i < s.length; i++) {
                    g[i] = Math.max(0, Math.sqrt(lambda * s[i] / rho) - kappa);
                }
                return;
            }
            double most = Math.sqrt(lambda / rho) * signal(s);
            if (kappa == 0 || most == 0) {
                double whole = norm(s, p / (p + 1));
                for (int i = 0; i < s.length; i++) {
                    g[i] = most == 0 ? 0 : most * Math.pow(s[i] / whole, 1 / (p + 1));
                }
                return;
            }
            double size = size(s, kappa, most);
            for (int i = 0; i < s.length; i++) {
                g[i] = size == 0 ? 0 : size * share(s[i], kappa, size);
            }
        }

        /**
         * With N = ||g|| and h = g / N: N h_i + tau rho h_i^(p-1) = x_i and ||h|| = 1. Every h_i falls as N grows; N is found by
         * bisection, and 0 where the dual norm of x is at most tau rho.
         */
        @Override
        public void writeProx(double[] x, double tau, double[] g) {
            double weight = tau * rho;
            if (p == 1) {
                for (int i = 0; i < x.length; i++) {
                    g[i] = Math.max(0, x[i] - weight);
                }
                return;
            }
            double low = 0;
            double high = dualNorm(x) <= weight ? 0 : norm(x, p);
            double[] h = new double[x.length];
            for (int iteration = 0; iteration < MOST && high - low > 1e-16 * high; iteration++) {
                double size = (low + high) / 2;
                for (int i = 0; i < x.length; i++) {
                    h[i] = Schatten.shrunk(x[i], size, weight, p);
                }
                if (norm(h, p) > 1) {
                    low = size;
                } else {
                    high = size;
                }
            }
            for (int i = 0; i < x.length; i++) {
                g[i] = high == 0 ? 0 : high * Schatten.shrunk(x[i], high, weight, p);
            }
        }

        /** N, by Newton steps on log ||h||^p kept between ends that hold it. */
        private double size(double[] s, double kappa, double most) {
            if (norm(s, p / (p - 1)) * lambda / (rho * kappa * kappa) <= 1) {
                return 0;
            }
            double low = 0;
            double high = most;
            double size = most / 2;
            for (int iteration = 0; iteration < MOST; iteration++) {
                double sum = 0;
                double slope = 0;
                for (double value : s) {
                    double h = share(value, kappa, size);
                    double part = Math.pow(h, p);
                    sum += part;
                    slope -= 2 * p * part * h / ((p - 1) * (h * size + kappa) + 2 * h * size);
                }
                if (sum > 1) {
                    low = size;
                } else {
                    high = size;
                }
                double next = size - Math.log(sum) * sum / slope;
                if (!(next > low && next < high)) {
                    next = (low + high) / 2;
                }
                if (Math.abs(next - size) <= 1e-15 * size || next == size) {
                    return next;
                }
                size = next;
            }
            return size;
        }

        /**
         * h with rho h^(p-1) (N h + kappa)^2 = lambda s, by Newton in u = log h from above: the logarithm of the left side is increasing
         * and convex in u, so steps fall to the root without overshooting.
         */
        private double share(double s, double kappa, double size) {
            if (s == 0) {
                return 0;
            }
            double target = Math.log(lambda * s / rho);
            double u = (target - 2 * Math.log(size)) / (p + 1);
            u = Math.min(u, (target - 2 * Math.log(kappa)) / (p - 1));
            for (int iteration = 0; iteration < MOST; iteration++) {
                double part = Math.exp(u) * size;
                double excess = (p - 1) * u + 2 * Math.log(part + kappa) - target;
                double next = u - excess / (p - 1 + 2 * part / (part + kappa));
                if (Math.abs(next - u) <= 1e-15 * Math.max(1, Math.abs(u))) {
                    return Math.exp(next);
                }
                u = next;
            }
            return Math.exp(u);
        }

        @Override
        public double reduced(double[] s) {
            return 2 * Math.sqrt(lambda * rho) * signal(s);
        }

        private double dualNorm(double[] m) {
            return norm(m, p == 1 ? Double.POSITIVE_INFINITY : p / (p - 1));
        }

        /** 0 while the dual norm of m is at most rho. */
        @Override
        public double conjugate(double[] m) {
            return dualNorm(m) > rho * (1 + 1e-12) ? Double.POSITIVE_INFINITY : 0;
        }

        /** The norm is a sum: stays inside by what that may be off. */
        @Override
        public double feasible(double[] m) {
            double size = dualNorm(m) * (1 + (dimension() + 8) * 0x1p-52);
            return size <= rho ? 1 : rho / size;
        }
    }
}
