package dev.kith.kernel;

import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.function.Function;

/** Kernel values as they are in doubles. */
final class PlainRows implements PreciseRows {
    /** Values come from a few operations each: a dozen units in the last place. */
    private static final double UNITS = 0x1p-49;

    private final Inputs x;
    private final Function<Inputs, Matrix> against;
    private double largest;

    PlainRows(Kernel kernel, Inputs x, Inputs z) {
        this.x = x;
        this.against = kernel.against(z);
    }

    @Override
    public void row(int i, double[] hi, double[] lo) {
        Matrix row = against.apply(x.select(i));
        System.arraycopy(row.data(), 0, hi, 0, hi.length);
        Arrays.fill(lo, 0);
        largest = Math.max(largest, row.maxAbs());
    }

    @Override
    public double error() {
        return UNITS * largest;
    }
}
