package dev.kith.online;

import dev.kith.linalg.Matrix;

/**
 * Every task shares equally with every other:
 *
 * <pre>
 *   R_ii = (b + K) / ((1 + b) K),   R_ij = b / ((1 + b) K)
 *   u'(A (x) I)u = sum_i ||u_i||^2 + b sum_i ||u_i - mean u||^2
 * </pre>
 *
 * b = 0 keeps tasks apart, b = K is the pairwise matrix, b to infinity treats them as one.
 *
 * @param b &gt;= 0, finite
 * @param timesTasks whether b is to be multiplied by the number of tasks
 */
public record UniformSharing(double b, boolean timesTasks) implements Interaction {
    public UniformSharing {
        if (!(b >= 0 && b < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("b must be a finite number >= 0, got " + b);
        }
    }

    public UniformSharing(double b) {
        this(b, false);
    }

    /** A = K I minus the matrix of ones off the diagonal: b = K. */
    public static UniformSharing pairwise() {
        return new UniformSharing(1, true);
    }

    /**
     * The b at which the bound of corollary 4 is least, for comparators u_1, ..., u_K with these inner products:
     *
     * <pre>
     *   b = max(0, sqrt((K - 1) ||mean u||^2 / VAR[u]) - 1),   VAR[u] = 1/K sum_i ||u_i - mean u||^2
     * </pre>
     *
     * In print the -1 is under the root, which is not the minimum.
     *
     * @param gram K x K, u_i'u_j
     * @throws IllegalArgumentException if all comparators are the same: then the more sharing the better
     */
    public static UniformSharing best(Matrix gram) {
        int tasks = gram.rows();
        double sum = 0;
        for (double product : gram.data()) {
            sum += product;
        }
        double mean = sum / ((double) tasks * tasks);
        double variance = gram.trace() / tasks - mean;
        double own = (tasks - 1) * Math.max(0, mean);
        if (own > 0 && !(variance > 1e-12 * mean)) {
            throw new IllegalArgumentException(
                    "comparators must differ between tasks, got equal ones: b would be infinite");
        }
        return new UniformSharing(own > 0 ? Math.max(0, Math.sqrt(own / variance) - 1) : 0);
    }

    /** b among {@code tasks} tasks. */
    public double b(int tasks) {
        return timesTasks ? b * tasks : b;
    }

    @Override
    public double between(int i, int j, int tasks) {
        double beta = b(tasks);
        return (i == j ? beta + tasks : beta) / ((1 + beta) * tasks);
    }

    @Override
    public double largest(int tasks) {
        return between(0, 0, tasks);
    }

    @Override
    public void mixInto(double[] out, double[] in, int tasks) {
        double beta = b(tasks);
        double sum = 0;
        for (int i = 0; i < tasks; i++) {
            sum += in[i];
        }
        for (int i = 0; i < tasks; i++) {
            out[i] = (in[i] + beta / tasks * sum) / (1 + beta);
        }
    }

    /** R has the eigenvalues 1, along the mean of all tasks, and 1 / (1 + b): so b' = sqrt(1 + b) - 1. */
    @Override
    public UniformSharing root(int tasks) {
        return new UniformSharing(Math.sqrt(1 + b(tasks)) - 1);
    }

    @Override
    public boolean fixed() {
        return b == 0;
    }

    @Override
    public Matrix apply(Matrix comparators) {
        int tasks = comparators.rows();
        int d = comparators.cols();
        double beta = b(tasks);
        Matrix product = comparators.scale(1 + beta);
        for (int j = 0; j < d; j++) {
            double mean = 0;
            for (int i = 0; i < tasks; i++) {
                mean += comparators.get(i, j) / tasks;
            }
            for (int i = 0; i < tasks; i++) {
                product.add(i, j, -beta * mean);
            }
        }
        return product;
    }

    @Override
    public void save(Snapshot.Builder to) {
        to.numbers("b", b).text("b of", timesTasks ? "tasks" : "one");
    }

    public static UniformSharing restore(Snapshot from) {
        return new UniformSharing(from.number("b"), from.text("b of").equals("tasks"));
    }
}
