package dev.kith.adapt;

import dev.kith.linalg.Matrix;

/**
 * How a new task finds its place among the trained ones: given its weighted rows, the combination c = map g of trained tasks
 * it starts from and its freedom s, minimising
 *
 * <pre>  sum_i (t_i - (h g)_i)^2 lambda / (lambda + s k_i) + F(extended structure)  </pre>
 *
 * which is the objective with the own part minimised out, in the coordinates of {@link Rotation}.
 */
interface Place {
    /** T x r: the combinations of trained tasks there are to choose from, c = map g. */
    Matrix map();

    /**
     * The best place for these rows.
     *
     * @param h what the columns of the map predict, rotated
     * @param t labels, rotated
     */
    Found find(Rotation rotation, Matrix h, double[] t);

    /** lambda of the objective. */
    double lambda();

    /**
     * A place.
     *
     * @param cost what the objective has at this place beside the loss and lambda ||own part||^2 / s, up to a constant
     * @param residual relative violation of the optimality conditions in g and s
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Found(double[] g, double s, double cost, double residual) {}

    /** A place that is known beforehand. */
    record Known(Matrix map, Found found, double lambda) implements Place {
        static Known of(double[] c, double s, double lambda) {
            return new Known(Matrix.wrap(c.length, 1, c), new Found(new double[] {1}, s, 0, 0), lambda);
        }

        /** Nothing of the trained tasks, and this freedom. */
        static Known alone(double s, double lambda) {
            return new Known(Matrix.zeros(0, 0), new Found(new double[0], s, 0, 0), lambda);
        }

        @Override
        public Found find(Rotation rotation, Matrix h, double[] t) {
            return found;
        }
    }

    /** q with own coefficients turn q: the ridge of what the combination leaves, of strength lambda / s. */
    static double[] own(Rotation rotation, Matrix h, double[] t, Found found, double lambda) {
        double[] q = new double[t.length];
        for (int i = 0; i < q.length; i++) {
            double r = t[i];
            for (int j = 0; j < found.g.length; j++) {
                r -= h.get(i, j) * found.g[j];
            }
            q[i] = found.s * r / (lambda + found.s * rotation.k()[i]);
        }
        return q;
    }
}
