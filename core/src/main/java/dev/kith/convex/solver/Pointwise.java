package dev.kith.convex.solver;

import dev.kith.convex.basis.Problem;
import dev.kith.loss.Loss;

/** A convex function of every observation's margin: its loss, or one that takes the loss's place. */
interface Pointwise {
    double value(int o, double z);

    /** The derivative in z, or a subgradient. */
    double slope(int o, double z);

    /** The second derivative in z, which may be wrong where it jumps. */
    double bend(int o, double z);

    /** The second derivative of a parabola that touches at z and lies nowhere below. */
    double majorant(int o, double z);

    /**
     * The losses themselves.
     *
     * @param task of each observation
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Losses(Problem problem, Loss[] losses, int[] task) implements Pointwise {
        @Override
        public double value(int o, double z) {
            return losses[task[o]].value(problem.y[o], z);
        }

        @Override
        public double slope(int o, double z) {
            return losses[task[o]].slope(problem.y[o], z);
        }

        @Override
        public double bend(int o, double z) {
            return losses[task[o]].bend(problem.y[o], z);
        }

        @Override
        public double majorant(int o, double z) {
            return losses[task[o]].majorant(problem.y[o], z);
        }
    }
}
