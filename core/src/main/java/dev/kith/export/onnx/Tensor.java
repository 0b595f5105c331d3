package dev.kith.export.onnx;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Numbers of any dimensions, row by row, that are worked with in single precision. Whole numbers and true (1) and false (0) are numbers, too. */
final class Tensor {
    private final int[] shape;
    private final double[] values;

    Tensor(int[] shape, double[] values) {
        this.shape = shape;
        this.values = values;
    }

    int[] shape() {
        return shape.clone();
    }

    int size(int axis) {
        return shape[axis];
    }

    int dimensions() {
        return shape.length;
    }

    double[] values() {
        return values;
    }

    double at(int k) {
        return values[k];
    }

    /** Every number changed, then rounded. */
    Tensor map(DoubleUnaryOperator f) {
        return new Tensor(
                shape,
                Arrays.stream(values).map(x -> (float) f.applyAsDouble(x)).toArray());
    }

    /** The same numbers in other dimensions. */
    Tensor shaped(int... other) {
        return new Tensor(other, values);
    }

    /** Both repeated to common dimensions, paired, and rounded. */
    static Tensor pair(Tensor a, Tensor b, DoubleBinaryOperator f) {
        int[] shape = common(a.shape, b.shape);
        double[] left = a.expanded(shape).values;
        double[] right = b.expanded(shape).values;
        double[] made = new double[left.length];
        Arrays.setAll(made, k -> (float) f.applyAsDouble(left[k], right[k]));
        return new Tensor(shape, made);
    }

    static int[] common(int[] a, int[] b) {
        int[] shape = new int[Math.max(a.length, b.length)];
        for (int k = 1; k <= shape.length; k++) {
            int left = k <= a.length ? a[a.length - k] : 1;
            int right = k <= b.length ? b[b.length - k] : 1;
            shape[shape.length - k] = left == 1 ? right : left;
        }
        return shape;
    }

    /** Repeated along dimensions of size 1. */
    Tensor expanded(int... target) {
        if (Arrays.equals(shape, target)) {
            return this;
        }
        double[] made = new double[Arrays.stream(target).reduce(1, Math::multiplyExact)];
        for (int k = 0; k < made.length; k++) {
            int rest = k;
            int from = 0;
            int stride = 1;
            for (int d = 1; d <= target.length; d++) {
                int at = rest % target[target.length - d];
                rest /= target[target.length - d];
                if (d <= shape.length) {
                    int own = shape[shape.length - d];
                    from += (own == 1 ? 0 : at) * stride;
                    stride *= own;
                }
            }
            made[k] = values[from];
        }
        return new Tensor(target, made);
    }

    /** One number for each line along a dimension, which stays with size 1 where {@code kept}. */
    Tensor folded(int axis, boolean kept, double start, DoubleBinaryOperator f) {
        int inner = Arrays.stream(shape, axis + 1, shape.length).reduce(1, Math::multiplyExact);
        int size = shape[axis];
        double[] made = new double[values.length / Math.max(1, size)];
        Arrays.fill(made, start);
        for (int k = 0; k < values.length; k++) {
            int to = k / (inner * size) * inner + k % inner;
            made[to] = (float) f.applyAsDouble(made[to], values[k]);
        }
        Tensor folded = new Tensor(with(axis, 1), made);
        return kept ? folded : folded.shaped(without(axis));
    }

    int[] with(int axis, int size) {
        int[] other = shape.clone();
        other[axis] = size;
        return other;
    }

    int[] without(int axis) {
        int[] other = new int[shape.length - 1];
        System.arraycopy(shape, 0, other, 0, axis);
        System.arraycopy(shape, axis + 1, other, axis, other.length - axis);
        return other;
    }

    int[] inserted(int axis) {
        int[] other = new int[shape.length + 1];
        System.arraycopy(shape, 0, other, 0, axis);
        other[axis] = 1;
        System.arraycopy(shape, axis, other, axis + 1, shape.length - axis);
        return other;
    }
}
