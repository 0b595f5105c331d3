/** Learners with a step of its own for every weight. Users make them by {@code Learners}. */
@NullMarked
package dev.kith.online.adaptive;

import org.jspecify.annotations.NullMarked;
