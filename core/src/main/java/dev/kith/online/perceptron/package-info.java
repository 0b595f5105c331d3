/** The learners of this project, and how tasks share in them; users make them by {@code Learners}. */
@NullMarked
package dev.kith.online.perceptron;

import org.jspecify.annotations.NullMarked;
