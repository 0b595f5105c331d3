package dev.kith.convex.basis;

import dev.kith.data.Inputs;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/** Chooses the inputs that stand for all of them. */
public final class Landmarks {
    /** Candidates looked at for each landmark. */
    private static final int POOL = 4;

    private static final double RANK_TOLERANCE = 1e-12;

    private Landmarks() {}

    /** Rows of {@code x}, ascending. */
    static int[] choose(Inputs x, Kernel kernel, Approximation approximation, long seed) {
        int count = approximation.size();
        Random random = new Random(seed);
        int[] pool = sample(x.rows(), Math.min(x.rows(), POOL * count), random);
        int[] chosen = switch (approximation.kind()) {
            case UNIFORM -> IntStream.range(0, count).toArray();
            case LEVERAGE -> byLeverage(x.select(pool), kernel, count, random);
            default ->
                PivotedCholesky.of(kernel.gram(x.select(pool)), RANK_TOLERANCE, count)
                        .pivots();
        };
        return Arrays.stream(chosen).map(p -> pool[p]).sorted().toArray();
    }

    /**
     * Draws without replacement, in proportion to ridge leverage scores
     *
     * <pre>  l_i = (k_ii - k_iS (K_SS + ridge I)^-1 k_Si) / ridge,   S the first {@code count} of the pool,  </pre>
     *
     * with the ridge at the middle eigenvalue of K_SS: directions smaller than that are not worth a landmark each.
     */
    private static int[] byLeverage(Inputs pool, Kernel kernel, int count, Random random) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Inputs first = pool.select(IntStream.range(0, count).toArray());
        SymmetricEigen eigen = algebra.eigen(kernel.gram(first));
        double ridge = Math.max(eigen.value(count / 2), RANK_TOLERANCE * eigen.value(count - 1));
        Matrix turned = algebra.multiply(kernel.cross(pool, first), eigen.vectors());
        double[] own = kernel.diagonal(pool);
        double[] key = new double[own.length];
        for (int i = 0; i < key.length; i++) {
            double explained = 0;
            for (int j = 0; j < count; j++) {
                explained += turned.get(i, j) * turned.get(i, j) / (Math.max(0, eigen.value(j)) + ridge);
            }
            double score = Math.max(own[i] - explained, RANK_TOLERANCE * own[i]);
            // The smallest of independent exponential clocks of these rates: sampling without replacement.
            key[i] = -Math.log(1 - random.nextDouble()) / score;
        }
        return IntStream.range(0, key.length)
                .boxed()
                .sorted(java.util.Comparator.comparingDouble(i -> key[i]))
                .limit(count)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** So many of n, without repetition, in random order. */
    public static int[] sample(int n, int size, Random random) {
        int[] all = IntStream.range(0, n).toArray();
        for (int i = 0; i < size; i++) {
            int j = i + random.nextInt(n - i);
            int taken = all[j];
            all[j] = all[i];
            all[i] = taken;
        }
        return Arrays.copyOf(all, size);
    }
}
