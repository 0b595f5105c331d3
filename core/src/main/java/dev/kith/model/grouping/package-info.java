/** What models know of columns that group rows beside the tasks. */
@NullMarked
package dev.kith.model.grouping;

import org.jspecify.annotations.NullMarked;
