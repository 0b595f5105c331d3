package dev.kith.convex.basis;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import java.util.ArrayList;
import java.util.List;

/**
 * An orthonormal basis of the block Krylov space span { Y, KY, K^2 Y, ... } of a symmetric matrix K, with its images under
 * K. It always has one block more than its {@link #inner} part V, so that KV, and Y - KV C for any C, lie in its span:
 * their norms, and their products with K, can be had from coordinates alone.
 *
 * <p>Vectors are kept as rows, in blocks of as many as Y has columns, or fewer where directions repeat.
 */
public final class Krylov {
    /** Directions that shrink below this share of their block when made orthogonal are rounding. */
    private static final double NOTHING = 1e-11;

    private final Matrix k;
    private final List<Matrix> vectors = new ArrayList<>();
    private final List<Matrix> images = new ArrayList<>();
    private Matrix next;
    private int size;

    /** @param y n x T */
    public Krylov(Matrix k, Matrix y) {
        this.k = k;
        Matrix rows = y.transpose();
        this.next = orthonormal(rows, norm(rows));
        extend();
    }

    /** Number of basis vectors. */
    public int size() {
        return size;
    }

    /** Number of basis vectors whose images lie in the span of the basis: all but the last block, or all if closed. */
    public int inner() {
        return closed() ? size : size - vectors.get(vectors.size() - 1).rows();
    }

    /** Whether K maps the basis into itself: there is nothing to add. */
    public boolean closed() {
        return next.rows() == 0;
    }

    /** Adds the next block. */
    public void extend() {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix image = algebra.multiply(next, k);
        vectors.add(next);
        images.add(image);
        size += next.rows();
        Matrix rest = image.copy();
        // Against all blocks, not the last two alone, and twice: rounding would bring the others back.
        for (int pass = 0; pass < 2; pass++) {
            for (Matrix block : vectors) {
                Matrix along = algebra.multiplyTransposeB(rest, block);
                algebra.multiplyInto(rest, -1, along, false, block, false, 1);
            }
        }
        next = orthonormal(rest, norm(image));
    }

    public Matrix vectors() {
        return stacked(vectors);
    }

    public Matrix images() {
        return stacked(images);
    }

    private Matrix stacked(List<Matrix> blocks) {
        Matrix all = Matrix.zeros(size, k.rows());
        int at = 0;
        for (Matrix block : blocks) {
            System.arraycopy(block.data(), 0, all.data(), at, block.data().length);
            at += block.data().length;
        }
        return all;
    }

    /** An orthonormal basis of the rows' span, by two eigendecompositions of their small Gram matrix. */
    private static Matrix orthonormal(Matrix rows, double scale) {
        Matrix basis = rows;
        for (int pass = 0; pass < 2; pass++) {
            LinearAlgebra algebra = LinearAlgebra.best();
            SymmetricEigen eigen = algebra.eigen(algebra.multiplyTransposeB(basis, basis));
            double floor = pass == 0 ? NOTHING * NOTHING * scale * scale : 0.25;
            int kept = 0;
            while (kept < eigen.size() && eigen.value(eigen.size() - 1 - kept) > floor) {
                kept++;
            }
            Matrix turn = Matrix.zeros(kept, eigen.size());
            for (int i = 0; i < kept; i++) {
                int j = eigen.size() - 1 - i;
                for (int t = 0; t < eigen.size(); t++) {
                    turn.set(i, t, eigen.vectors().get(t, j) / Math.sqrt(eigen.value(j)));
                }
            }
            basis = algebra.multiply(turn, basis);
        }
        return basis;
    }

    private static double norm(Matrix rows) {
        return Math.sqrt(rows.dot(rows));
    }
}
