package dev.kith.loss;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A convex loss of a label y and a prediction z, and all that any solver asks of one.
 *
 * <p>All methods are pure functions of finite arguments; losses for classification expect y in {-1, +1}. A loss says its
 * value, slope, conjugate, the domain of the conjugate and a bound of its curvature: every trainer then works, smooth
 * losses through gradients, others through splitting, both in coordinate ascent, all with a proven gap. The other methods
 * have defaults that hold for every convex loss; a loss overrides them where it has a formula.
 *
 * <p>Proofs count on {@link #value} and {@link #conjugate} to be right to a few units in the last place of their arguments
 * and of their result. {@code LossContract} in the tests checks what is said here.
 */
public interface Loss {
    /** The name users write, with its parameter where it has one: {@code hinge}, {@code huber:1.0}; see {@link Losses}. */
    String name();

    /** loss(y, z) &gt;= 0. */
    double value(double y, double z);

    /** d loss / dz, or a subgradient where there is none. */
    double slope(double y, double z);

    /** sup over z of u z - loss(y, z); infinite outside its domain. */
    double conjugate(double y, double u);

    /** The point nearest to u at which the conjugate is finite. */
    double nearestDual(double y, double u);

    /** An upper bound of the second derivative in z; infinite when there is none (hinge, absolute). */
    double curvature();

    /** Whether labels are the classes -1 and +1. */
    boolean classification();

    /** Whether labels may be shifted and scaled before a fit; not where they are classes or counts. */
    default boolean scalable() {
        return !classification();
    }

    /** Whether y can be a label. */
    default boolean suits(double y) {
        return true;
    }

    /** What is predicted where the fitted function is z: z itself, unless a loss is one of another function of z. */
    default double prediction(double z) {
        return z;
    }

    /** The value of the fitted function behind a prediction: the inverse of {@link #prediction}. */
    default double score(double prediction) {
        return prediction;
    }

    /** The name of the measure that suits predictions learned with this loss, by which comparisons judge. */
    default String measure() {
        return classification() ? "error" : "nmse";
    }

    /**
     * The loss of all predictions of a row together, where this is one of several classes; trainers that judge one prediction
     * at a time refuse it. Empty for all others.
     */
    default Optional<JointLoss> joint() {
        return Optional.empty();
    }

    /** How hard a label 1 pulls a prediction of 0: where tasks have losses of their own, all are put on this scale. */
    default double pull() {
        return -slope(1, 0);
    }

    /** Whether there is a slope everywhere, which changes no faster than {@link #curvature}. */
    default boolean smooth() {
        return Double.isFinite(curvature());
    }

    /** Whether there is a slope everywhere and {@link #bend} is its derivative, bounded or not. */
    default boolean differentiable() {
        return smooth();
    }

    /** Whether this is (y - z)^2 itself, for which many solvers are linear systems. */
    default boolean quadratic() {
        return false;
    }

    /**
     * Whether the loss is two straight lines that meet at z = y in the value 0 (hinge, absolute): then its only kink is the
     * label and its conjugate is u y.
     */
    default boolean wedge() {
        return false;
    }

    /** The second derivative in z, which may be wrong where it jumps. */
    default double bend(double y, double z) {
        double h = 1e-5 * (1 + Math.abs(z));
        return (slope(y, z + h) - slope(y, z - h)) / (2 * h);
    }

    /** The second derivative of a parabola that touches the loss at z and lies nowhere below it; for smooth losses. */
    default double majorant(double y, double z) {
        return curvature();
    }

    /** The proximal step: argmin over z of loss(y, z) + (z - v)^2 / (2 tau), tau &gt; 0. */
    default double prox(double y, double v, double tau) {
        return Increasing.root(z -> z - v + tau * slope(y, z), v - tau * slope(y, v), v);
    }

    /** The end of the conjugate's domain below 0: the least slope there is; -infinity where slopes have no bound. */
    default double lowestDual(double y) {
        double end = nearestDual(y, -Double.MAX_VALUE);
        return end > -Double.MAX_VALUE ? end : Double.NEGATIVE_INFINITY;
    }

    /** The end of the conjugate's domain above 0: the greatest slope there is; infinity where slopes have no bound. */
    default double highestDual(double y) {
        double end = nearestDual(y, Double.MAX_VALUE);
        return end < Double.MAX_VALUE ? end : Double.POSITIVE_INFINITY;
    }

    /**
     * The exact maximiser of a dual in one coordinate,
     *
     * <pre>  argmax over s of  -c loss*(y, -s/c) - (s - s0) z - q (s - s0)^2 / 2  </pre>
     *
     * with z the current prediction, q &gt; 0 the kernel's diagonal, c &gt; 0 the cost of the row.
     */
    default double dualStep(double y, double c, double s0, double z, double q) {
        return DualSteps.next(this, y, c, s0, z, q);
    }

    /**
     * How firmly s of {@link #dualStep} rests at the end of its range: the slope of the dual into that end when positive,
     * minus the optimality violation otherwise. A firmly resting row may be left out for a while; -infinity never is.
     */
    default double rest(double y, double c, double s, double z) {
        return wedge() ? DualSteps.rest(this, y, c, s, z) : Double.NEGATIVE_INFINITY;
    }

    /** What a conjugate of this value is added up from: it is right to a few units in the last place of this. */
    default double magnitude(double y, double u, double conjugate) {
        return 1 + Math.abs(conjugate) + Math.abs(u) * (1 + Math.abs(y));
    }

    /**
     * The kink at which u is a slope strictly between those on its two sides; NaN where there is none. Dual ascent on losses
     * with kinks then ends with Newton steps, as predictions of such u have to meet the kink.
     */
    default double kink(double y, double u) {
        return wedge() && u > lowestDual(y) && u < highestDual(y) ? y : Double.NaN;
    }

    /**
     * A number and what rounding may have done to it.
     *
     * @param units it may be off by so many times 2^-48
     */
    record Rounded(double value, double units) {}

    /**
     * The conjugate as a proof needs it, no less than its values at all points within 2^-50 |u| of u but for the
     * rounding it admits.
     */
    default Rounded roundedConjugate(double y, double u) {
        return DualSteps.rounded(this, y, u);
    }

    /** The probability of class +1 behind a prediction, where the loss makes predictions mean one; otherwise empty. */
    default OptionalDouble probability(double z) {
        return OptionalDouble.empty();
    }
}
