package dev.kith.ascent;

import dev.kith.linalg.NumericalException;
import java.util.Arrays;

/**
 * What a bracket of the optimum is made of, each number rounded to the safe side:
 *
 * <pre>
 *   primal   1/2 (sum r^(p/(p+1)))^((p+1)/p) + cost,   r_m = theta_m^2 q_m   of the weights that are saved
 *   dual     gain - 1/2 ||q||_{p*}                                            of feasible dual variables
 * </pre>
 *
 * @param cost no less than the costs of the saved predictions
 * @param squares no less than r_m / theta_m^2 of the saved weights
 * @param gain no more than the dual variables gain
 * @param dualSquares no less than q_m of the dual variables
 * @param scales relative error of the squares of views' scales, which squares are a multiple of
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
public record Evidence(double cost, double[] squares, double gain, double[] dualSquares, double scales) {
    /** Rounding of norms: powers are right to an ulp, and roots of sums undo what powers make of it. */
    private static final double UNITS = 0x1p-48;

    /** A primal value and a dual value no more than it; objectives up to {@code smallest} count as 0. */
    public record Bracket(double primal, double dual, double smallest) {
        /** (primal - dual) / max(primal, smallest), 0 when they are the same. */
        public double gap() {
            return primal == dual ? 0 : (primal - dual) / Math.max(primal, smallest);
        }
    }

    /**
     * The bracket of an optimum.
     *
     * @param known a lower bound that is known already, such as 0
     * @param smallest what a change of every label in its last digit makes
     */
    public Bracket bracket(LpNorm norm, double[] theta, double known, double smallest) {
        double rounding = 1 + UNITS * (theta.length + 8) + 2 * scales;
        double primal = cost + norm.regularizer(theta, squares) * rounding;
        if (!(primal < Double.POSITIVE_INFINITY)) {
            throw new NumericalException("objective of the fitted model must be finite, got " + primal
                    + "; try smaller C or standardised features");
        }
        double most = Arrays.stream(dualSquares).max().orElse(0);
        double dual = most < Double.POSITIVE_INFINITY ? gain - norm.dual(dualSquares) * rounding : known;
        double lower = dual * (1 - 0x1p-52);
        Bracket bracket = new Bracket(primal * (1 + 0x1p-52), lower > known ? lower : known, smallest);
        if (bracket.dual > bracket.primal) {
            throw new NumericalException("the lower bound " + bracket.dual + " lies above the objective "
                    + bracket.primal + " it bounds: a mistake in the certificate, please report it");
        }
        return bracket;
    }
}
