/** Arithmetic that several packages share: special functions, short vectors, sparse factors. Knows nothing of data, tasks or models. */
@NullMarked
package dev.kith.numeric;

import org.jspecify.annotations.NullMarked;
