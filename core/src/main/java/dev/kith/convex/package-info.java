/**
 * Convex multi-task learning with known or learned structure: the supervised step, the structure step, their
 * alternation, and the duality gap that certifies the result.
 */
@NullMarked
package dev.kith.convex;

import org.jspecify.annotations.NullMarked;
