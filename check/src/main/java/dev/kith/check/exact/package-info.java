/** Arithmetic of 32 digits, and losses, kernels, penalties and optima in it, written without core's mathematics. */
@NullMarked
package dev.kith.check.exact;

import org.jspecify.annotations.NullMarked;
