/** What fits together: ranges of parameters, shapes of matrices, names of tasks, data that can be learned from; inputs in batches and joined, classes as tasks. */
@NullMarked
package dev.kith.data.shape;

import org.jspecify.annotations.NullMarked;
