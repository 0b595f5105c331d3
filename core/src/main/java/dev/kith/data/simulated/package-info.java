/**
 * Simulated data sets with known truth: {@link dev.kith.data.simulated.Simulations} finds them by name, a
 * {@link dev.kith.data.simulated.Scenario} says which parameters one takes, a
 * {@link dev.kith.data.simulated.Simulation} is a validated set of parameters that draws the data.
 *
 * <p>The same parameters and seed give the same bits on every machine and JDK: one splittable generator of known
 * algorithm, own Gaussian draws, {@link java.lang.StrictMath}, and no linear algebra backend. Nothing here learns.
 */
@NullMarked
package dev.kith.data.simulated;

import org.jspecify.annotations.NullMarked;
