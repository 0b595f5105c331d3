/** Global minima of sums of functions of one coordinate each, over sets known by linear and quadratic bounds on boxes. */
@NullMarked
package dev.kith.constraint.search;

import org.jspecify.annotations.NullMarked;
