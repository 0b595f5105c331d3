package dev.kith.model.uncertainty;

import java.util.Arrays;

/** A never decreasing function through given points: straight between neighbours, constant beyond the first and last. */
public final class StepCurve {
    private final double[] x;
    private final double[] y;

    /**
     * The curve through the points (x_k, y_k).
     *
     * @param x ascending, no two equal, at least one
     * @param y never decreasing, from 0 to 1
     */
    public StepCurve(double[] x, double[] y) {
        if (x.length == 0 || x.length != y.length) {
            throw new IllegalArgumentException(
                    "a curve must have as many values as places, at least one, got " + y.length + " and " + x.length);
        }
        for (int k = 0; k < x.length; k++) {
            if (!(k == 0 ? Double.isFinite(x[k]) : x[k] > x[k - 1] && x[k] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("places of a curve must be finite and ascend, got " + x[k]);
            }
            if (!(y[k] >= (k == 0 ? 0 : y[k - 1]) && y[k] <= 1)) {
                throw new IllegalArgumentException("values of a curve must ascend from 0 to 1, got " + y[k]);
            }
        }
        this.x = x.clone();
        this.y = y.clone();
    }

    public double[] places() {
        return x.clone();
    }

    public double[] values() {
        return y.clone();
    }

    public double at(double place) {
        int k = Arrays.binarySearch(x, place);
        if (k >= 0) {
            return y[k];
        }
        int after = -k - 1;
        if (after == 0 || after == x.length) {
            return y[after == 0 ? 0 : after - 1];
        }
        double share = (place - x[after - 1]) / (x[after] - x[after - 1]);
        return y[after - 1] + share * (y[after] - y[after - 1]);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StepCurve curve && Arrays.equals(x, curve.x) && Arrays.equals(y, curve.y);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(x) + Arrays.hashCode(y);
    }

    @Override
    public String toString() {
        return "StepCurve[" + x.length + " points]";
    }
}
