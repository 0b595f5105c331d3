package stranger;

import dev.kith.structure.Description;
import dev.kith.structure.Relation;
import dev.kith.structure.RelationProvider;
import dev.kith.structure.penalty.SpectralPenalty;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Learned structure with F(A) = lambda (tr A + eps tr A^-1): few directions are shared, none is given up. */
public record BarrierTrace(double eps) implements Relation {
    @Override
    public String name() {
        return "barrier-trace";
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of("eps", Double.toString(eps));
    }

    @Override
    public StructurePenalty penalty(List<String> tasks, double lambda) {
        return new Penalty(tasks.size(), lambda, eps);
    }

    private static final class Penalty extends SpectralPenalty {
        private final double eps;

        Penalty(int tasks, double lambda, double eps) {
            super(tasks, lambda);
            this.eps = eps;
        }

        /** The g with s / (g + kappa)^2 + eps / g^2 = 1: the left side falls; sqrt(s + eps) for kappa = 0. */
        @Override
        public void writeStep(double[] s, double kappa, double[] g) {
            for (int i = 0; i < s.length; i++) {
                double low = Math.sqrt(eps);
                double high = Math.sqrt(s[i] + eps);
                for (int k = 0; k < 100 && kappa > 0; k++) {
                    double middle = (low + high) / 2;
                    double shifted = middle + kappa;
                    boolean beyond = s[i] / (shifted * shifted) + eps / (middle * middle) < 1;
                    low = beyond ? low : middle;
                    high = beyond ? middle : high;
                }
                g[i] = high;
            }
        }

        /** The g with g + tau lambda (1 - eps / g^2) = x: the left side grows. */
        @Override
        public void writeProx(double[] x, double tau, double[] g) {
            for (int i = 0; i < x.length; i++) {
                double low = 0;
                double high = x[i] + Math.sqrt(eps);
                for (int k = 0; k < 200; k++) {
                    double middle = (low + high) / 2;
                    boolean beyond = middle + tau * lambda * (1 - eps / (middle * middle)) > x[i];
                    low = beyond ? low : middle;
                    high = beyond ? middle : high;
                }
                g[i] = high;
            }
        }

        @Override
        public double reduced(double[] s) {
            double none = (dimension() - s.length) * Math.sqrt(eps);
            return 2
                    * lambda
                    * (none + Arrays.stream(s).map(x -> Math.sqrt(x + eps)).sum());
        }

        @Override
        public double conjugate(double[] m) {
            double sum = (dimension() - m.length) * Math.sqrt(lambda * lambda * eps);
            for (double value : m) {
                if (value > lambda) {
                    return Double.POSITIVE_INFINITY;
                }
                sum += Math.sqrt(lambda * eps * (lambda - value));
            }
            return -2 * sum;
        }

        @Override
        public double feasible(double[] m) {
            double largest = Arrays.stream(m).max().orElse(0);
            return largest <= lambda ? 1 : lambda / largest * (1 - 1e-12);
        }
    }

    /** Named in META-INF/services/dev.kith.structure.RelationProvider. */
    public static final class Provider implements RelationProvider {
        @Override
        public String name() {
            return "barrier-trace";
        }

        @Override
        public Relation make(Description description) {
            return new BarrierTrace(description.number("eps"));
        }
    }
}
