package dev.kith.cli.terminal;

import picocli.CommandLine.Model.CommandSpec;

/** A command some of whose options or help are data (methods, simulated sets), not annotations. */
public interface Completed {
    /** Adds them, once, before any arguments are read. */
    void complete(CommandSpec command);
}
