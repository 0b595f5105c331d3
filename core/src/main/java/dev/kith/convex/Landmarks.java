package dev.kith.convex;

import dev.kith.data.Inputs;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Kernels on many inputs, by the Nystrom method: functions are combinations of k(., z_j) for a few landmarks z among the
 * inputs,
 *
 * <pre>  phi(x) = (k(x, z_1), ..., k(x, z_m)) U diag(s)^(-1/2),   k(z, z) = U diag(s) U',  </pre>
 *
 * so that nothing larger than n x m is formed and a model keeps m inputs. The norm of such functions is exact, so the
 * objective is that of the whole problem; its bound is that of the functions at hand. Landmarks are the pivots of a
 * Cholesky factorisation on a random sample of the inputs: each is the one the others explain least.
 */
final class Landmarks {
    /** Beyond so many inputs the whole Gram matrix is not formed. */
    private static final int MOST_INPUTS = 6000;

    private static final int SAMPLE = 4;
    private static final double RANK_TOLERANCE = 1e-12;

    private Landmarks() {}

    /** How many landmarks to use; 0 when the kernel is not to be approximated. */
    static int wanted(Inputs x, Kernel kernel, Options options) {
        int n = x.rows();
        if (kernel instanceof Linear || (options.landmarks() == 0 && n <= MOST_INPUTS)) {
            return 0;
        }
        return Math.min(n, options.landmarks() > 0 ? options.landmarks() : (int) Math.ceil(2 * Math.sqrt(n)));
    }

    static Basis basis(Inputs x, Kernel kernel, Options options) {
        LinearAlgebra algebra = LinearAlgebra.best();
        int[] chosen = choose(x, kernel, wanted(x, kernel, options), options.seed());
        Inputs landmarks = x.select(chosen);
        SymmetricEigen eigen = algebra.eigen(kernel.gram(landmarks));
        int m = eigen.size();
        int rank = 0;
        while (rank < m && eigen.value(m - 1 - rank) > RANK_TOLERANCE * m * eigen.value(m - 1)) {
            rank++;
        }
        Matrix turn = Matrix.zeros(m, rank);
        for (int j = 0; j < rank; j++) {
            for (int i = 0; i < m; i++) {
                turn.set(i, j, eigen.vectors().get(i, m - 1 - j) / Math.sqrt(eigen.value(m - 1 - j)));
            }
        }
        Matrix phi = algebra.multiply(kernel.cross(x, landmarks), turn);
        return new Basis(
                new Rows.Dense(phi),
                Optional.empty(),
                Optional.of(chosen),
                wt -> new Basis.Decoded(algebra.multiplyTransposeB(turn, wt), new double[wt.rows()]));
    }

    private static int[] choose(Inputs x, Kernel kernel, int count, long seed) {
        int[] sample = sample(x.rows(), Math.min(x.rows(), SAMPLE * count), new SplittableRandom(seed));
        int[] pivots = PivotedCholesky.of(kernel.gram(x.select(sample)), RANK_TOLERANCE, count)
                .pivots();
        int[] chosen = Arrays.stream(pivots).map(p -> sample[p]).toArray();
        Arrays.sort(chosen);
        return chosen;
    }

    private static int[] sample(int n, int size, SplittableRandom random) {
        int[] all = new int[n];
        Arrays.setAll(all, i -> i);
        for (int i = 0; i < size; i++) {
            int j = i + random.nextInt(n - i);
            int taken = all[j];
            all[j] = all[i];
            all[i] = taken;
        }
        return Arrays.copyOf(all, size);
    }
}
