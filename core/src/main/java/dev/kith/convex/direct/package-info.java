/**
 * Known structures and the squared loss: one small system per task, eliminated up and down the tree, or one after the other along a
 * graph, which leaves a few iterations where the graph has cycles.
 */
@NullMarked
package dev.kith.convex.direct;

import org.jspecify.annotations.NullMarked;
