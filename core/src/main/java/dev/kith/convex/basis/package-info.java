/** A multi-task problem in explicit features: rows sorted by task, the basis of a kernel, landmarks and random frequencies, Gram matrices per task. */
@NullMarked
package dev.kith.convex.basis;

import org.jspecify.annotations.NullMarked;
