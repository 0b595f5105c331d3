package dev.kith.check.exact;

import org.jspecify.annotations.Nullable;

/**
 * R(W) = ridge tr W'W + min over A of lambda tr(A^-1 W'W) + f(eigenvalues of A). With {@code mean}, A^-1 has that eigenvalue
 * along 1/sqrt(T) and only the space orthogonal to it is free.
 */
public final class SpectralPenalty implements Penalty {
    private final Spectrum spectrum;
    private final Dd lambda;
    private final Dd ridge;
    private final @Nullable Dd mean;
    private final int dim;
    private final int tasks;
    private DdMatrix precision;

    public SpectralPenalty(Spectrum spectrum, Dd lambda, Dd ridge, @Nullable Dd mean, int dim, int tasks) {
        this.spectrum = spectrum;
        this.lambda = lambda;
        this.ridge = ridge;
        this.mean = mean;
        this.dim = dim;
        this.tasks = tasks;
        precision = DdMatrix.identity(tasks);
    }

    /** W Q with Q an orthonormal basis of the free space. */
    private DdMatrix free(DdMatrix w) {
        return mean == null ? w : w.times(contrasts());
    }

    /** Helmert's contrasts: T x (T - 1), orthonormal, orthogonal to 1. */
    private DdMatrix contrasts() {
        DdMatrix q = new DdMatrix(tasks, tasks - 1);
        for (int k = 1; k < tasks; k++) {
            Dd length = Dd.of(k * (k + 1.0)).sqrt();
            for (int t = 0; t < k; t++) {
                q.set(t, k - 1, Dd.ONE.over(length));
            }
            q.set(k, k - 1, Dd.of(-k).over(length));
        }
        return q;
    }

    private Dd meanPart(DdMatrix w) {
        if (mean == null) {
            return Dd.ZERO;
        }
        Dd sum = Dd.ZERO;
        for (int j = 0; j < dim; j++) {
            Dd row = Dd.ZERO;
            for (int t = 0; t < tasks; t++) {
                row = row.plus(w.get(j, t));
            }
            sum = sum.plus(row.square());
        }
        return sum.times(lambda).times(mean).over(tasks);
    }

    @Override
    public Dd exact(DdMatrix u) {
        DdMatrix w = Penalty.weights(u, dim, tasks);
        Dd[] s = Jacobi.singularValues(free(w));
        for (int i = 0; i < s.length; i++) {
            s[i] = s[i].square();
        }
        return spectrum.reduced(lambda, s).plus(meanPart(w)).plus(ridge.times(w.dot(w)));
    }

    private Jacobi decompose(DdMatrix w, double delta) {
        return Jacobi.of(free(w).gram().plusDiagonal(Dd.of(delta).square()));
    }

    private static Dd[] positive(Jacobi eigen) {
        Dd[] s = new Dd[eigen.values.length];
        for (int i = 0; i < s.length; i++) {
            s[i] = eigen.values[i].max(Dd.ZERO);
        }
        return s;
    }

    @Override
    public void settle(DdMatrix u, double delta) {
        Jacobi eigen = decompose(Penalty.weights(u, dim, tasks), delta);
        Dd[] g = spectrum.step(positive(eigen));
        DdMatrix scaled = eigen.vectors.copy();
        for (int j = 0; j < scaled.cols; j++) {
            for (int i = 0; i < scaled.rows; i++) {
                scaled.set(i, j, scaled.get(i, j).over(g[j]));
            }
        }
        precision = scaled.times(eigen.vectors.transpose());
        if (mean != null) {
            DdMatrix q = contrasts();
            precision = q.times(precision).times(q.transpose());
            for (int t = 0; t < tasks; t++) {
                for (int s = 0; s < tasks; s++) {
                    precision.add(t, s, mean.over(tasks));
                }
            }
        }
        precision = precision.plusDiagonal(ridge.over(lambda));
    }

    @Override
    public Dd smooth(DdMatrix u, double delta) {
        DdMatrix w = Penalty.weights(u, dim, tasks);
        Dd learned = spectrum.reduced(lambda, positive(decompose(w, delta)));
        return learned.plus(meanPart(w)).plus(ridge.times(w.dot(w)));
    }

    @Override
    public void above(DdMatrix m) {
        Penalty.addTaskSide(m, precision, lambda, dim);
    }
}
