/** Choosing between models by how they predict what they have not seen: folds, held-out scores, grids. */
@NullMarked
package dev.kith.select;

import org.jspecify.annotations.NullMarked;
