/** How well predictions do: measures, splits and folds, cross-validation, intervals of differences. */
@NullMarked
package dev.kith.score;

import org.jspecify.annotations.NullMarked;
