/** Dates and times as tables write them. */
@NullMarked
package dev.kith.data.date;

import org.jspecify.annotations.NullMarked;
