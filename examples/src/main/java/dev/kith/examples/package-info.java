/** Ten jobs in at most ten lines each, as README and guides show them. */
@NullMarked
package dev.kith.examples;

import org.jspecify.annotations.NullMarked;
