/** Penalties whose step is no formula: sparse relations and learned Laplacians, their descent and their bounds. */
@NullMarked
package dev.kith.structure.sparse;

import org.jspecify.annotations.NullMarked;
