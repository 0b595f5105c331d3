package dev.kith.data.table;

import dev.kith.data.DataException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Files that nobody else may read and that go when the program ends: tables that cannot be read where they are. */
public final class PrivateFiles {
    private static final Set<Path> LIVE = ConcurrentHashMap.newKeySet();
    /** Longer names are more than file systems take. */
    private static final int LONGEST = 80;

    private PrivateFiles() {}

    /**
     * A file that is not there yet, in a directory of its own.
     *
     * @param name what messages shall call it
     */
    public static Path named(String name) {
        String plain = name.replaceAll("[\\p{Cntrl}/\\\\]", "_");
        String end = plain.length() > LONGEST ? plain.substring(plain.length() - LONGEST) : plain;
        try {
            Path directory = Files.createTempDirectory("kith-table");
            LIVE.add(directory);
            directory.toFile().deleteOnExit();
            Path file = directory.resolve(end);
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw noRoom(name, e);
        }
    }

    /** What can be read once, as a file that can be read again. */
    public static Path copy(String name, InputStream in) {
        Path file = named(name);
        try {
            Files.copy(in, file);
            return file;
        } catch (IOException e) {
            throw noRoom(name, e);
        }
    }

    static DataException noRoom(String name, IOException e) {
        return new DataException(name + ": no private copy can be made of it: " + e.getMessage(), e);
    }

    /** Removes them now: for a program that is told to end and will not do what it does at its usual end. */
    public static void remove() {
        for (Path directory : LIVE) {
            try (var files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
                Files.deleteIfExists(directory);
            } catch (IOException e) {
                // it is gone already, or the system's to clear
            }
        }
    }
}
