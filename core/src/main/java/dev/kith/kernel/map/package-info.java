/** Explicit features of kernels: columns, hashed columns, hashed substrings. The interface is {@link dev.kith.kernel.FeatureMap}. */
@NullMarked
package dev.kith.kernel.map;

import org.jspecify.annotations.NullMarked;
