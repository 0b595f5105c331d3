/** Algorithms that take turns between predictors and structure: alternation and descent, their steps, and where rounds head for. */
@NullMarked
package dev.kith.convex.rounds;

import org.jspecify.annotations.NullMarked;
