package dev.kith.trust;

import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import java.util.Arrays;

/** Intervals as wide for one input as for another. */
final class TaskWidths implements Intervals {
    private final double[] half;

    TaskWidths(double... half) {
        this.half = half;
    }

    @Override
    public Matrix halfWidths(Inputs x) {
        Matrix widths = Matrix.zeros(x.rows(), half.length);
        for (int i = 0; i < x.rows(); i++) {
            System.arraycopy(half, 0, widths.data(), i * half.length, half.length);
        }
        return widths;
    }

    @Override
    public double[] halfWidths(Inputs x, int[] tasks) {
        return Arrays.stream(tasks).mapToDouble(t -> half[t]).toArray();
    }
}
