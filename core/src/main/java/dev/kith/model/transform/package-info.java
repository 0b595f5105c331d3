/** Trainers that learn transformed labels, and what it takes to predict their means all the same. */
@NullMarked
package dev.kith.model.transform;

import org.jspecify.annotations.NullMarked;
