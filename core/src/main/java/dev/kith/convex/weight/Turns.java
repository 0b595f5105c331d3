package dev.kith.convex.weight;

import dev.kith.linalg.Matrix;
import java.util.function.UnaryOperator;

/** A fixed point of a proximal gradient step of size 1, by accelerated steps that begin again where they go uphill. */
final class Turns {
    private static final int MOST = 2000;
    private static final double SETTLED = 1e-14;

    private Turns() {}

    /**
     * Steps until one moves by no more than rounding.
     *
     * @param scale the size of what steps are about
     * @param step must not keep what it is given
     */
    static Matrix settle(Matrix start, double scale, UnaryOperator<Matrix> step) {
        Matrix now = start;
        Matrix point = start;
        double settled = SETTLED * (1 + scale);
        double momentum = 1;
        for (int iteration = 0; iteration < MOST; iteration++) {
            Matrix next = step.apply(point);
            Matrix moved = next.plus(-1, now);
            boolean uphill = point.plus(-1, next).dot(moved) > 0;
            double following = uphill ? 1 : (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
            double beta = uphill ? 0 : (momentum - 1) / following;
            boolean done = next.plus(-1, point).maxAbs() <= settled;
            point = next.plus(beta, moved);
            momentum = following;
            now = next;
            if (done) {
                break;
            }
        }
        return now;
    }
}
