package dev.kith.export.onnx;

import dev.kith.linalg.Matrix;
import java.util.List;

/**
 * The nearest values, in squares, that do not rise, by the formula
 *
 * <pre>  f_k = min over i &lt;= k of max over j &gt;= k of mean(v_i, ..., v_j)</pre>
 *
 * which is what neighbours put at their mean come to [1]. For few values: there are k (k + 1) / 2 means.
 *
 * <p>[1] Robertson, Wright, Dykstra, Order Restricted Statistical Inference, 1988, theorem 1.4.4.
 */
record Falling(Maths maths, int size) {
    /** rows x size. */
    Value of(Value values) {
        Matrix means = Matrix.zeros(size, size * size);
        for (int i = 0; i < size; i++) {
            for (int j = i; j < size; j++) {
                for (int k = i; k <= j; k++) {
                    means.set(k, i * size + j, 1.0 / (j - i + 1));
                }
            }
        }
        Value all = maths.product(values, maths.graph().matrix(means));
        List<Value> falling = new java.util.ArrayList<>();
        for (int k = 0; k < size; k++) {
            falling.add(value(all, k));
        }
        return maths.concat(falling, 1);
    }

    /** rows x 1. */
    private Value value(Value means, int k) {
        int[] some = new int[(k + 1) * (size - k)];
        for (int i = 0; i <= k; i++) {
            for (int j = k; j < size; j++) {
                some[i * (size - k) + j - k] = i * size + j;
            }
        }
        Value grouped = maths.reshape(maths.columns(means, some), -1, k + 1, size - k);
        return maths.unsqueeze(maths.least(maths.largest(grouped, 2, false), 1), 1);
    }
}
