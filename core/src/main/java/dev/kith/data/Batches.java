package dev.kith.data;

import dev.kith.linalg.Matrix;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Works through inputs a few rows at a time, so that what is computed on the way never exists for all of them. */
public final class Batches {
    /** Numbers held on the way: 32 MB. */
    private static final int NUMBERS = 1 << 22;

    private Batches() {}

    /**
     * The rows that {@code of} gives for each batch, one batch after the other.
     *
     * @param width numbers an input takes on the way
     * @param cols columns of the result
     */
    public static Matrix map(Inputs x, int width, int cols, Function<Inputs, Matrix> of) {
        int n = x.rows();
        int step = Math.max(1, NUMBERS / Math.max(1, width));
        if (n <= step) {
            return of.apply(x);
        }
        Matrix all = Matrix.zeros(n, cols);
        for (int from = 0; from < n; from += step) {
            int to = Math.min(n, from + step);
            Matrix part = of.apply(x.select(IntStream.range(from, to).toArray()));
            System.arraycopy(part.data(), 0, all.data(), from * cols, part.data().length);
        }
        return all;
    }
}
