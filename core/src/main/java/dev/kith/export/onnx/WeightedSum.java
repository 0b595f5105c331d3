package dev.kith.export.onnx;

import dev.kith.linalg.Matrix;
import java.util.List;

/**
 * f_t(x) = sum_k a_kt f_kt(x).
 *
 * @param weights a, a row per part and a column per task
 */
record WeightedSum(Maths maths, List<Functions> parts, Matrix weights) implements Functions {
    @Override
    public Value all(Value x) {
        Value sum = part(0, x);
        for (int k = 1; k < parts.size(); k++) {
            sum = maths.plus(sum, part(k, x));
        }
        return sum;
    }

    private Value part(int k, Value x) {
        return maths.times(maths.graph().row(weights.row(k)), parts.get(k).all(x));
    }

    @Override
    public Value own(Value x, Value task) {
        Value sum = part(0, x, task);
        for (int k = 1; k < parts.size(); k++) {
            sum = maths.plus(sum, part(k, x, task));
        }
        return sum;
    }

    private Value part(int k, Value x, Value task) {
        Value weight = maths.rows(maths.graph().reals(weights.row(k), weights.cols()), task);
        return maths.times(weight, parts.get(k).own(x, task));
    }
}
