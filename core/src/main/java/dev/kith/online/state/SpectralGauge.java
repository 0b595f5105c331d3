package dev.kith.online.state;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.online.Snapshot;
import java.util.Arrays;

/**
 * A unitarily invariant norm ||V|| = f(singular values of V), f a symmetric gauge function: seen through G = V'V, whose
 * eigenvalues are the squares of the singular values.
 */
public sealed interface SpectralGauge permits SpectralGauge.Schatten, SpectralGauge.Largest {
    /** H with grad 1/2 ||V||^2 = V H (one of the subgradients where there are several). */
    double[][] mix(double[][] gram);

    /** ||V||^2. */
    double square(Matrix gram);

    /** The dual norm of U, from U'U. */
    double dual(Matrix gram);

    void save(Snapshot.Builder to);

    static SpectralGauge restore(Snapshot from) {
        if (from.has("directions")) {
            return new Largest((int) from.count("directions"));
        }
        return new Schatten(from.has("real p") ? from.number("real p") : from.count("p"));
    }

    /** Singular values, the largest first. */
    private static double[] singular(Matrix gram) {
        if (gram.rows() == 0) {
            return new double[0];
        }
        double[] values = LinearAlgebra.best().eigen(gram).values().data();
        double[] singular = new double[values.length];
        Arrays.setAll(singular, k -> Math.sqrt(Math.max(0, values[values.length - 1 - k])));
        return singular;
    }

    /**
     * The Schatten 2p-norm, f = ||.||_2p.
     *
     * @param p from 1 (Frobenius: tasks apart) to 1000 (nearly the spectral norm)
     */
    record Schatten(double p) implements SpectralGauge {
        public Schatten {
            if (!(p >= 1 && p <= 1000)) {
                throw new IllegalArgumentException("p must be a number from 1 to 1000, got " + p);
            }
        }

        @Override
        public double[][] mix(double[][] gram) {
            return SpectralMix.of(gram, p);
        }

        @Override
        public double square(Matrix gram) {
            return Math.pow(norm(singular(gram), 2 * p), 2);
        }

        @Override
        public double dual(Matrix gram) {
            return norm(singular(gram), 2 * p / (2 * p - 1));
        }

        private static double norm(double[] sorted, double q) {
            double top = sorted.length == 0 ? 0 : sorted[0];
            double sum = 0;
            for (double value : sorted) {
                sum += top > 0 ? Math.pow(value / top, q) : 0;
            }
            return top * Math.pow(sum, 1 / q);
        }

        @Override
        public void save(Snapshot.Builder to) {
            if (p == Math.rint(p)) {
                to.counts("p", (long) p);
            } else {
                to.numbers("real p", p);
            }
        }
    }

    /**
     * The length of the {@code count} largest singular values, f^2 = sum_{i <= count} sigma_i^2: predictions use the leading
     * directions of V only. Its dual is the spectral k-support norm [Argyriou, Foygel and Srebro 2012]. One direction is the
     * spectral norm, whose dual is the trace norm; as many as there are tasks is the Frobenius norm, tasks apart.
     */
    record Largest(int count) implements SpectralGauge {
        private static final double TIE = 1e-9;

        public Largest {
            if (count < 1) {
                throw new IllegalArgumentException("directions must be a whole number >= 1, got " + count);
            }
        }

        /** Directions that tie for the last place share it, so that the order of tasks does not matter. */
        @Override
        public double[][] mix(double[][] gram) {
            int n = gram.length;
            double[][] mix = new double[n][n];
            if (n <= count) {
                for (int i = 0; i < n; i++) {
                    mix[i][i] = 1;
                }
                return mix;
            }
            SymmetricEigen eigen = LinearAlgebra.best().eigen(Matrix.of(gram));
            double last = eigen.value(n - count);
            double room = TIE * Math.max(0, eigen.value(n - 1));
            int above = 0;
            int tied = 0;
            for (int k = 0; k < n; k++) {
                above += eigen.value(k) > last + room ? 1 : 0;
                tied += Math.abs(eigen.value(k) - last) <= room ? 1 : 0;
            }
            for (int k = 0; k < n; k++) {
                double share = eigen.value(k) > last + room
                        ? 1
                        : Math.abs(eigen.value(k) - last) <= room ? (double) (count - above) / tied : 0;
                for (int i = 0; share > 0 && i < n; i++) {
                    for (int j = 0; j < n; j++) {
                        mix[i][j] += share
                                * eigen.vectors().get(i, k)
                                * eigen.vectors().get(j, k);
                    }
                }
            }
            return mix;
        }

        @Override
        public double square(Matrix gram) {
            return Arrays.stream(singular(gram)).limit(count).map(s -> s * s).sum();
        }

        @Override
        public double dual(Matrix gram) {
            double[] w = singular(gram);
            if (w.length <= count) {
                return Math.sqrt(Arrays.stream(w).map(s -> s * s).sum());
            }
            for (int r = 0; r < count; r++) {
                int head = count - r - 1;
                double tail = Arrays.stream(w, head, w.length).sum() / (r + 1);
                boolean below = head == 0 || w[head - 1] > tail;
                if (below && tail >= w[head]) {
                    double squares = Arrays.stream(w, 0, head).map(s -> s * s).sum();
                    return Math.sqrt(squares + tail * tail * (r + 1));
                }
            }
            throw new IllegalStateException("the k-support norm has no split");
        }

        @Override
        public void save(Snapshot.Builder to) {
            to.counts("directions", count);
        }
    }
}
