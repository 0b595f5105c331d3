package dev.kith.convex;

/**
 * A bracket around the optimum: primal value of a point, and a dual value no point can beat.
 *
 * @param primal the objective, barrier removed
 * @param dual a lower bound of the smallest objective
 */
record Certificate(double primal, double dual) {
    /** (primal - dual) / max(|primal|, |dual|), and 0 when both are 0. */
    double gap() {
        double scale = Math.max(Math.abs(primal), Math.abs(dual));
        return scale > 0 ? Math.max(0, primal - dual) / scale : 0;
    }
}
