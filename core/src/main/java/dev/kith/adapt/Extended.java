package dev.kith.adapt;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.structure.matrix.TaskForest;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskNetwork;
import dev.kith.structure.matrix.TaskSpectrum;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The structure with new tasks, C what they lean on and s their freedom:
 *
 * <pre>  [A, A C; C'A, diag(s) + C'A C]: new tasks are alike as far as what they lean on is  </pre>
 *
 * <p>Of more than a thousand tasks it is not made as numbers unless A is: learned directions get a direction per new task, which
 * is the same matrix; known nodes and graphs are those of all tasks, by definition.
 */
final class Extended {
    private static final int SMALL = 1000;

    private Extended() {}

    /** @param known the structure of trained and new tasks, where it is known beforehand */
    static TaskMatrix of(TaskMatrix a, List<Joined> joined, Optional<TaskMatrix> known) {
        Matrix c = Matrix.zeros(a.size(), joined.size());
        for (int t = 0; t < joined.size(); t++) {
            for (int i = 0; i < a.size(); i++) {
                c.set(i, t, joined.get(t).c()[i]);
            }
        }
        double[] s = joined.stream().mapToDouble(Joined::s).toArray();
        if (a.size() + s.length > SMALL) {
            if (a instanceof TaskSpectrum spectrum) {
                return spectrum(spectrum, c, s);
            }
            if (known.isPresent() && (known.get() instanceof TaskForest || known.get() instanceof TaskNetwork)) {
                return known.get();
            }
        }
        return TaskMatrix.of(dense(a.dense(), c, s));
    }

    private static Matrix dense(Matrix a, Matrix c, double[] s) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix ac = algebra.multiply(a, c);
        Matrix corner = algebra.multiplyTransposeA(c, ac).symmetrized().plus(1, Matrix.diagonal(s));
        int old = a.rows();
        Matrix all = Matrix.zeros(old + s.length, old + s.length);
        copyInto(all, a, 0, 0);
        copyInto(all, ac, 0, old);
        copyInto(all, ac.transpose(), old, 0);
        copyInto(all, corner, old, old);
        return all;
    }

    /** With A = base I + V (D - base) V' and C = V Q, which is all a learned place can be: a small matrix between V and new tasks. */
    private static TaskSpectrum spectrum(TaskSpectrum a, Matrix c, double[] s) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix q = algebra.multiplyTransposeA(a.vectors(), c);
        double[] d = a.values();
        Matrix dq = algebra.multiply(Matrix.diagonal(d), q);
        int r = d.length;
        Matrix core = Matrix.zeros(r + s.length, r + s.length);
        copyInto(core, Matrix.diagonal(d), 0, 0);
        copyInto(core, dq, 0, r);
        copyInto(core, dq.transpose(), r, 0);
        copyInto(core, algebra.multiplyTransposeA(q, dq).symmetrized().plus(1, Matrix.diagonal(s)), r, r);
        SymmetricEigen eigen = algebra.eigen(core.plusDiagonal(-a.base()));
        Matrix basis = Matrix.zeros(a.size() + s.length, r + s.length);
        copyInto(basis, a.vectors(), 0, 0);
        copyInto(basis, Matrix.identity(s.length), a.size(), r);
        double[] values = new double[r + s.length];
        Arrays.setAll(values, k -> Math.max(0, a.base() + eigen.value(k)));
        return new TaskSpectrum(algebra.multiply(basis, eigen.vectors()), values, a.base());
    }

    private static void copyInto(Matrix to, Matrix from, int row, int column) {
        for (int i = 0; i < from.rows(); i++) {
            for (int j = 0; j < from.cols(); j++) {
                to.set(row + i, column + j, from.get(i, j));
            }
        }
    }
}
