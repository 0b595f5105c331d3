package dev.kith.cli.reproduce;

import dev.kith.data.DataException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How much of an experiment to run, and on what.
 *
 * @param quick fewer sizes and repetitions: a minute instead of many
 * @param data directory with the public data sets, where given
 * @param progress hears what is being done
 */
public record Scope(boolean quick, long seed, Optional<Path> data, Consumer<String> progress) {
    /** Whether there is a data directory with this file. */
    public boolean has(String name) {
        return data.isPresent() && Files.isRegularFile(data.get().resolve(name));
    }

    /**
     * A file below the data directory.
     *
     * @throws DataException if there is no directory or no such file
     */
    public Path file(String name) {
        Path directory = data.orElseThrow(
                () -> new DataException("this experiment reads " + name + ": say where with --data DIR or KITH_DATA"));
        Path file = directory.resolve(name);
        if (!Files.isRegularFile(file)) {
            throw new DataException(file + ": no such file; --data must be the directory that contains " + name);
        }
        return file;
    }
}
