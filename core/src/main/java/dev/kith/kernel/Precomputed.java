package dev.kith.kernel;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Names;
import dev.kith.linalg.Matrix;

/**
 * k(i, j) = matrix[i][j]: a kernel computed elsewhere over a fixed set of items. Inputs have one feature, the item's
 * position in the matrix, counted from 0; {@link #items()} gives them all.
 */
public record Precomputed(Matrix matrix) implements Kernel {
    /** What it is called; its numbers are no part of that. */
    public static final String SPEC = "precomputed";

    public Precomputed {
        matrix.requireFinite("precomputed kernel");
        if (matrix.rows() != matrix.cols()) {
            throw new IllegalArgumentException(
                    "precomputed kernel must be square, got " + matrix.rows() + " x " + matrix.cols());
        }
        double tolerance = 1e-10 * matrix.maxAbs();
        for (int i = 0; i < matrix.rows(); i++) {
            for (int j = 0; j < i; j++) {
                if (Math.abs(matrix.get(i, j) - matrix.get(j, i)) > tolerance) {
                    throw new IllegalArgumentException("precomputed kernel must be symmetric, got " + matrix.get(i, j)
                            + " at (" + i + ", " + j + ") and " + matrix.get(j, i) + " at (" + j + ", " + i + ")");
                }
            }
        }
        matrix = matrix.frozen();
    }

    /** One input per item of the matrix, in order. */
    public Inputs items() {
        double[] positions = new double[matrix.rows()];
        java.util.Arrays.setAll(positions, i -> i);
        return new DenseInputs(Matrix.wrap(positions.length, 1, positions), Names.numbered("item", 1));
    }

    @Override
    public String spec() {
        return SPEC;
    }

    @Override
    public Matrix cross(Inputs x, Inputs z) {
        Matrix k = Matrix.zeros(x.rows(), z.rows());
        for (int i = 0; i < x.rows(); i++) {
            for (int j = 0; j < z.rows(); j++) {
                k.set(i, j, matrix.get(position(x, i), position(z, j)));
            }
        }
        return k;
    }

    @Override
    public Matrix gram(Inputs x) {
        return cross(x, x).symmetrized();
    }

    @Override
    public double[] diagonal(Inputs x) {
        double[] diagonal = new double[x.rows()];
        java.util.Arrays.setAll(diagonal, i -> matrix.get(position(x, i), position(x, i)));
        return diagonal;
    }

    @Override
    public boolean scalable() {
        return false;
    }

    private int position(Inputs x, int i) {
        if (x instanceof DenseInputs dense && dense.values().cols() == 1) {
            double position = dense.values().get(i, 0);
            if (position >= 0 && position < matrix.rows() && position == Math.rint(position)) {
                return (int) position;
            }
        }
        throw new DataException("a precomputed kernel needs one feature holding positions 0 to " + (matrix.rows() - 1)
                + ", input " + i + " has none");
    }
}
