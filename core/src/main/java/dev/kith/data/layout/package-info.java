/** How tables of text are written, as far as it is said rather than found out. */
@NullMarked
package dev.kith.data.layout;

import org.jspecify.annotations.NullMarked;
