package dev.kith.adapt;

import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.structure.matrix.TaskForest;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskNetwork;
import dev.kith.structure.matrix.TaskSpectrum;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * What later tasks of a known structure depend on: c = A_oo^-1 A_on and s = A_nn - A_no c, o the first tasks and n a later one.
 */
interface Dependence {
    /** Freedom below this share of the task's variance is none. */
    double RANK_TOLERANCE = 1e-12;

    /** The place of task {@code at}, counted among all tasks. */
    Place.Known of(int at, double lambda);

    /**
     * In this structure.
     *
     * @param first how many are the first tasks
     */
    static Dependence in(TaskMatrix all, int first) {
        if (all instanceof TaskForest forest) {
            TaskForest trained = forest.part(IntStream.range(0, first).toArray());
            return (at, lambda) -> place(all, column(all, first, at), at, lambda, trained::solve);
        }
        if (all instanceof TaskNetwork network) {
            return inNetwork(network, first);
        }
        if (all instanceof TaskSpectrum spectrum && spectrum.base() == 0) {
            return inSpectrum(spectrum, first);
        }
        Matrix inverse = pseudoInverse(all.dense(), first);
        return (at, lambda) -> place(
                all,
                column(all, first, at),
                at,
                lambda,
                x -> LinearAlgebra.best().multiply(inverse, x));
    }

    private static Matrix column(TaskMatrix all, int first, int at) {
        Matrix column = Matrix.zeros(first, 1);
        for (int i = 0; i < first; i++) {
            column.set(i, 0, all.entry(i, at));
        }
        return column;
    }

    private static Place.Known place(
            TaskMatrix all, Matrix column, int at, double lambda, UnaryOperator<Matrix> inverse) {
        Matrix c = inverse.apply(column);
        double own = all.entry(at, at);
        double s = own - c.dot(column);
        return Place.Known.of(c.data(), s > RANK_TOLERANCE * own ? s : 0, lambda);
    }

    private static Matrix pseudoInverse(Matrix all, int first) {
        Matrix block = Matrix.zeros(first, first);
        for (int i = 0; i < first; i++) {
            for (int j = 0; j < first; j++) {
                block.set(i, j, all.get(i, j));
            }
        }
        SymmetricEigen eigen = LinearAlgebra.best().eigen(block);
        double top = Math.max(0, eigen.value(first - 1));
        return eigen.rebuild(value -> value > RANK_TOLERANCE * top ? 1 / value : 0);
    }

    /** With P = A^-1: c = -P_on P_nn^-1 and s = P_nn^-1 over all later tasks, which are few. */
    private static Dependence inNetwork(TaskNetwork a, int first) {
        int later = a.size() - first;
        Matrix p = Matrix.zeros(later, later);
        for (int t = 0; t < later; t++) {
            p.add(t, t, a.gamma() + a.degree(first + t));
            for (int k = 0; k < a.neighbours(first + t); k++) {
                int other = a.neighbour(first + t, k) - first;
                if (other >= 0) {
                    p.add(t, other, -a.link(first + t, k));
                }
            }
        }
        Cholesky factor = LinearAlgebra.best().cholesky(p);
        return (at, lambda) -> {
            double[] unit = new double[later];
            unit[at - first] = 1;
            double[] z = factor.solve(unit);
            double[] c = new double[first];
            for (int t = 0; t < later; t++) {
                for (int k = 0; k < a.neighbours(first + t); k++) {
                    int other = a.neighbour(first + t, k);
                    if (other < first) {
                        c[other] += z[t] * a.link(first + t, k);
                    }
                }
            }
            return Place.Known.of(c, z[at - first], lambda);
        };
    }

    /** With A = B B', b the row of B of the later task: c = B_o (B_o'B_o)^-1 b. */
    private static Dependence inSpectrum(TaskSpectrum a, int first) {
        LinearAlgebra algebra = LinearAlgebra.best();
        double[] roots = Arrays.stream(a.values()).map(Math::sqrt).toArray();
        Matrix all = algebra.multiply(a.vectors(), Matrix.diagonal(roots));
        Matrix b = all.selectRows(IntStream.range(0, first).toArray());
        SymmetricEigen eigen = algebra.eigen(algebra.multiplyTransposeA(b, b));
        double top = eigen.size() == 0 ? 0 : Math.max(0, eigen.value(eigen.size() - 1));
        Matrix inverse = eigen.rebuild(value -> value > RANK_TOLERANCE * top ? 1 / value : 0);
        return (at, lambda) -> {
            Matrix own = all.selectRows(at).transpose();
            Matrix c = algebra.multiply(b, algebra.multiply(inverse, own));
            double s = own.dot(own) - c.dot(algebra.multiply(b, own));
            return Place.Known.of(c.data(), s > RANK_TOLERANCE * own.dot(own) ? s : 0, lambda);
        };
    }
}
