/** Known structures and the squared loss without iterations: one small system per task, eliminated up and down the tree. */
@NullMarked
package dev.kith.convex.direct;

import org.jspecify.annotations.NullMarked;
