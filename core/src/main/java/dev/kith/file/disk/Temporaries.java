package dev.kith.file.disk;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** The temporary files and directories this process has made and not removed yet, so that none outlives it. */
public final class Temporaries {
    /*
     * A program that is told to end removes these and is gone. Between the two a thread that is still at work must not
     * make another one, and must not report that its file has vanished: it stops where it would make the next. Making a
     * file and noting it are one step for the one who removes them.
     */
    private static final Object STEP = new Object();
    private static final Set<Path> LIVE = ConcurrentHashMap.newKeySet();
    private static volatile boolean abandoned;

    private Temporaries() {}

    /** Makes the file or directory. */
    @FunctionalInterface
    public interface Maker<T> {
        T make() throws IOException;
    }

    /** Makes {@code file} and notes it; what could not be made is not noted. */
    public static <T> T make(Path file, Maker<T> maker) throws IOException {
        synchronized (STEP) {
            if (!abandoned) {
                boolean made = false;
                LIVE.add(file);
                try {
                    T result = maker.make();
                    made = true;
                    return result;
                } finally {
                    if (!made) {
                        LIVE.remove(file);
                    }
                }
            }
        }
        while (true) {
            LockSupport.park();
        }
    }

    /** The file is gone, or has become a file to keep. */
    public static void forget(Path file) {
        LIVE.remove(file);
    }

    static boolean contains(Path file) {
        return LIVE.contains(file);
    }

    /** Removes them all, as the last thing before the process ends: who wants to make another one waits for that end. */
    public static void abandon() {
        synchronized (STEP) {
            abandoned = true;
        }
        LIVE.forEach(Temporaries::delete);
    }

    private static void delete(Path file) {
        try {
            if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                try (DirectoryStream<Path> content = Files.newDirectoryStream(file)) {
                    content.forEach(Temporaries::delete);
                }
            }
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // What cannot be removed stays; the process ends all the same.
        }
    }
}
