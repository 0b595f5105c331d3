package dev.kith.structure.sparse;

import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
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
    private static void addInto(Matrix whole, double factor, Matrix part, int[] group) {
        for (int i = 0; i < group.length; i++) {
            for (int j = 0; j < group.length; j++) {
                whole.add(group[i], group[j], factor * part.get(i, j));
            }
        }
    }

    /** (A + shift I)^-1 b. */
    public Matrix solve(Matrix b, double shift) {
        Matrix x = Matrix.zeros(b.rows(), b.cols());
        for (int[] group : groups) {
            Matrix solved = LinearAlgebra.best()
                    .cholesky(block(group).plusDiagonal(shift))
                    .solve(b.selectRows(group));
            for (int i = 0; i < group.length; i++) {
                System.arraycopy(solved.data(), i * b.cols(), x.data(), group[i] * b.cols(), b.cols());
            }
        }
        return x;
    }

    /** to += factor A^-2; returns tr A^-1. */
    public double addInverseSquareInto(Matrix to, double factor) {
        double trace = 0;
        for (int[] group : groups) {
            Cholesky cholesky = LinearAlgebra.best().cholesky(block(group));
            Matrix inverse = cholesky.solve(Matrix.identity(group.length));
            trace += inverse.trace();
            if (groups.size() == 1) {
                LinearAlgebra.best().multiplyInto(to, factor, inverse, false, inverse, true, 1);
            } else {
                addInto(to, factor, LinearAlgebra.best().multiplyTransposeB(inverse, inverse), group);
            }
        }
        return trace;
    }

    /** All eigenvalues, ascending. */
    public double[] eigenvalues() {
        double[] all = new double[a.rows()];
        int at = 0;
        for (int[] group : groups) {
            SymmetricEigen eigen = LinearAlgebra.best().eigen(block(group));
            for (int k = 0; k < group.length; k++) {
                all[at++] = eigen.value(k);
            }
        }
        Arrays.sort(all);
        return all;
    }

    /** Whether all blocks have a Cholesky factor. */
    public boolean positive() {
        try {
            for (int[] group : groups) {
                LinearAlgebra.best().cholesky(block(group));
            }
            return true;
        } catch (dev.kith.linalg.NumericalException indefinite) {
            return false;
        }
    }
}
