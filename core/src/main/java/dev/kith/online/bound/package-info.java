/** Bounds on the mistakes of online learners, from what they have seen. */
@NullMarked
package dev.kith.online.bound;

import org.jspecify.annotations.NullMarked;
