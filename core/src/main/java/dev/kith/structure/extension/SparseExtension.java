package dev.kith.structure.extension;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.Extension;
import java.util.Arrays;

/**
 * The sparse penalty, in the new column a = A c of the structure itself, whose zeros are the tasks it is not tied to:
 *
 * <pre>  G(a, s) = lambda (eps (1 + ||A^-1 a||^2) / s + s + a'A^-1 a + 2 (1 - mu) sum |a_t|)  </pre>
 */
public final class SparseExtension implements Extension {
    private static final int MOST_SWEEPS = 20_000;
    private static final double PRECISE = 1e-12;

    private final double lambda;
    private final double mu;
    private final double eps;
    private final Matrix inverse;
    private final Matrix square;
    private final double usual;

    public SparseExtension(Matrix structure, double lambda, double mu, double eps) {
        this.lambda = lambda;
        this.mu = mu;
        this.eps = eps;
        LinearAlgebra algebra = LinearAlgebra.best();
        inverse = algebra.cholesky(structure)
                .solve(Matrix.identity(structure.rows()))
                .symmetrized();
        square = algebra.multiply(inverse, inverse).symmetrized();
        usual = structure.trace() / structure.rows();
    }

    @Override
    public Matrix map() {
        return inverse;
    }

    @Override
    public double usualFreedom() {
        return usual;
    }

    private double weight() {
        return lambda * (1 - mu);
    }

    /** Coordinate descent on a'Q a - 2 l'a + 2 weight sum |a|. */
    @Override
    public double[] best(Matrix h, double[] t, double[] w, double s, double[] start) {
        Matrix q = inverse.scale(lambda).plus(lambda * eps / s, square);
        double[] l = new double[start.length];
        Matrix scaled = h.copy();
        for (int i = 0; i < h.rows(); i++) {
            for (int j = 0; j < l.length; j++) {
                scaled.set(i, j, w[i] * h.get(i, j));
                l[j] += scaled.get(i, j) * t[i];
            }
        }
        LinearAlgebra.best().multiplyInto(q, 1, h, true, scaled, false, 1);
        double[] a = start.clone();
        double[] r = l.clone();
        for (int j = 0; j < a.length; j++) {
            for (int i = 0; i < r.length && a[j] != 0; i++) {
                r[i] -= q.get(i, j) * a[j];
            }
        }
        double enough = PRECISE
                * Math.max(weight(), Arrays.stream(l).map(Math::abs).max().orElse(0));
        double worst = Double.POSITIVE_INFINITY;
        for (int sweep = 0; sweep < MOST_SWEEPS && worst > enough; sweep++) {
            worst = sweep(q, a, r);
        }
        return a;
    }

    /** One pass over the coordinates, r = l - Q a kept up to date; returns the largest change of a slope. */
    private double sweep(Matrix q, double[] a, double[] r) {
        double worst = 0;
        int n = a.length;
        for (int j = 0; j < n; j++) {
            double own = q.get(j, j);
            double free = r[j] + own * a[j];
            double next = Math.abs(free) <= weight() ? 0 : (free - Math.copySign(weight(), free)) / own;
            double change = next - a[j];
            if (change != 0) {
                a[j] = next;
                worst = Math.max(worst, Math.abs(change) * own);
                int base = j * n;
                for (int i = 0; i < n; i++) {
                    r[i] -= q.data()[base + i] * change;
                }
            }
        }
        return worst;
    }

    private double quadratic(Matrix m, double[] a) {
        Matrix column = Matrix.wrap(a.length, 1, a);
        return column.dot(LinearAlgebra.best().multiply(m, column));
    }

    @Override
    public double value(double[] a, double s) {
        double absolute = Arrays.stream(a).map(Math::abs).sum();
        return lambda * (eps * (1 + quadratic(square, a)) / s + s + quadratic(inverse, a)) + 2 * weight() * absolute;
    }

    @Override
    public double slope(double[] a, double s) {
        return lambda * (1 - eps * (1 + quadratic(square, a)) / (s * s));
    }

    @Override
    public double violation(double[] loss, double[] a, double s) {
        Matrix column = Matrix.wrap(a.length, 1, a);
        Matrix smooth =
                LinearAlgebra.best().multiply(inverse.scale(2 * lambda).plus(2 * lambda * eps / s, square), column);
        double kink = 2 * weight();
        double worst = 0;
        double size = kink;
        for (int j = 0; j < a.length; j++) {
            double slope = loss[j] + smooth.get(j, 0);
            size = Math.max(size, Math.abs(loss[j]));
            worst = Math.max(
                    worst,
                    a[j] != 0 ? Math.abs(slope + Math.copySign(kink, a[j])) : Math.max(0, Math.abs(slope) - kink));
        }
        return size > 0 ? worst / size : 0;
    }
}
