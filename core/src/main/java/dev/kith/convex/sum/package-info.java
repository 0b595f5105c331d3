/** Weights in blocks with a penalty each (a kernel each, or own and shared ones): the sum as solvers and proofs need it. */
@NullMarked
package dev.kith.convex.sum;

import org.jspecify.annotations.NullMarked;
