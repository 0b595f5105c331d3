/** Several models of the same tasks made one: weights for them from held-out predictions, and tasks taken from one or the other. */
@NullMarked
package dev.kith.select.stack;

import org.jspecify.annotations.NullMarked;
