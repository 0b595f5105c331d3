package dev.kith.structure.extension;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.Extension;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Penalties of eigenvalues, in the eigenvectors of the trained block: A = E diag(e) E', c = E e^(-1/2) g, so that c'A c =
 * ||g||^2 and the corner of the extended matrix is s + ||g||^2. Directions A lacks, or in which no trained task has any
 * weight, are left out: there g is zero.
 */
abstract class SpectralExtension implements Extension {
    private static final double RANK_TOLERANCE = 1e-10;
    private static final int MOST_STEPS = 100;
    private static final double PRECISE = 1e-13;

    /** Eigenvalues of A in the directions kept. */
    final double[] e;

    private final Matrix map;
    private final double usual;

    /**
     * @param structure A
     * @param products multiplies by W'W, in the same units
     */
    SpectralExtension(TaskMatrix structure, UnaryOperator<Matrix> products) {
        Directions all = Directions.of(structure);
        double[] signal = all.signals(products);
        double top = Arrays.stream(all.values()).max().orElse(0);
        double least = RANK_TOLERANCE * RANK_TOLERANCE * Arrays.stream(signal).sum();
        int[] kept = IntStream.range(0, signal.length)
                .filter(k -> all.values()[k] > RANK_TOLERANCE * top && signal[k] > least)
                .toArray();
        e = new double[kept.length];
        map = Matrix.zeros(structure.size(), kept.length);
        for (int k = 0; k < kept.length; k++) {
            e[k] = all.values()[kept[k]];
            for (int i = 0; i < map.rows(); i++) {
                map.set(i, k, all.vectors().get(i, kept[k]) / Math.sqrt(e[k]));
            }
        }
        usual = structure.trace() > 0 ? structure.trace() / structure.size() : 1;
    }

    /** dG/dg, written into {@code out}. */
    abstract void writeGradient(double[] g, double s, double[] out);

    /** The diagonal of about the second derivative in g, all &gt; 0, written into {@code out}. */
    abstract void writeCurvature(double[] g, double s, double[] out);

    /** The second derivative is about the diagonal plus this times gg'. */
    abstract double bend(double[] g, double s);

    @Override
    public final Matrix map() {
        return map;
    }

    @Override
    public final double usualFreedom() {
        return usual;
    }

    /** Newton's method, every step shortened until it descends. */
    @Override
    public final double[] best(Matrix h, double[] t, double[] w, double s, double[] start) {
        Matrix gram = gram(h, w);
        double[] right = right(h, t, w);
        double[] g = start.clone();
        double[] slope = new double[g.length];
        double[] diagonal = new double[g.length];
        double now = objective(gram, right, g, s);
        for (int step = 0; step < MOST_STEPS && g.length > 0; step++) {
            double size = writeSlope(gram, right, g, s, slope);
            if (norm(slope) <= PRECISE * size) {
                break;
            }
            writeCurvature(g, s, diagonal);
            double[] direction = direction(gram, diagonal, bend(g, s), g, slope);
            double descent = dot(slope, direction);
            double length = 1;
            double[] next = moved(g, length, direction);
            double then = objective(gram, right, next, s);
            while (!(then <= now + 1e-4 * length * descent) && length > 1e-10) {
                length /= 2;
                next = moved(g, length, direction);
                then = objective(gram, right, next, s);
            }
            if (!(then < now)) {
                // Rounding hides further descent; the Newton step itself is still the better point near the optimum.
                return length == 1 || -descent <= 1e-12 * Math.abs(now) ? moved(g, 1, direction) : g;
            }
            g = next;
            now = then;
        }
        return g;
    }

    /** h' diag(w) h. */
    private static Matrix gram(Matrix h, double[] w) {
        Matrix scaled = h.copy();
        for (int i = 0; i < h.rows(); i++) {
            for (int j = 0; j < h.cols(); j++) {
                scaled.set(i, j, w[i] * h.get(i, j));
            }
        }
        return LinearAlgebra.best().multiplyTransposeA(h, scaled).symmetrized();
    }

    private static double[] right(Matrix h, double[] t, double[] w) {
        double[] right = new double[h.cols()];
        for (int i = 0; i < h.rows(); i++) {
            for (int j = 0; j < right.length; j++) {
                right[j] += h.get(i, j) * w[i] * t[i];
            }
        }
        return right;
    }

    /** g'gram g - 2 right'g + G(g, s). */
    private double objective(Matrix gram, double[] right, double[] g, double s) {
        double sum = value(g, s);
        for (int j = 0; j < g.length; j++) {
            double row = 0;
            for (int l = 0; l < g.length; l++) {
                row += gram.get(j, l) * g[l];
            }
            sum += g[j] * (row - 2 * right[j]);
        }
        return sum;
    }

    /** The gradient of the objective; returns the size of the parts that cancel in it. */
    private double writeSlope(Matrix gram, double[] right, double[] g, double s, double[] slope) {
        writeGradient(g, s, slope);
        double size = norm(slope) + 2 * norm(right);
        for (int j = 0; j < g.length; j++) {
            double row = -right[j];
            for (int l = 0; l < g.length; l++) {
                row += gram.get(j, l) * g[l];
            }
            slope[j] += 2 * row;
        }
        return size;
    }

    private static double[] direction(Matrix gram, double[] diagonal, double bend, double[] g, double[] slope) {
        Matrix hessian = gram.scale(2);
        for (int j = 0; j < g.length; j++) {
            for (int l = 0; l < g.length; l++) {
                hessian.add(j, l, bend * g[j] * g[l] + (j == l ? diagonal[j] : 0));
            }
        }
        double[] minus = new double[g.length];
        for (int j = 0; j < g.length; j++) {
            minus[j] = -slope[j];
        }
        try {
            return LinearAlgebra.best().cholesky(hessian).solve(minus);
        } catch (NumericalException nearlySingular) {
            return LinearAlgebra.best()
                    .cholesky(hessian.plusDiagonal(1e-12 * hessian.trace()))
                    .solve(minus);
        }
    }

    @Override
    public final double violation(double[] loss, double[] g, double s) {
        double[] gradient = new double[g.length];
        writeGradient(g, s, gradient);
        double size = norm(loss) + norm(gradient);
        return size > 0 ? norm(moved(loss, 1, gradient)) / size : 0;
    }

    private static double[] moved(double[] from, double length, double[] direction) {
        double[] to = from.clone();
        for (int j = 0; j < to.length; j++) {
            to[j] += length * direction[j];
        }
        return to;
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += a[j] * b[j];
        }
        return sum;
    }

    private static double norm(double[] a) {
        return Math.sqrt(dot(a, a));
    }
}
