/** How a new task joins a learned structure: the row of A that a relation gives it, everything else unchanged. */
@NullMarked
package dev.kith.structure.extension;

import org.jspecify.annotations.NullMarked;
