package dev.kith.openblas;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;
import org.jspecify.annotations.Nullable;

/**
 * Where the native libraries lie between runs: a directory that, up to the root, only this user and the system's
 * administrator can write to, with files that are those of the jar. Anything else is refused, and pure Java is used.
 *
 * @param asked the directory, made when missing
 */
record LibraryCache(Path asked) {
    /*
     * JavaCPP unpacks a library once and later loads whatever file of that name, size and time it finds. Left to itself
     * it takes ~/.javacpp/cache or, when that cannot be made, a directory under the temporary directory whose name
     * anybody can guess and make first: code of another user of the machine would run as this one. So the directory is
     * ours to choose (KITH_CACHE, XDG_CACHE_HOME/kith, ~/.cache/kith), it is looked at before JavaCPP is, and so is the
     * one JavaCPP then says it uses, should somebody in the same program have chosen before. Files are compared with the
     * jar byte by byte, which takes less time than two digests and leaves less room: that finds damage, and what was put
     * there while the directory was still open to others.
     */
    private static final String CHOICE = "org.bytedeco.javacpp.cachedir";
    private static final String LOCK = ".lock";
    private static final int CHUNK = 1 << 16;

    /** The directory of this process: JavaCPP's own setting when somebody has made it, or else the user's cache. */
    static LibraryCache inUse() {
        String chosen = System.getProperty(CHOICE);
        return new LibraryCache(
                chosen != null ? Path.of(chosen) : usual(System::getenv, System.getProperty("user.home", "")));
    }

    /** KITH_CACHE, or kith in the directory where programs of this user keep such things. */
    static Path usual(UnaryOperator<@Nullable String> environment, String home) {
        String own = environment.apply("KITH_CACHE");
        if (own != null && !own.isEmpty()) {
            return Path.of(own).resolve("native");
        }
        String caches = environment.apply("XDG_CACHE_HOME");
        boolean given = caches != null && Path.of(caches).isAbsolute();
        return (given ? Path.of(caches) : Path.of(home, ".cache"))
                .resolve("kith")
                .resolve("native");
    }

    /** What to tell people. */
    static String reason(IOException e) {
        if (e instanceof FileSystemException file && file.getReason() == null) {
            return file.getFile() + " cannot be used ("
                    + e.getClass().getSimpleName().replaceAll("Exception$", "") + "); set KITH_CACHE to a directory"
                    + " of your own";
        }
        return String.valueOf(e.getMessage());
    }

    /** The directory, there and safe; loads nothing. */
    Path directory() throws IOException {
        if (!Files.isDirectory(asked)) {
            Files.createDirectories(asked, Privacy.ownerOnly(asked));
        }
        Path directory = asked.toRealPath();
        Privacy.in(directory).requirePath(directory);
        return directory;
    }

    /**
     * Makes JavaCPP use the directory and removes from it what is not the jar's own.
     *
     * @throws UnsatisfiedLinkError if there is no directory that can be trusted
     */
    void prepare() {
        try {
            System.setProperty(CHOICE, directory().toString());
            Path used = Loader.getCacheDir().toPath().toRealPath();
            Privacy.in(used).requirePath(used);
            verify(used, OpenBlas.class.getClassLoader());
        } catch (IOException e) {
            UnsatisfiedLinkError error = new UnsatisfiedLinkError(reason(e));
            error.initCause(e);
            throw error;
        }
    }

    /** Removes every file that is not, to the byte, the resource it was unpacked from. JavaCPP unpacks it again. */
    static void verify(Path directory, ClassLoader jars) throws IOException {
        // JavaCPP unpacks under the same lock, so no half-written file is seen here.
        try (FileChannel lock =
                        FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = lock.lock();
                Stream<Path> walk = Files.walk(directory)) {
            Privacy privacy = Privacy.in(directory);
            if (!held.isValid()) {
                throw new FileSystemException(directory.toString(), null, "cannot be locked");
            }
            for (Path file : (Iterable<Path>) walk::iterator) {
                String name = String.valueOf(file.getFileName());
                if (!file.equals(directory) && !name.equals(LOCK) && !name.startsWith(Privacy.PROBE)) {
                    check(directory, file, privacy, jars);
                }
            }
        }
    }

    private static void check(Path directory, Path file, Privacy privacy, ClassLoader jars) throws IOException {
        if (Files.isSymbolicLink(file)) {
            if (!Files.exists(file) || !file.toRealPath().startsWith(directory)) {
                Files.delete(file);
            }
            return;
        }
        privacy.require(file);
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && !genuine(directory.relativize(file), file, jars)) {
            Files.delete(file);
        }
    }

    /** JavaCPP unpacks entry e of a/b/c.jar to c.jar/e; what comes from no jar of ours is never loaded. */
    private static boolean genuine(Path relative, Path file, ClassLoader jars) throws IOException {
        if (relative.getNameCount() < 2) {
            return false;
        }
        String entry = relative.subpath(1, relative.getNameCount()).toString().replace('\\', '/');
        URL resource = jars.getResource(entry);
        if (resource == null || !(resource.openConnection() instanceof JarURLConnection jar)) {
            return false;
        }
        if (!Path.of(jar.getJarFile().getName()).endsWith(relative.getName(0))) {
            return true; // of another version, which this program does not load
        }
        if (jar.getJarEntry().getSize() != Files.size(file)) {
            return false;
        }
        try (InputStream expected = jar.getInputStream();
                InputStream found = Files.newInputStream(file)) {
            return same(expected, found);
        }
    }

    private static boolean same(InputStream a, InputStream b) throws IOException {
        byte[] ofA = new byte[CHUNK];
        byte[] ofB = new byte[CHUNK];
        int count;
        do {
            count = a.readNBytes(ofA, 0, CHUNK);
            if (b.readNBytes(ofB, 0, CHUNK) != count || Arrays.mismatch(ofA, 0, count, ofB, 0, count) >= 0) {
                return false;
            }
        } while (count == CHUNK);
        return true;
    }
}
