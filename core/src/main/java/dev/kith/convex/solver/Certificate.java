package dev.kith.convex.solver;

/**
 * A bracket around the optimum: primal value of a point, and a dual value no point can beat. Proven ones ({@code Proof})
 * are rounded outwards; those a solver goes by are not, and rounding may even turn them round.
 *
 * @param primal the objective, barrier removed
 * @param dual a lower bound of the smallest objective
 * @param smallest objectives up to this are 0 but for the last digit of the labels
 */
public record Certificate(double primal, double dual, double smallest) {
    public Certificate(double primal, double dual) {
        this(primal, dual, 0);
    }

    /**
     * |primal - dual| / max(|primal|, |dual|, smallest), 0 when they are the same, NaN when one is not a number. A dual above
     * the primal is as far from a proof as one below it.
     */
    public double gap() {
        double scale = Math.max(Math.max(Math.abs(primal), Math.abs(dual)), smallest);
        return primal == dual ? 0 : Math.abs(primal - dual) / scale;
    }
}
