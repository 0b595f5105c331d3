package dev.kith.structure.sparse;

import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The blocks of a symmetric matrix: groups of rows, ascending, with exact zeros between any two groups. Factors, inverses and
 * eigenvalues are those of the blocks, at the sum of their cubes; a matrix in one piece is its own block.
 */
public final class Blocks {
    private final Matrix a;
    private final List<int[]> groups;

    private Blocks(Matrix a, List<int[]> groups) {
        this.a = a;
        this.groups = groups;
    }

    public static Blocks of(Matrix a) {
        int n = a.rows();
        boolean[] seen = new boolean[n];
        List<int[]> groups = new ArrayList<>();
        int[] open = new int[n];
        for (int first = 0; first < n; first++) {
            if (!seen[first]) {
                int count = reach(a, first, seen, open);
                int[] group = Arrays.copyOf(open, count);
                Arrays.sort(group);
                groups.add(group);
            }
        }
        return new Blocks(a, groups);
    }

    private static int reach(Matrix a, int first, boolean[] seen, int[] open) {
        int n = a.rows();
        int count = 1;
        open[0] = first;
        seen[first] = true;
        for (int k = 0; k < count && count < n; k++) {
            for (int s = 0; s < n; s++) {
                if (!seen[s] && (a.get(open[k], s) != 0 || a.get(s, open[k]) != 0)) {
                    seen[s] = true;
                    open[count++] = s;
                }
            }
        }
        return count;
    }

    /** The groups of rows. */
    public List<int[]> groups() {
        return groups;
    }

    /** Rows and columns of one group, of any matrix as large. */
    public static Matrix part(Matrix whole, int[] group) {
        Matrix part = Matrix.zeros(group.length, group.length);
        for (int i = 0; i < group.length; i++) {
            for (int j = 0; j < group.length; j++) {
                part.set(i, j, whole.get(group[i], group[j]));
            }
        }
        return part;
    }

    private Matrix block(int[] group) {
        return groups.size() == 1 ? a : part(a, group);
    }

    /** Adds a block to the rows and columns of its group. */
    private static void addInto(Matrix whole, Matrix part, int[] group) {
        for (int i = 0; i < group.length; i++) {
            for (int j = 0; j < group.length; j++) {
                whole.add(group[i], group[j], part.get(i, j));
            }
        }
    }

    /**
     * The factors of A + shift I, one per group.
     *
     * @throws dev.kith.linalg.NumericalException if it is not positive definite
     */
    List<Cholesky> factors(double shift) {
        List<Cholesky> factors = new ArrayList<>();
        for (int[] group : groups) {
            Matrix block = block(group);
            factors.add(LinearAlgebra.best().cholesky(shift == 0 ? block : block.plusDiagonal(shift)));
        }
        return factors;
    }

    /** (A + shift I)^-1 b. */
    public Matrix solve(Matrix b, double shift) {
        return solve(b, factors(shift));
    }

    /** What {@code factors} are of, inverted, times b. */
    Matrix solve(Matrix b, List<Cholesky> factors) {
        if (groups.size() == 1) {
            return factors.get(0).solve(b);
        }
        Matrix x = Matrix.zeros(b.rows(), b.cols());
        for (int k = 0; k < groups.size(); k++) {
            int[] group = groups.get(k);
            Matrix solved = factors.get(k).solve(b.selectRows(group));
            for (int i = 0; i < group.length; i++) {
                System.arraycopy(solved.data(), i * b.cols(), x.data(), group[i] * b.cols(), b.cols());
            }
        }
        return x;
    }

    /** to += factor A^-2 for a symmetric matrix; returns tr A^-1. */
    public double addInverseSquareInto(Matrix to, double factor) {
        return addInverseSquareInto(to, factor, factors(0));
    }

    double addInverseSquareInto(Matrix to, double factor, List<Cholesky> factors) {
        double trace = 0;
        for (int k = 0; k < groups.size(); k++) {
            Matrix inverse = factors.get(k).inverse();
            trace += inverse.trace();
            if (groups.size() == 1) {
                LinearAlgebra.best().addSquareInto(to, factor, inverse);
            } else {
                int[] group = groups.get(k);
                Matrix square = Matrix.zeros(group.length, group.length);
                LinearAlgebra.best().addSquareInto(square, factor, inverse);
                addInto(to, square, group);
            }
        }
        return trace;
    }

    /** All eigenvalues, ascending. */
    public double[] eigenvalues() {
        double[] all = new double[a.rows()];
        int at = 0;
        for (int[] group : groups) {
            double[] values = LinearAlgebra.best().eigenvalues(block(group));
            System.arraycopy(values, 0, all, at, values.length);
            at += values.length;
        }
        Arrays.sort(all);
        return all;
    }

    /** Whether all blocks have a Cholesky factor. */
    public boolean positive() {
        try {
            return factors(0).size() == groups.size();
        } catch (dev.kith.linalg.NumericalException indefinite) {
            return false;
        }
    }
}
