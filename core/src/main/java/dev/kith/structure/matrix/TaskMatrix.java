package dev.kith.structure.matrix;

import dev.kith.linalg.Matrix;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A symmetric positive semidefinite structure matrix A between T tasks, large where tasks are alike, kept as what it is made
 * of:
 *
 * <pre>
 *   TaskForest      diag(d) + sum over nodes g of c_g e_g e_g'     stl, mean, groups, tree
 *   TaskNetwork     (gamma I + Laplacian of a graph)^-1            graph
 *   TaskSpectrum    base I + V diag(values - base) V'              learned ones with fewer features than tasks
 *   DenseTasks      T x T numbers                                  everything else
 * </pre>
 *
 * <p>Entries, rows and products are computed when asked for. Immutable and safe to share between threads. Matrices that are
 * multiplied have a row per task.
 */
public sealed interface TaskMatrix permits TaskForest, TaskNetwork, TaskSpectrum, DenseTasks {
    /** T. */
    int size();

    /** A_ts. */
    double entry(int t, int s);

    /** Row t, T numbers. */
    double[] row(int t);

    /** All A_tt. */
    double[] diagonal();

    /** A X. */
    Matrix multiply(Matrix x);

    /** A^-1 X, the pseudo-inverse where A is singular. */
    Matrix solve(Matrix x);

    /**
     * Column j is A (g_j A + kappa I)^-1 x_j, which minimises g_j |w|^2 - 2 x_j'w + kappa w'A^-1 w.
     *
     * @param g one number &gt;= 0 per column
     * @param kappa &gt; 0
     */
    Matrix shrink(Matrix x, double[] g, double kappa);

    /** tr(X'AX). */
    double form(Matrix x);

    /** tr(X'A^-1 X); directions that A lacks do not count. */
    double inverseForm(Matrix x);

    /** No eigenvalue is larger. */
    double largest();

    /** No eigenvalue but 0 is smaller. */
    double smallest();

    /** A as T x T numbers: for T of at most a few thousand, {@link #requireDense} says which. */
    Matrix dense();

    /** The entries between these tasks, as a matrix. */
    default Matrix block(int... tasks) {
        Matrix block = Matrix.zeros(tasks.length, tasks.length);
        for (int i = 0; i < tasks.length; i++) {
            for (int j = 0; j <= i; j++) {
                double entry = entry(tasks[i], tasks[j]);
                block.set(i, j, entry);
                block.set(j, i, entry);
            }
        }
        return block;
    }

    /** The matrix of some tasks, ascending, that no tie leaves: what it is made of, if that can be taken apart. */
    default TaskMatrix part(int... tasks) {
        return of(block(tasks));
    }

    /** A relation kept as T x T numbers. */
    static TaskMatrix of(Matrix a) {
        return new DenseTasks(a);
    }

    /** I: tasks have nothing in common. */
    static TaskMatrix identity(int tasks) {
        return TaskForest.identity(tasks);
    }

    /** Refuses, with an {@link IllegalArgumentException}, to be of another number of tasks. */
    default void requireSize(int tasks) {
        if (size() != tasks) {
            throw new IllegalArgumentException(
                    "structure must be " + tasks + " x " + tasks + ", got " + size() + " x " + size());
        }
    }

    default double trace() {
        double sum = 0;
        for (double value : diagonal()) {
            sum += value;
        }
        return sum;
    }

    /** Another task and how alike it is: A_ts / sqrt(A_tt A_ss), from -1 (opposite) to 1. */
    record Tie(int task, double similarity) {}

    /** A_ts / sqrt(A_tt A_ss) for all s, within -1 and 1; 0 beside a task without variance, 1 for t itself. */
    default double[] similarities(int t) {
        double[] row = row(t);
        double[] diagonal = diagonal();
        for (int s = 0; s < row.length; s++) {
            double size = Math.sqrt(diagonal[t] * diagonal[s]);
            row[s] = s == t ? 1 : size > 0 ? Math.max(-1, Math.min(1, row[s] / size)) : 0;
        }
        return row;
    }

    /** The tasks most alike or most opposite to t, strongest first; of equal ones the first; none with similarity 0. */
    default List<Tie> strongest(int t, int most) {
        double[] similarity = similarities(t);
        Comparator<Tie> weakest =
                Comparator.<Tie>comparingDouble(tie -> Math.abs(tie.similarity)).thenComparing(tie -> -tie.task);
        PriorityQueue<Tie> kept = new PriorityQueue<>(weakest);
        for (int s = 0; s < similarity.length; s++) {
            if (s != t && similarity[s] != 0) {
                kept.add(new Tie(s, similarity[s]));
                if (kept.size() > most) {
                    kept.remove();
                }
            }
        }
        return kept.stream().sorted(weakest.reversed()).toList();
    }

    /**
     * Refuses a T x T matrix that would not fit into memory, before it is made.
     *
     * @param who needs it, in words
     * @param copies of the matrix that are in memory at the same time
     * @throws IllegalArgumentException with the memory that is needed
     */
    static void requireDense(String who, int tasks, int copies) {
        double needed = 8.0 * tasks * tasks * copies;
        long most = Runtime.getRuntime().maxMemory();
        if (tasks > MOST_DENSE || needed > most) {
            throw new IllegalArgumentException(who + " needs a matrix of tasks x tasks: about "
                    + Math.round(needed / 1e9 * 10) / 10.0 + " GB for " + tasks + " tasks, with "
                    + Math.round(most / 1e9 * 10) / 10.0 + " GB of memory; take a method that keeps less (stl, mean,"
                    + " groups, tree, graph, mtfl, mtrl, okl, cluster), or fewer tasks");
        }
    }

    /** More rows and columns than this are more numbers than an array holds. */
    int MOST_DENSE = 46_000;
}
