package dev.kith.online;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import java.util.Arrays;

/**
 * A given relation between tasks 0, ..., T-1: any symmetric positive definite interaction matrix A, a graph, or the
 * structure matrix of a batch fit, which plays the part of R = A^-1. A task beyond T stands alone: its row of R is that
 * of the identity.
 */
public final class TaskRelations implements Interaction {
    private final Matrix inverse;
    private final int size;
    private final int[][] neighbours;

    private TaskRelations(Matrix inverse) {
        this.inverse = inverse;
        this.size = inverse.rows();
        this.neighbours = new int[size][];
        for (int i = 0; i < size; i++) {
            int[] found = new int[size];
            int count = 0;
            for (int j = 0; j < size; j++) {
                if (inverse.get(i, j) != 0) {
                    found[count++] = j;
                }
            }
            neighbours[i] = Arrays.copyOf(found, count);
        }
    }

    /** From the interaction matrix A, symmetric positive definite. */
    public static TaskRelations of(Matrix interaction) {
        requireSymmetric("interaction matrix", interaction);
        try {
            Matrix identity = Matrix.identity(interaction.rows());
            return new TaskRelations(
                    LinearAlgebra.best().cholesky(interaction).solve(identity).symmetrized());
        } catch (NumericalException e) {
            throw new IllegalArgumentException("interaction matrix must be positive definite", e);
        }
    }

    /** A = I + Laplacian of the graph whose edge (i, j) has weight {@code weights_ij >= 0}; the diagonal is ignored. */
    public static TaskRelations graph(Matrix weights) {
        requireSymmetric("graph", weights);
        int n = weights.rows();
        Matrix a = Matrix.identity(n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (i != j) {
                    double w = weights.get(i, j);
                    if (!(w >= 0)) {
                        throw new IllegalArgumentException(
                                "edge weight must be a finite number >= 0, got " + w + " at (" + i + ", " + j + ")");
                    }
                    a.add(i, i, w);
                    a.set(i, j, -w);
                }
            }
        }
        return of(a);
    }

    /**
     * From a structure matrix (large = alike), which is R up to its scale: divided by its largest diagonal entry, which
     * changes no prediction of a first-order learner. Positive semidefinite is enough.
     */
    public static TaskRelations structure(Matrix structure) {
        requireSymmetric("structure matrix", structure);
        double least = structure.rows() == 0
                ? 0
                : LinearAlgebra.best().eigen(structure).value(0);
        if (!(least >= -1e-9 * structure.maxAbs())) {
            throw new IllegalArgumentException(
                    "structure matrix must be positive semidefinite, got an eigenvalue of " + least);
        }
        double top = 0;
        for (double entry : structure.diagonal()) {
            top = Math.max(top, entry);
        }
        if (!(top > 0)) {
            throw new IllegalArgumentException("structure matrix must have a positive diagonal entry, got " + top);
        }
        return new TaskRelations(structure.scale(1 / top));
    }

    private static void requireSymmetric(String name, Matrix m) {
        if (m.rows() != m.cols()) {
            throw new IllegalArgumentException(name + " must be square, got " + m.rows() + " x " + m.cols());
        }
        if (!m.isFinite()) {
            throw new IllegalArgumentException(name + " must be finite");
        }
        double tolerance = 1e-9 * m.maxAbs();
        for (int i = 0; i < m.rows(); i++) {
            for (int j = 0; j < i; j++) {
                if (!(Math.abs(m.get(i, j) - m.get(j, i)) <= tolerance)) {
                    throw new IllegalArgumentException(name + " must be symmetric, got " + m.get(i, j) + " and "
                            + m.get(j, i) + " at (" + i + ", " + j + ")");
                }
            }
        }
    }

    /** The tasks j with R_ij not zero, ascending; live. */
    public int[] neighbours(int i) {
        return neighbours[i];
    }

    /** T, the number of tasks the relations speak of. */
    public int size() {
        return size;
    }

    @Override
    public double between(int i, int j, int tasks) {
        if (i < size && j < size) {
            return inverse.get(i, j);
        }
        return i == j ? 1 : 0;
    }

    @Override
    public double largest(int tasks) {
        double top = tasks > size ? 1 : 0;
        for (int i = 0; i < Math.min(tasks, size); i++) {
            top = Math.max(top, inverse.get(i, i));
        }
        return top;
    }

    @Override
    public TaskRelations root(int tasks) {
        return new TaskRelations(LinearAlgebra.best()
                .eigen(inverse)
                .rebuild(value -> Math.sqrt(Math.max(0, value)))
                .symmetrized());
    }

    @Override
    public boolean fixed() {
        return true;
    }

    @Override
    public void mixInto(double[] out, double[] in, int tasks) {
        for (int i = 0; i < tasks; i++) {
            if (i >= size) {
                out[i] = in[i];
                continue;
            }
            double sum = 0;
            for (int j : neighbours[i]) {
                sum += j < tasks ? inverse.get(i, j) * in[j] : 0;
            }
            out[i] = sum;
        }
    }

    /** Comparators may be fewer than T: missing ones are those of least energy, which the Schur complement leaves out. */
    @Override
    public Matrix apply(Matrix comparators) {
        int tasks = comparators.rows();
        Matrix r = Matrix.zeros(tasks, tasks);
        for (int i = 0; i < tasks; i++) {
            for (int j = 0; j < tasks; j++) {
                r.set(i, j, between(i, j, tasks));
            }
        }
        try {
            return LinearAlgebra.best().cholesky(r).solve(comparators);
        } catch (NumericalException e) {
            return comparators.map(x -> Double.POSITIVE_INFINITY);
        }
    }

    @Override
    public void save(Snapshot.Builder to) {
        to.numbers("relations", inverse.data().clone());
    }

    public static TaskRelations restore(Snapshot from) {
        double[] data = from.numbers("relations").clone();
        int n = (int) Math.round(Math.sqrt(data.length));
        return new TaskRelations(Matrix.wrap(n, n, data));
    }
}
