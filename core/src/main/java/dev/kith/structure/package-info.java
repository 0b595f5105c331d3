/**
 * The T x T world: known task structures (independent, mean, graph, tree, groups, metric, coding) and, for learned ones,
 * convex penalties on the structure matrix. Knows task names, never inputs.
 */
@NullMarked
package dev.kith.structure;

import org.jspecify.annotations.NullMarked;
