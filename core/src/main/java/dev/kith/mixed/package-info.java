/**
 * Linear mixed models: common effects of all tasks, and effects that vary by task with a covariance found by restricted maximum
 * likelihood. {@code MixedTrainer} is the door; behind it, {@code Design} is the rows in the units of the fit, {@code TaskFactors} what
 * the criterion needs of them, {@code Reml} the criterion with its gradient, {@code VarianceSearch} its minimiser, {@code SlopeChoice}
 * the choice of what varies.
 */
@NullMarked
package dev.kith.mixed;

import org.jspecify.annotations.NullMarked;
