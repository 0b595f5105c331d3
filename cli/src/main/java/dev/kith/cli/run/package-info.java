/** A run as a file: what a command was asked, written and read back. Derived from the command line's own options. */
@NullMarked
package dev.kith.cli.run;

import org.jspecify.annotations.NullMarked;
