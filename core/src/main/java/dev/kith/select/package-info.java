/** Choosing between models by how they predict what they have not seen: comparisons, verdicts, grids. Measures and folds are in {@code dev.kith.score}. */
@NullMarked
package dev.kith.select;

import org.jspecify.annotations.NullMarked;
