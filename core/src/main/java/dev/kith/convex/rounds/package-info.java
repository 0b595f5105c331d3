/** Alternation between predictors and structure: its rounds, the step on the structure, and where rounds head for. */
@NullMarked
package dev.kith.convex.rounds;

import org.jspecify.annotations.NullMarked;
