package dev.kith.openblas;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Whether others can put files where this user reads them. Where the system knows no owners and modes (Windows), a
 * user's own directories are private by default, and that is relied on.
 *
 * @param me the number of this user; -1 where users have none
 */
record Privacy(int me) {
    /** How files begin that are there for a moment, to see whose they are: Java has no other way to ask who we are. */
    static final String PROBE = ".kith-probe-";

    private static final int OTHERS_WRITE = 0022;
    private static final int STICKY = 01000;
    private static final int ADMINISTRATOR = 0;

    /** For a directory this user can write to. */
    static Privacy in(Path directory) throws IOException {
        if (!directory.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return new Privacy(-1);
        }
        Path probe = Files.createTempFile(directory, PROBE, "");
        try {
            return new Privacy((int) Files.getAttribute(probe, "unix:uid"));
        } finally {
            Files.delete(probe);
        }
    }

    /** Mode 0700 for directories about to be made. */
    static FileAttribute<?>[] ownerOnly(Path near) {
        return near.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }

    /**
     * Refuses a directory (a real path) that others can write to, itself or any above it. Above it, one where nobody
     * can remove or rename what is not theirs, as /tmp, will do.
     */
    void requirePath(Path directory) throws IOException {
        require(directory, 0);
        for (Path above = directory.getParent(); above != null; above = above.getParent()) {
            require(above, STICKY);
        }
    }

    /** Refuses a file or directory that others can write to. */
    void require(Path file) throws IOException {
        require(file, 0);
    }

    private void require(Path file, int excuse) throws IOException {
        if (me < 0) {
            return;
        }
        int owner = (int) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        int mode = (int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        if (owner != me && owner != ADMINISTRATOR) {
            throw refused(file, "belongs to another user (" + owner + ")");
        }
        if ((mode & OTHERS_WRITE) != 0 && (mode & excuse) == 0) {
            throw refused(file, "can be written to by others (mode " + Integer.toOctalString(mode & 07777) + ")");
        }
    }

    private static FileSystemException refused(Path file, String why) {
        return new FileSystemException(
                file.toString(),
                null,
                why + "; native libraries are loaded only from a directory of your own: set KITH_CACHE to one");
    }
}
