package dev.kith.structure.ties;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.linalg.ThinSvd;
import dev.kith.structure.matrix.TaskSpectrum;
import dev.kith.structure.penalty.SpectralPenalty;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which directions of the features the tasks of a linear model share, where the fit charges for directions: learned structures that see
 * only eigenvalues. With W = U diag(s) V' the weights of all tasks (features x tasks, in the units of the fit), direction k is column k
 * of U, its share of the weights is s_k^2 / sum s^2, and
 *
 * <pre>  D = U diag(g) U',   g = argmin of sum_k lambda s_k^2 / g_k + F(g),   scaled to trace 1,  </pre>
 *
 * is the matrix on the feature side of the same problem: min over D of lambda tr(W'D^-1 W) + F(D) is what the tasks' structure costs. For
 * the trace norm, F = lambda tr D, and for A of trace 1 that is (W W')^1/2 / tr (W W')^1/2; with powers or norms of order p, g_k is in
 * proportion to s_k^(2 / (p + 1)); with the log determinant directions without weights have a part of D, too. One direction with nearly all of
 * the share means that tasks differ in strength and sign only.
 *
 * @param features names, in order
 * @param directions of unit length, largest share first, those without weight left out; the largest entry is positive
 * @param base the eigenvalue of D along all other directions
 */
public record SharedDirections(List<String> features, List<Direction> directions, double base) {
    /** Singular values below this share of the largest are rounding. */
    private static final double RANK_TOLERANCE = 1e-10;

    private static final double NEARLY_ALL = 0.95;

    /** Work that a page or a screen does not wait for: products of numbers in a decomposition. */
    private static final double MOST_WORK = 3e8;

    public SharedDirections {
        features = List.copyOf(features);
        directions = List.copyOf(directions);
    }

    /**
     * A direction of the features.
     *
     * @param strength its singular value
     * @param share of the sum of squared weights of all tasks
     * @param eigenvalue of D along it
     * @param entries features x 1, of length 1
     */
    public record Direction(double strength, double share, double eigenvalue, Matrix entries) {
        public Direction {
            entries = entries.frozen();
        }
    }

    /** A feature's part in a direction. */
    public record Part(String feature, double weight) {}

    /**
     * The directions of these weights.
     *
     * @param weights features x tasks, in units in which features are comparable
     * @param penalty what the fit charges for directions, for as many of them as there are features; none with an eigenvalue of its own
     *     for the mean
     */
    public static SharedDirections of(List<String> features, Matrix weights, SpectralPenalty penalty) {
        ThinSvd svd = LinearAlgebra.best().svd(weights);
        TaskSpectrum d = penalty.structure(weights);
        double trace = d.trace();
        double total = weights.dot(weights);
        List<Direction> directions = new ArrayList<>();
        for (int k = 0; k < svd.s().cols() && svd.value(k) > RANK_TOLERANCE * svd.value(0); k++) {
            Matrix entries = Matrix.zeros(features.size(), 1);
            int largest = 0;
            for (int j = 0; j < features.size(); j++) {
                entries.set(j, 0, svd.u().get(j, k));
                largest = Math.abs(entries.get(j, 0)) > Math.abs(entries.get(largest, 0)) ? j : largest;
            }
            double sign = Math.signum(entries.get(largest, 0));
            double share = svd.value(k) * svd.value(k) / total;
            directions.add(new Direction(svd.value(k), share, d.values()[k] / trace, entries.scale(sign)));
        }
        return new SharedDirections(features, directions, trace > 0 ? d.base() / trace : 0);
    }

    /** Whether directions of so many weights are found while somebody waits. */
    public static boolean quick(int features, int tasks) {
        return (double) features * tasks * Math.min(features, tasks) <= MOST_WORK;
    }

    /**
     * C of problem (Q) for weights B and a structure A, C = B A^+: the coefficients of the dictionary functions g_s, with f_t = sum_s
     * A_ts g_s up to intercepts.
     *
     * @param coefficients B, a column per task: weights of linear models or coefficients of kernels, in the units of the fit
     * @param structure A, T x T; directions without weight in it are left out
     */
    public static Matrix dictionary(Matrix coefficients, Matrix structure) {
        SymmetricEigen eigen = LinearAlgebra.best().eigen(structure);
        double top = eigen.size() == 0 ? 0 : eigen.value(eigen.size() - 1);
        Matrix inverse = eigen.rebuild(value -> value > RANK_TOLERANCE * top ? 1 / value : 0);
        return LinearAlgebra.best().multiply(coefficients, inverse);
    }

    /** D: features x features, of trace 1; zero where neither weights nor the penalty give it a value. */
    public Matrix matrix() {
        Matrix d = Matrix.identity(features.size()).scale(base);
        for (Direction direction : directions) {
            double value = direction.eigenvalue - base;
            for (int i = 0; i < features.size(); i++) {
                for (int j = 0; j < features.size(); j++) {
                    d.add(i, j, value * direction.entries.get(i, 0) * direction.entries.get(j, 0));
                }
            }
        }
        return d;
    }

    /** How many of the first directions to show: those up to 95% of the weights, and no more than {@code most}. */
    public int worthShowing(int most) {
        double seen = 0;
        int count = 0;
        while (count < Math.min(most, directions.size()) && seen < NEARLY_ALL) {
            seen += directions.get(count++).share;
        }
        return count;
    }

    /** The share of the weights along all directions from number {@code first} on. */
    public double shareFrom(int first) {
        return directions.stream().skip(first).mapToDouble(Direction::share).sum();
    }

    /** The features with most weight in direction k, largest first. */
    public List<Part> leading(int k, int most) {
        Matrix entries = directions.get(k).entries;
        return IntStream.range(0, features.size())
                .mapToObj(j -> new Part(features.get(j), entries.get(j, 0)))
                .sorted(Comparator.comparingDouble(part -> -Math.abs(part.weight)))
                .limit(most)
                .toList();
    }
}
