/**
 * Looking at a table before learning from it: {@link dev.kith.data.inspect.Inspect} reads it as text and says what its
 * columns are, which parts they may play and why, and what would go wrong.
 */
@NullMarked
package dev.kith.data.inspect;

import org.jspecify.annotations.NullMarked;
