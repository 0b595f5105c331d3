package dev.kith.constraint.equation;

import java.util.List;

/**
 * gamma(y) = 0 at one point after another: residuals, Jacobian, Hessian of a combination, and whether a residual is zero
 * to rounding. Holds buffers, so it serves one thread.
 */
public final class EquationSystem {
    /** A residual this small against the terms it is the sum of is zero: rounding alone makes about 1e-16. */
    private static final double ZERO = 1e-11;
    /** Where gradients vanish residuals shrink quadratically: zero there is relative to the query, and smaller. */
    private static final double ZERO_AT_SINGULAR = 1e-18;

    final int equations;
    final int dimension;
    public final double[] residual;
    /** One gradient per equation. */
    public final double[][] jacobian;

    private final List<Tape> tapes;
    private final Tape.Evaluation[] evaluations;
    private final double[] reference;

    public EquationSystem(List<Tape> tapes, int dimension) {
        this.tapes = tapes;
        this.equations = tapes.size();
        this.dimension = dimension;
        residual = new double[equations];
        jacobian = new double[equations][dimension];
        reference = new double[equations];
        evaluations = new Tape.Evaluation[equations];
        for (int j = 0; j < equations; j++) {
            evaluations[j] = tapes.get(j).new Evaluation();
        }
    }

    /** Writes the residuals at y; false when one has no finite value. */
    public boolean evaluate(double[] y) {
        boolean finite = true;
        for (int j = 0; j < equations; j++) {
            residual[j] = evaluations[j].at(y);
            finite &= Math.abs(residual[j]) < Double.POSITIVE_INFINITY;
        }
        return finite;
    }

    /** Writes the Jacobian at the point last evaluated; false when an entry is not finite. */
    public boolean differentiate() {
        boolean finite = true;
        for (int j = 0; j < equations; j++) {
            evaluations[j].differentiate();
            evaluations[j].gradientInto(jacobian[j]);
            for (double g : jacobian[j]) {
                finite &= Math.abs(g) < Double.POSITIVE_INFINITY;
            }
        }
        return finite;
    }

    /** Adds sum_j multiplier_j Hessian of gamma_j at the point last differentiated. */
    void addHessian(double[] hessian, double[] multiplier) {
        for (int j = 0; j < equations; j++) {
            evaluations[j].addHessian(hessian, dimension, multiplier[j]);
        }
    }

    /**
     * Adds bounds of sum_j multiplier_j Hessian of gamma_j over the box {@code middle} +- {@code reach}: centres and radii
     * of its entries. False when there are none.
     */
    public boolean addHessianBounds(
            double[] centre, double[] radius, double[] multiplier, double[] middle, double[] reach) {
        boolean bounded = true;
        for (int j = 0; j < equations && bounded; j++) {
            bounded = multiplier[j] == 0
                    || new Enclosure(tapes.get(j)).addHessian(centre, radius, multiplier[j], middle, reach);
        }
        return bounded;
    }

    /** Remembers the sizes of the terms in the direction of y, at most at unit length: for {@link #zeroAtSingular}. */
    public void referTo(double[] y) {
        double[] unit = y.clone();
        ShortVectors.scaleInto(unit, 1 / Math.max(1, ShortVectors.norm(y)));
        boolean finite = evaluate(unit) && differentiate();
        for (int j = 0; j < equations; j++) {
            reference[j] = finite ? evaluations[j].magnitude() : 0;
        }
    }

    /** Whether all residuals at the point last differentiated are zero to within {@code times} rounding allowance. */
    public boolean zero(double times) {
        boolean zero = true;
        for (int j = 0; j < equations; j++) {
            zero &= Math.abs(residual[j]) <= times * ZERO * evaluations[j].magnitude();
        }
        return zero;
    }

    boolean zeroAtSingular() {
        boolean zero = true;
        for (int j = 0; j < equations; j++) {
            zero &= Math.abs(residual[j]) <= ZERO_AT_SINGULAR * reference[j];
        }
        return zero;
    }

    /** Number of independent gradients at the point last differentiated, vanishing ones left out. */
    public int rank(double[] y) {
        double[][] rows = new double[equations][];
        int kept = 0;
        for (int j = 0; j < equations; j++) {
            double norm = ShortVectors.norm(jacobian[j]);
            if (norm * Math.max(ShortVectors.norm(y), Double.MIN_NORMAL) > 1e-4 * evaluations[j].magnitude()
                    && norm > 0) {
                rows[kept] = jacobian[j].clone();
                ShortVectors.scaleInto(rows[kept++], 1 / norm);
            }
        }
        return ShortVectors.orthonormalizeInto(rows, kept, 1e-4);
    }
}
