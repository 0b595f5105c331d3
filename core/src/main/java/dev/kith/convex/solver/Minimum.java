package dev.kith.convex.solver;

import dev.kith.linalg.Matrix;
import java.util.Optional;

/**
 * Where a solver ended: weights (T x dim, in the solver's coordinates) with the certificate it saw.
 *
 * @param dual what the certificate's lower bound came from
 */
public record Minimum(Matrix wt, Certificate certificate, int iterations, Dual dual) {
    /** With a lower bound from the residuals of the weights themselves. */
    public Minimum(Matrix wt, Certificate certificate, int iterations) {
        this(wt, certificate, iterations, Dual.OWN);
    }

    /**
     * The point a lower bound comes from: residuals of other weights, or multipliers in the problem's order of observations;
     * neither where the residuals of the minimum itself are meant.
     */
    public record Dual(Optional<Matrix> wt, Optional<double[]> multipliers) {
        public static final Dual OWN = new Dual(Optional.empty(), Optional.empty());

        static Dual at(Matrix wt) {
            return new Dual(Optional.of(wt.copy()), Optional.empty());
        }

        public static Dual of(double[] multipliers) {
            return new Dual(Optional.empty(), Optional.of(multipliers.clone()));
        }
    }
}
