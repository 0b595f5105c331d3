/** A sum of kernels with a structure matrix each: the penalty of all of them as solvers and proofs need it. */
@NullMarked
package dev.kith.convex.sum;

import org.jspecify.annotations.NullMarked;
