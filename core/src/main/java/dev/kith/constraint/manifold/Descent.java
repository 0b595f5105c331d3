package dev.kith.constraint.manifold;

/** Follows the gradient along great circles to a point none nearby is better than. */
final class Descent {
    private static final int MOST_STEPS = 400;
    private static final double LONGEST = 0.7;

    private final Shape shape;
    private final BoundedCost cost;
    private final Expansion here;

    Descent(Shape shape, BoundedCost cost, int size) {
        this.shape = shape;
        this.cost = cost;
        here = new Expansion(size);
    }

    /** Writes the gradient that can be followed at q, and returns its length. */
    double gradientInto(double[] out, double[] q) {
        cost.expandInto(here, q, 0);
        System.arraycopy(here.slope, 0, out, 0, out.length);
        if (shape == Shape.ORTHANT) {
            for (int k = 0; k < out.length; k++) {
                out[k] = q[k] == 0 && out[k] > 0 ? 0 : out[k];
            }
            double along = Shape.dot(out, q);
            for (int k = 0; k < out.length; k++) {
                out[k] -= along * q[k];
            }
        }
        return Shape.norm(out);
    }

    double[] minimize(double[] from) {
        double[] q = from.clone();
        double[] slope = new double[q.length];
        double steep = gradientInto(slope, q);
        double value = here.value;
        double step = 1 / (2 * cost.size());
        double[] nextSlope = new double[q.length];
        for (int i = 0; i < MOST_STEPS && steep > 1e-15 * cost.size() && step * steep > 1e-17; i++) {
            double[] next = walk(q, slope, Math.min(step, LONGEST / steep));
            double nextSteep = gradientInto(nextSlope, next);
            double reached = here.value;
            // Close to the minimum values no longer tell points apart, gradients do.
            boolean better = reached < value - 1e-14 * cost.size()
                    || (reached <= value + 1e-14 * cost.size() && nextSteep < steep);
            if (better) {
                q = next;
                value = reached;
                steep = nextSteep;
                System.arraycopy(nextSlope, 0, slope, 0, slope.length);
                step *= 1.3;
            } else {
                step /= 2.5;
            }
        }
        return q;
    }

    private double[] walk(double[] q, double[] slope, double step) {
        double length = step * Shape.norm(slope);
        double[] next = new double[q.length];
        for (int k = 0; k < q.length; k++) {
            next[k] = Math.cos(length) * q[k] - Math.sin(length) * slope[k] / Shape.norm(slope);
        }
        shape.returnInto(next);
        return next;
    }
}
