/** Dual coordinate ascent: the step on one dual variable, intercepts, bounds of the dual, what a sweep has shown. */
@NullMarked
package dev.kith.ascent;

import org.jspecify.annotations.NullMarked;
