/**
 * Learning outputs that obey a relation: the constrained estimator, the choice of its kernel and lambda, decoding on top
 * of any trainer, and what the relation gained or cost.
 */
@NullMarked
package dev.kith.decode;

import org.jspecify.annotations.NullMarked;
