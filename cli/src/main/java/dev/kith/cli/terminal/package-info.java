/** What holds for all commands: output that is checked, files that are named, signals, exit codes, how failures are said. */
@NullMarked
package dev.kith.cli.terminal;

import org.jspecify.annotations.NullMarked;
