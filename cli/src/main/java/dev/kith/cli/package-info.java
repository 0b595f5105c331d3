/**
 * The command line: each command is the arrows file -> Dataset -> Trainer -> Model -> file and nothing else. A command is
 * one class, listed in {@link dev.kith.cli.Kith}; a method is one line in {@link dev.kith.cli.Methods}.
 */
@NullMarked
package dev.kith.cli;

import org.jspecify.annotations.NullMarked;
