package dev.kith.convex.basis;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.numeric.Concurrent;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * G_t = X_t'X_t for every task, X_t its weighted centred rows: as a Gram matrix (dim x dim), or as the rows themselves where
 * they are few. Tasks of complete data share one.
 */
public final class TaskGrams {
    private static final int MANY = 500;
    private static final int BLOCK = 128;

    private final Matrix[] blocks;
    private final boolean shared;
    private final int dim;
    /** Products X_t X_t' of tasks that keep their rows, made with the first solve: they serve every ridge. */
    private final @Nullable Matrix[] products;

    TaskGrams(Matrix[] blocks, boolean shared, int dim) {
        this.blocks = blocks;
        this.shared = shared;
        this.dim = dim;
        this.products = new Matrix[blocks.length];
    }

    /** For each task its Gram matrix (dim x dim), or its rows X_t when there are fewer than dim. */
    public Matrix[] blocks() {
        return blocks;
    }

    /** Whether all tasks have one and the same block. */
    public boolean shared() {
        return shared;
    }

    /** Those of a problem; a task with at most {@code mostRows} rows, fewer than dim, keeps its rows. */
    public static TaskGrams of(Problem problem, int mostRows) {
        Matrix[] blocks = new Matrix[problem.tasks];
        if (problem.complete && blocks.length > 0) {
            Arrays.fill(blocks, block(problem.weightedRows(0), mostRows));
        } else {
            each(blocks.length, t -> blocks[t] = block(problem.weightedRows(t), mostRows));
        }
        return new TaskGrams(blocks, problem.complete, problem.dim);
    }

    private static Matrix block(Matrix rows, int mostRows) {
        return rows.rows() <= mostRows ? rows : LinearAlgebra.best().multiplyTransposeA(rows, rows);
    }

    /** The mean over tasks. */
    public Matrix average() {
        Matrix gram = Matrix.zeros(dim, dim);
        double share = 1.0 / blocks.length;
        for (Matrix block : blocks) {
            if (block.rows() == dim) {
                gram = gram.plus(share, block);
            } else {
                LinearAlgebra.best().multiplyInto(gram, share, block, true, block, false, 1);
            }
        }
        return gram.symmetrized();
    }

    /** The diagonal of the mean over tasks. */
    public double[] averageDiagonal() {
        double[] diagonal = new double[dim];
        for (Matrix block : blocks) {
            boolean gram = block.rows() == dim;
            for (int i = 0; i < block.rows(); i++) {
                for (int j = gram ? i : 0; j < (gram ? i + 1 : dim); j++) {
                    double entry = block.get(i, j);
                    diagonal[j] += (gram ? entry : entry * entry) / blocks.length;
                }
            }
        }
        return diagonal;
    }

    /** In other coordinates. Gram matrices are turned on both sides: cheaper than turning the many rows behind them. */
    public TaskGrams turned(Matrix turn) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix[] turned = new Matrix[blocks.length];
        each(shared ? Math.min(1, blocks.length) : blocks.length, t -> {
            Matrix right = algebra.multiply(blocks[t], turn);
            turned[t] = blocks[t].rows() == dim
                    ? algebra.multiplyTransposeA(turn, right).symmetrized()
                    : right;
        });
        for (int t = 1; t < turned.length && shared; t++) {
            turned[t] = turned[0];
        }
        return new TaskGrams(turned, shared, dim);
    }

    /** out_t = G_t w_t for every task. */
    public void applyInto(Matrix out, Matrix wt) {
        double[] w = wt.data();
        double[] to = out.data();
        Arrays.fill(to, 0);
        each(blocks.length, t -> {
            int base = t * dim;
            if (blocks[t].rows() == dim) {
                gramTimes(blocks[t].data(), w, to, base);
            } else {
                FeatureRows.Dense rows = new FeatureRows.Dense(blocks[t]);
                for (int i = 0; i < blocks[t].rows(); i++) {
                    rows.addInto(to, base, rows.dot(i, w, base), i);
                }
            }
        });
    }

    /** Does the same to every task, on all threads where tasks are many; few use threads inside. */
    static void each(int tasks, IntConsumer work) {
        Concurrent.blocks(tasks, tasks < MANY ? tasks + 1 : BLOCK, (from, to) -> {
            for (int t = from; t < to; t++) {
                work.accept(t);
            }
        });
    }

    private void gramTimes(double[] gram, double[] w, double[] to, int base) {
        for (int k = 0; k < dim; k++) {
            double factor = w[base + k];
            int from = k * dim;
            for (int j = 0; j < dim; j++) {
                to[base + j] += factor * gram[from + j];
            }
        }
    }

    /** Solves with G_t + ridge I, factored once. */
    public RidgeSolves ridge(double ridge) {
        return new RidgeSolves(this, ridge, dim);
    }

    /** The smaller of X_t'X_t and X_t X_t'. */
    Matrix smaller(int t) {
        if (blocks[t].rows() == dim) {
            return blocks[t];
        }
        Matrix product = products[t];
        if (product == null) {
            product = LinearAlgebra.best()
                    .multiplyTransposeB(blocks[t], blocks[t])
                    .symmetrized();
            products[t] = product;
        }
        return product;
    }
}
