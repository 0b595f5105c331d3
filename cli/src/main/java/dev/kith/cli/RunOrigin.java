package dev.kith.cli;

import dev.kith.cli.run.RunFile;
import java.util.List;

/**
 * Where the arguments of a command came from.
 *
 * @param run the file that was run
 * @param typed what was typed to run it
 */
record RunOrigin(RunFile run, List<String> typed) {
    RunOrigin {
        typed = List.copyOf(typed);
    }

    /** What reports call the file. */
    String name() {
        return run.file().toString();
    }
}
