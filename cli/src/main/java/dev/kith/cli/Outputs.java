package dev.kith.cli;

import dev.kith.file.disk.AtomicFile;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Files a command writes: whole or not at all, in UTF-8. */
final class Outputs {
    private Outputs() {}

    /** Text to be written. */
    @FunctionalInterface
    interface Text {
        void writeTo(Writer out) throws IOException;
    }

    /** Says so before a long computation, not after it, when the result would have no place to go. */
    static void requireWritable(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new NoSuchFileException(file.toString(), null, "its directory does not exist; create it first");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FileAlreadyExistsException(file.toString(), null, "not a regular file; name another one");
        }
        if (!Files.isWritable(Files.exists(file) ? file : directory)) {
            throw new AccessDeniedException(file.toString(), null, "permission denied");
        }
    }

    static void write(Path file, Text text) throws IOException {
        AtomicFile.write(file, channel -> {
            Writer out = new OutputStreamWriter(Channels.newOutputStream(channel), StandardCharsets.UTF_8);
            text.writeTo(out);
            out.flush();
        });
    }
}
