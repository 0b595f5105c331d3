package dev.kith.structure;

import dev.kith.data.DataException;
import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.linalg.Matrix;
import dev.kith.structure.extension.LogDetExtension;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.Extension;
import dev.kith.structure.penalty.SpectralPenalty;
import dev.kith.structure.penalty.StructurePenalty;
import dev.kith.structure.sparse.PatternPenalty;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Learned structure with F(A) = rho (mu tr A - log det A), {@code logdet}: A stays well away from singular; a task
 * without signal keeps A_tt = 1/mu. rho left out is lambda.
 *
 * @param pattern which pairs of tasks may be related: A is zero for all others; empty where all may
 */
record LogDet(double mu, OptionalDouble rho, Optional<TaskGraph> pattern) implements Relation {
    static final String PATTERN = "pattern";

    /** Matrices of tasks x tasks at the same time with a pattern: A, its factors, gradients of two steps, the bound's. */
    private static final int MATRICES = 14;

    public LogDet {
        Checks.requirePositive("mu", mu);
        rho.ifPresent(value -> Checks.requirePositive("rho", value));
        pattern = pattern.map(graph -> graph.unweighted());
    }

    public LogDet(double mu, OptionalDouble rho) {
        this(mu, rho, Optional.empty());
    }

    public LogDet(double mu) {
        this(mu, OptionalDouble.empty());
    }

    static LogDet of(Description d) {
        return new LogDet(
                d.number("mu"),
                d.numberOrLambda("rho"),
                d.parameters().containsKey(PATTERN)
                        ? Optional.of(TaskGraph.parse(d.content(PATTERN, Texts.EDGES)))
                        : Optional.empty());
    }

    @Override
    public String name() {
        return "logdet";
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> own = Map.of("mu", Texts.number(mu), "rho", Description.text(rho));
        if (pattern.isEmpty()) {
            return own;
        }
        Map<String, String> all = new TreeMap<>(own);
        all.put(PATTERN, pattern.get().text());
        return all;
    }

    @Override
    public boolean namesTasks() {
        return pattern.isPresent();
    }

    @Override
    public void requireRoom(int tasks) {
        if (pattern.isPresent()) {
            TaskMatrix.requireDense("method '" + name() + "' with a pattern", tasks, MATRICES);
        }
    }

    @Override
    public StructurePenalty penalty(List<String> tasks, double lambda) {
        return pattern.isPresent()
                ? new PatternPenalty(pattern.get().mask(tasks), lambda, mu, rho.orElse(lambda))
                : new Penalty(tasks.size(), lambda, mu, rho.orElse(lambda));
    }

    @Override
    public Optional<Extension> extension(TaskMatrix structure, UnaryOperator<Matrix> products, double lambda) {
        if (pattern.isPresent()) {
            // What a new task borrows from a neighbour reaches the neighbour's neighbours, for whom A has to stay zero.
            throw new DataException("a model of method '" + name()
                    + "' with a pattern takes no new tasks; fit all tasks again, with the new ones in the pattern");
        }
        return Optional.of(new LogDetExtension(structure, products, mu, rho.orElse(lambda)));
    }

    private static final class Penalty extends SpectralPenalty {
        private final double mu;
        private final double rho;

        Penalty(int tasks, double lambda, double mu, double rho) {
            super(tasks, lambda);
            this.mu = mu;
            this.rho = rho;
        }

        @Override
        public void writeStep(double[] s, double kappa, double[] g) {
            for (int i = 0; i < s.length; i++) {
                g[i] = root(s[i], kappa);
            }
        }

        /** The positive root of g^2 - b g = tau rho, b = x - tau rho mu. */
        @Override
        public void writeProx(double[] x, double tau, double[] g) {
            for (int i = 0; i < x.length; i++) {
                double b = x[i] - tau * rho * mu;
                double root = Math.sqrt(b * b + 4 * tau * rho);
                g[i] = b > 0 ? (b + root) / 2 : 2 * tau * rho / (root - b);
            }
        }

        /** The g with lambda s / (g + kappa)^2 = rho (mu - 1/g), between 1/mu and its value at kappa = 0. */
        private double root(double s, double kappa) {
            double top = (1 + Math.sqrt(1 + 4 * mu * lambda * s / rho)) / (2 * mu);
            double low = 1 / mu;
            double high = top;
            double g = kappa == 0 ? top : low;
            for (int iteration = 0; kappa > 0 && iteration < 100; iteration++) {
                double excess = rho * (mu - 1 / g) - lambda * s / ((g + kappa) * (g + kappa));
                if (excess > 0) {
                    high = g;
                } else {
                    low = g;
                }
                double slope = rho / (g * g) + 2 * lambda * s / Math.pow(g + kappa, 3);
                double next = g - excess / slope;
                if (!(next >= low && next <= high)) {
                    next = (low + high) / 2;
                }
                if (Math.abs(next - g) <= 1e-15 * g) {
                    return next;
                }
                g = next;
            }
            return g;
        }

        @Override
        public double reduced(double[] s) {
            double sum = (dimension() - s.length) * rho * (1 + Math.log(mu));
            for (double value : s) {
                double g = root(value, 0);
                sum += lambda * value / g + rho * (mu * g - Math.log(g));
            }
            return sum;
        }

        @Override
        public double conjugate(double[] m) {
            double sum = -(dimension() - m.length) * rho * (1 + Math.log(mu));
            for (double value : m) {
                if (value >= rho * mu) {
                    return Double.POSITIVE_INFINITY;
                }
                sum += rho * (Math.log(rho / (rho * mu - value)) - 1);
            }
            return sum;
        }

        /** mu g and log g cancel; both are within a multiple of the value and of what no signal costs. */
        @Override
        public double magnitude(double value) {
            return 3 * (Math.abs(value) + dimension() * rho * (1 + Math.abs(Math.log(mu))));
        }

        @Override
        public double feasible(double[] m) {
            double largest = 0;
            for (double value : m) {
                largest = Math.max(largest, value);
            }
            // The sup grows without bound at rho mu itself, so stay a little below.
            return largest < 0.99 * rho * mu ? 1 : Math.min(1, 0.99 * rho * mu / largest);
        }
    }
}
