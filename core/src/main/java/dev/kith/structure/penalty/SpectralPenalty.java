package dev.kith.structure.penalty;

import dev.kith.data.shape.Checks;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.linalg.ThinSvd;
import dev.kith.structure.matrix.TaskSpectrum;
import java.util.OptionalDouble;

/**
 * A convex penalty that sees only eigenvalues: F(A) = f(g) for the eigenvalues g of A, the same in every order. A keeps the
 * eigenvectors of S and each structure step is a problem in numbers
 *
 * <pre>  min over g of sum_i lambda s_i / (g_i + kappa) + f(g)  </pre>
 *
 * Five methods are all that solvers, certificates and adaptation need: {@link #writeStep}, {@link #writeProx}, {@link #reduced},
 * {@link #conjugate} and {@link #feasible}. The cost of a direction and the conjugate must not fall where an eigenvalue grows, and {@link #reduced}
 * is concave in s, as a minimum of linear functions is.
 *
 * <p>With {@link #meanEigenvalue()} the direction 1/sqrt(T) of all tasks together has a given eigenvalue and only the T - 1
 * others are free. Arrays of eigenvalues may be shorter than {@link #dimension()}: the ones left out are zeros, so that a
 * solver may work on whichever of features and tasks is the smaller side.
 *
 * <p>{@code SpectralPenaltyContract} in the tests checks what is said here.
 */
public abstract class SpectralPenalty implements StructurePenalty {
    /** Singular values of weights below this fraction of the largest are rounding. */
    private static final double RANK_TOLERANCE = 1e-13;

    private final int tasks;
    /** lambda of the objective, &gt; 0. */
    protected final double lambda;

    /**
     * For so many tasks, inside an objective with this lambda.
     *
     * @throws IllegalArgumentException unless lambda is a finite number &gt; 0
     */
    protected SpectralPenalty(int tasks, double lambda) {
        this.tasks = tasks;
        this.lambda = Checks.requirePositive("lambda", lambda);
    }

    /** Number of free eigenvalues. */
    public final int dimension() {
        return meanEigenvalue().isEmpty() ? tasks : tasks - 1;
    }

    /** The eigenvalue of A along 1/sqrt(T), &gt; 0; empty where that direction is free like the others. */
    public OptionalDouble meanEigenvalue() {
        return OptionalDouble.empty();
    }

    /** The minimising g for eigenvalues s of S (any order, s &gt;= 0), written into {@code g}. */
    public abstract void writeStep(double[] s, double kappa, double[] g);

    /**
     * The proximal step of f itself, argmin over g of f(g) + sum_i (g_i - x_i)^2 / (2 tau), written into {@code g}.
     *
     * @param x {@link #dimension()} numbers in any order, none below those of some g of the domain: where a step from there
     *     along the slope of sum lambda s / g ends
     * @param tau &gt; 0
     */
    public abstract void writeProx(double[] x, double tau, double[] g);

    /** min over g of sum lambda s / g + f(g), the eigenvalues left out of {@code s} being zero. */
    public abstract double reduced(double[] s);

    /** sup over g of g'm - f(g), for eigenvalues m &gt;= 0 of M. */
    public abstract double conjugate(double[] m);

    /** The largest c in [0, 1] with a finite conjugate of c m. */
    public abstract double feasible(double[] m);

    /** The eigenvalue to show users for one of a minimiser; differs where {@link #shown(Matrix)} does. */
    protected double shown(double effective) {
        return effective;
    }

    /**
     * The structure to show for weights of fewer features than tasks: argmin over A of lambda tr(A^-1 W'W) + F(A), from the
     * singular vectors of the weights.
     *
     * @param wt the weights, T x features
     */
    public final TaskSpectrum structure(Matrix wt) {
        boolean centred = meanEigenvalue().isPresent();
        ThinSvd svd = LinearAlgebra.best().svd(centred ? wt.centredColumns() : wt);
        double top = svd.s().cols() == 0 ? 0 : svd.s().get(0, 0);
        int rank = 0;
        while (rank < Math.min(svd.s().cols(), dimension()) && svd.s().get(0, rank) > RANK_TOLERANCE * top) {
            rank++;
        }
        // One more eigenvalue than the weights have: that of all directions without weights.
        double[] s = new double[Math.min(rank + 1, dimension())];
        for (int k = 0; k < rank; k++) {
            s[k] = svd.s().get(0, k) * svd.s().get(0, k);
        }
        double[] g = new double[s.length];
        writeStep(s, 0, g);
        int mean = centred ? 1 : 0;
        Matrix vectors = Matrix.zeros(tasks, rank + mean);
        double[] values = new double[rank + mean];
        for (int k = 0; k < rank + mean; k++) {
            values[k] = shown(k < rank ? g[k] : meanOrOne());
            for (int t = 0; t < tasks; t++) {
                vectors.set(t, k, k < rank ? svd.u().get(t, k) : 1 / Math.sqrt(tasks));
            }
        }
        return new TaskSpectrum(vectors, values, rank < s.length ? shown(g[rank]) : 0);
    }

    @Override
    public final boolean proximable() {
        return true;
    }

    @Override
    public final Matrix step(Matrix s, double kappa) {
        SymmetricEigen eigen = decompose(s);
        double[] g = new double[dimension()];
        writeStep(freeValues(eigen), kappa, g);
        Matrix vectors = eigen.vectors();
        Matrix scaled = Matrix.zeros(tasks, tasks);
        for (int j = 0; j < tasks; j++) {
            double eigenvalue = j < g.length ? g[j] : meanOrOne();
            for (int i = 0; i < tasks; i++) {
                scaled.set(i, j, vectors.get(i, j) * eigenvalue);
            }
        }
        return LinearAlgebra.best().multiplyTransposeB(scaled, vectors).symmetrized();
    }

    /**
     * The proximal step of F, argmin over A of F(A) + ||A - X||^2 / (2 tau): its eigenvectors, with its eigenvalues in any order.
     *
     * @param x positive definite, and no smaller than some A of the domain
     */
    public final SymmetricEigen prox(Matrix x, double tau) {
        SymmetricEigen eigen = decompose(x);
        double[] g = new double[dimension()];
        writeProx(freeValues(eigen), tau, g);
        Matrix values = Matrix.zeros(1, tasks);
        for (int k = 0; k < tasks; k++) {
            values.set(0, k, k < g.length ? g[k] : meanOrOne());
        }
        return new SymmetricEigen(values, eigen.vectors());
    }

    @Override
    public final double reduced(Matrix s) {
        return meanPart(s) * lambda / meanOrOne() + reduced(freeValues(decompose(s)));
    }

    @Override
    public final Sup sup(Matrix m) {
        double[] values = freeValues(decompose(m));
        double c = feasible(values);
        for (int k = 0; k < values.length; k++) {
            values[k] *= c;
        }
        return new Sup(c, c * meanPart(m) * meanOrOne() + conjugate(values));
    }

    /**
     * Eigenvectors of S, ascending. Where the mean direction has its own eigenvalue it is cut out of S and put on top of
     * all others, so that it is exactly the last eigenvector even when S has a null space.
     */
    private SymmetricEigen decompose(Matrix s) {
        if (meanEigenvalue().isEmpty()) {
            return LinearAlgebra.best().eigen(s);
        }
        double top = (s.trace() > 0 ? 2 * s.trace() : 1) / tasks;
        return LinearAlgebra.best().eigen(centre(s).map(x -> x + top));
    }

    /** The free eigenvalues, ascending, negative rounding removed. */
    private double[] freeValues(SymmetricEigen eigen) {
        double[] values = new double[dimension()];
        for (int k = 0; k < values.length; k++) {
            values[k] = Math.max(0, eigen.value(k));
        }
        return values;
    }

    /** 1'S1/T where the mean direction has its own eigenvalue, else 0. */
    private double meanPart(Matrix s) {
        if (meanEigenvalue().isEmpty()) {
            return 0;
        }
        double sum = 0;
        for (double value : s.data()) {
            sum += value;
        }
        return sum / tasks;
    }

    private double meanOrOne() {
        return meanEigenvalue().orElse(1);
    }

    /** (I - 11'/T) S (I - 11'/T). */
    private static Matrix centre(Matrix s) {
        int n = s.rows();
        double[] rowMean = new double[n];
        double mean = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                rowMean[i] += s.get(i, j) / n;
            }
            mean += rowMean[i] / n;
        }
        Matrix centred = Matrix.zeros(n, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                centred.set(i, j, s.get(i, j) - rowMean[i] - rowMean[j] + mean);
            }
        }
        return centred.symmetrized();
    }
}
