/** What words mean: names of columns, and values that have an order. */
@NullMarked
package dev.kith.data.inspect.words;

import org.jspecify.annotations.NullMarked;
