/** How far predictions may be off: conformal half widths, the level of noise. */
@NullMarked
package dev.kith.trust.spread;

import org.jspecify.annotations.NullMarked;
