package dev.kith.kernel;

import dev.kith.data.DenseInputs;
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

    /**
     * Values in doubles of a kernel that depends on x - z alone, from differences: as exact as doubles can be where inputs are
     * far from 0, and a good deal faster than {@link PreciseVectors}.
     */
    static final class Vectors implements PreciseRows {
        private final VectorKernel kernel;
        private final double[] a;
        private final double[] b;
        private final int d;
        private final int rows;

        Vectors(VectorKernel kernel, Inputs x, Inputs z) {
            this.kernel = kernel;
            Matrix left = ((DenseInputs) x).values();
            Matrix right = ((DenseInputs) z).values();
            a = left.data();
            b = right.data();
            d = left.cols();
            rows = right.rows();
        }

        @Override
        public void row(int i, double[] hi, double[] lo) {
            rowUpTo(i, rows, hi, lo);
        }

        @Override
        public boolean symmetric() {
            return a == b;
        }

        @Override
        public void rowUpTo(int i, int count, double[] hi, double[] lo) {
            for (int j = 0; j < count; j++) {
                double sum = 0;
                for (int k = 0; k < d; k++) {
                    double difference = a[i * d + k] - b[j * d + k];
                    sum += difference * difference;
                }
                hi[j] = kernel.of(0, sum, 0);
            }
            Arrays.fill(lo, 0);
        }

        @Override
        public boolean plain() {
            return true;
        }

        @Override
        public boolean concurrent() {
            return true;
        }

        /** A relative error of the distance moves exp(-u) by u exp(-u) times as much, less than 1. */
        @Override
        public double error() {
            return (d + 8) * 0x1p-52;
        }
    }
}
