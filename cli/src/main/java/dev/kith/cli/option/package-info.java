/** Options that several commands share, and what they make of them. */
@NullMarked
package dev.kith.cli.option;

import org.jspecify.annotations.NullMarked;
