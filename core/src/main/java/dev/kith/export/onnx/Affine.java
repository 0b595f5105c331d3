package dev.kith.export.onnx;

import dev.kith.linalg.Matrix;
import java.util.function.UnaryOperator;

/**
 * f_t(x) = link_t(phi(x)'w_t + b_t): linear models, kernels to their support, random features.
 *
 * @param features phi
 * @param weights a column per task
 * @param intercept 1 x T
 */
record Affine(Maths maths, UnaryOperator<Value> features, Matrix weights, Matrix intercept, Link link)
        implements Functions {
    @Override
    public Value all(Value x) {
        Graph graph = maths.graph();
        Value z = maths.product(features.apply(x), graph.matrix(weights));
        return link.all(maths.plus(z, graph.matrix(intercept)));
    }

    /** Takes the weights of the row's task only, where the link does not need the other tasks. */
    @Override
    public Value own(Value x, Value task) {
        if (link.together()) {
            return Functions.chosen(maths, this, x, task);
        }
        Graph graph = maths.graph();
        Value w = maths.rows(graph.matrix(weights.transpose()), task);
        Value b = maths.rows(graph.reals(intercept.data(), intercept.cols()), task);
        Value z = maths.plus(maths.sum(maths.times(features.apply(x), w), 1, false), b);
        return link.own(z, task);
    }
}
