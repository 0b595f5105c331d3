/** Which rows of a table are learned from or predicted: those that meet a condition, or some of them drawn at random. */
@NullMarked
package dev.kith.data.keep;

import org.jspecify.annotations.NullMarked;
