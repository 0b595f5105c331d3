package dev.kith.online;

import dev.kith.linalg.Matrix;

/**
 * How much one task's update moves another: R = A^-1, the inverse of the K x K interaction matrix A of the multitask
 * Perceptron. K, the number of tasks, is an argument because it may grow while a stream runs.
 */
public sealed interface Interaction permits UniformSharing, TaskRelations {
    /** R_ij among {@code tasks} tasks. */
    double between(int i, int j, int tasks);

    /** max_i R_ii. */
    double largest(int tasks);

    /** out = R in. */
    void mixInto(double[] out, double[] in, int tasks);

    /** A comparators: the K x d matrix with row i = sum_j A_ij u_j; infinite where A has no inverse. */
    Matrix apply(Matrix comparators);

    /** Whether R among the tasks there are stays as it is when others appear. */
    boolean fixed();

    /** R^1/2 among {@code tasks} tasks, as an interaction of its own. */
    Interaction root(int tasks);

    /** Writes what {@link #restore} needs. */
    void save(Snapshot.Builder to);

    /** The interaction that was saved. */
    static Interaction restore(Snapshot from) {
        return from.has("relations") ? TaskRelations.restore(from) : UniformSharing.restore(from);
    }
}
