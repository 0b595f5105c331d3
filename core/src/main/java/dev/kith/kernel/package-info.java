/** Kernels on vectors and on strings: Gram matrices, cross products, diagonals. No tasks here. */
@NullMarked
package dev.kith.kernel;

import org.jspecify.annotations.NullMarked;
