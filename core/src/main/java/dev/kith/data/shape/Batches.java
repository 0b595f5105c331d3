package dev.kith.data.shape;

import dev.kith.data.FileInputs;
import dev.kith.data.Inputs;
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
        if (x.rows() <= step(width)) {
            return of.apply(x);
        }
        Matrix all = Matrix.zeros(x.rows(), cols);
        forEach(x, width, (batch, first) -> {
            Matrix part = of.apply(batch);
            System.arraycopy(part.data(), 0, all.data(), first * cols, part.data().length);
        });
        return all;
    }

    /** Visits one batch after the other; {@code width} as above. */
    public static void forEach(Inputs x, int width, FileInputs.Visitor visitor) {
        int n = x.rows();
        int step = step(width);
        for (int from = 0; from < n; from += step) {
            int to = Math.min(n, from + step);
            visitor.visit(n <= step ? x : x.select(IntStream.range(from, to).toArray()), from);
        }
    }

    private static int step(int width) {
        return Math.max(1, NUMBERS / Math.max(1, width));
    }
}
