package dev.kith.experiments;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Names;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Linear tasks y' = x' U A + noise with orthonormal U (d x T) and a task structure A of given density.
 *
 * @param sparse A before the corruption, with exact zeros; its largest entry is 1
 * @param used A after the corruption of every entry, positive definite: what the labels were drawn with
 */
record StructuredTasks(Dataset train, Dataset test, Matrix sparse, Matrix used) {
    static final int DIMENSIONS = 100;
    private static final int TRAIN = 50;
    private static final int TEST = 100;
    private static final double NOISE = 0.1;
    /** Variance of the corruption over the mean size of the non-zeros. */
    private static final double CORRUPTION = 0.1;

    private static final double FLOOR = 1e-6;
    private static final int TRIES = 200;

    /**
     * How a random sparse matrix becomes positive. The paper does not say, and it decides what there is to know: a
     * shifted one has a unit diagonal, all tasks being equally large; a Gram matrix has large tasks, small ones and, where
     * few entries are asked for, tasks that are nothing but noise.
     */
    enum Design {
        /** Random symmetric entries off the diagonal plus a multiple of the identity. */
        SHIFTED,
        /** S'S with a sparse Gaussian S. */
        GRAM;

        private Matrix draw(int tasks, double density, Random random) {
            return this == SHIFTED ? shifted(tasks, density, random) : gram(tasks, density, random);
        }

        @Override
        public String toString() {
            return this == SHIFTED ? "shifted" : "Gram";
        }
    }

    static StructuredTasks draw(Design design, int tasks, double density, long seed) {
        Random random = new Random(seed);
        Matrix sparse = design.draw(tasks, density, random);
        sparse = sparse.scale(1 / sparse.maxAbs());
        Matrix used = positive(sparse.plus(1, corruption(sparse, random)));
        Matrix u = LinearAlgebra.best().svd(gaussian(DIMENSIONS, tasks, random)).u();
        Matrix weights = LinearAlgebra.best().multiply(u, used);
        return new StructuredTasks(rows(TRAIN, weights, random), rows(TEST, weights, random), sparse, used);
    }

    /** Share of entries that are not zero. */
    double density() {
        return share(sparse);
    }

    /** A matrix of tasks to regularise with, which asks for its inverse. */
    NamedMatrix definite(Matrix a) {
        return NamedMatrix.ofTasks(train.tasks(), positive(a));
    }

    private static Matrix shifted(int tasks, double density, Random random) {
        int[][] pairs = IntStream.range(0, tasks)
                .boxed()
                .flatMap(t -> IntStream.range(0, t).mapToObj(s -> new int[] {t, s}))
                .toArray(int[][]::new);
        long wanted = Math.round((density * tasks * tasks - tasks) / 2);
        Matrix a = Matrix.zeros(tasks, tasks);
        for (int k = 0; k < wanted; k++) {
            int j = k + random.nextInt(pairs.length - k);
            double value = (random.nextBoolean() ? 1 : -1) * (0.5 + 0.5 * random.nextDouble());
            a.set(pairs[j][0], pairs[j][1], value);
            a.set(pairs[j][1], pairs[j][0], value);
            pairs[j] = pairs[k];
        }
        double lowest = LinearAlgebra.best().eigenvalues(a)[0];
        return a.plusDiagonal(lowest < 0 ? -1.1 * lowest : 1);
    }

    /** Of many draws with a growing share of non-zeros in S the one whose density is nearest. */
    private static Matrix gram(int tasks, double density, Random random) {
        Matrix best = Matrix.identity(tasks);
        double distance = Double.POSITIVE_INFINITY;
        for (int k = 1; k <= TRIES; k++) {
            double share = (double) k / TRIES;
            Matrix s = gaussian(tasks, tasks, random).map(x -> random.nextDouble() < share ? x : 0);
            Matrix a = LinearAlgebra.best().multiplyTransposeA(s, s);
            double off = Math.abs(share(a) - density);
            best = a.maxAbs() > 0 && off < distance ? a : best;
            distance = a.maxAbs() > 0 ? Math.min(off, distance) : distance;
        }
        return best;
    }

    private static Matrix corruption(Matrix a, Random random) {
        double[] sizes =
                Arrays.stream(a.data()).filter(x -> x != 0).map(Math::abs).toArray();
        double deviation = Math.sqrt(CORRUPTION * Arrays.stream(sizes).average().orElse(0));
        Matrix e = Matrix.zeros(a.rows(), a.rows());
        for (int t = 0; t < a.rows(); t++) {
            for (int s = 0; s <= t; s++) {
                double value = deviation * random.nextGaussian();
                e.set(t, s, value);
                e.set(s, t, value);
            }
        }
        return e;
    }

    /** The nearest matrix whose eigenvalues are a millionth of the largest at least. */
    private static Matrix positive(Matrix a) {
        var eigen = LinearAlgebra.best().eigen(a);
        double floor = FLOOR * eigen.value(eigen.size() - 1);
        return eigen.rebuild(x -> Math.max(floor, x));
    }

    private static Dataset rows(int count, Matrix weights, Random random) {
        Matrix x = gaussian(count, weights.rows(), random);
        Matrix y = LinearAlgebra.best().multiply(x, weights);
        double deviation = Math.sqrt(NOISE);
        return Dataset.ofWide(
                DenseInputs.of(x),
                Names.numbered("y", weights.cols()),
                y.map(value -> value + deviation * random.nextGaussian()));
    }

    private static Matrix gaussian(int rows, int cols, Random random) {
        return Matrix.zeros(rows, cols).map(x -> random.nextGaussian());
    }

    private static double share(Matrix a) {
        return Arrays.stream(a.data()).filter(x -> x != 0).count() / (double) a.data().length;
    }
}
