/**
 * Fits whose problem is not convex: the variables of a convex part are minimised out exactly, what is left has a gradient and is
 * descended. They end at a stationary point and say how far from one they are; no bound of the optimum exists.
 */
@NullMarked
package dev.kith.convex.stationary;

import org.jspecify.annotations.NullMarked;
