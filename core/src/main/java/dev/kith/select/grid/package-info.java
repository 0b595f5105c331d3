/** What a search tries, and in which order: lambdas, grids of parameters, and the walk over both together. */
@NullMarked
package dev.kith.select.grid;

import org.jspecify.annotations.NullMarked;
