/**
 * The structure matrix A of any number of tasks, kept as what it is made of: never T x T unless the relation is. Knows
 * numbers of tasks, not their names.
 */
@NullMarked
package dev.kith.structure.matrix;

import org.jspecify.annotations.NullMarked;
