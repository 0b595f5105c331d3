/** Boosted trees over all tasks, the task among the features: what many people use instead of multi-task learning, to be compared with. */
@NullMarked
package dev.kith.boost;

import org.jspecify.annotations.NullMarked;
