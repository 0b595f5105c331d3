package dev.kith.cli.terminal;

import java.nio.file.Path;
import java.util.Optional;

/** A command that writes a file also where no option names it. */
public interface DefaultOutput {
    /** The file that will be written without having been named; empty where it was. */
    Optional<Path> defaultOutput();
}
