/** Penalties on the weights of linear models themselves, entry by entry or feature by feature, as solvers and proofs need them. */
@NullMarked
package dev.kith.convex.weight;

import org.jspecify.annotations.NullMarked;
