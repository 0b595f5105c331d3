package dev.kith.file.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Replaces a file as a whole: readers see the old content or the new, never a part, whatever happens in between.
 *
 * <p>The content goes to a temporary file in the same directory, is forced to disk, and moves over the target. A failure
 * leaves the target as it was and removes the temporary file; what a killed process leaves behind, the next write in
 * that directory removes. A symbolic link is followed; permissions of a file that is replaced are kept.
 */
public final class AtomicFile {
    /*
     * Whose temporary file is it? A writer holds a lock on its own while it writes; the operating system drops the lock
     * when the process dies, however it dies. So a temporary file that can be locked belongs to nobody and may go.
     * Process ids would not do: they are reused, and differ between containers that share a directory. Between creating
     * and locking, and between closing and moving, another process may take a living file for dead and delete it; the
     * writer then notices that it is gone and starts again. Nothing is ever half written under the target's name.
     * Locks are per process, and closing any channel of a file drops them, so this process's own files are known to
     * Temporaries.
     */
    private static final String PREFIX = ".kith-";
    private static final String SUFFIX = ".tmp";
    private static final int ATTEMPTS = 5;
    private static final int MAX_LINKS = 40;
    private static final AtomicLong COUNTER = new AtomicLong();

    private AtomicFile() {}

    /** What to write. */
    @FunctionalInterface
    public interface Content {
        void writeTo(WritableByteChannel channel) throws IOException;
    }

    /** The calls that can fail, as one thing that tests replace. */
    public interface Disk {
        /** Creates a file that must not exist yet. */
        default FileChannel create(Path file) throws IOException {
            return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        }

        default void move(Path from, Path to) throws IOException {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Writes {@code content} (once more after a rare race) and puts it in {@code target}'s place. */
    public static void write(Path target, Content content) throws IOException {
        write(target, content, new Disk() {});
    }

    public static void write(Path target, Content content, Disk disk) throws IOException {
        Path file = destination(target);
        requireReplaceable(file);
        Path directory = file.getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new NoSuchFileException(target.toString(), null, "its directory does not exist; create it first");
        }
        removeLeftovers(directory);
        for (int attempt = 1; !named(target, () -> tryWrite(file, content, disk)); attempt++) {
            if (attempt == ATTEMPTS) {
                throw new FileSystemException(
                        target.toString(), null, "its temporary file was removed by others " + ATTEMPTS + " times");
            }
        }
        forceDirectory(directory);
    }

    /** An error of the disk that does not say so itself, such as "No space left on device", names the file. */
    private static boolean named(Path target, Temporaries.Maker<Boolean> writing) throws IOException {
        try {
            return writing.make();
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            FileSystemException named = new FileSystemException(target.toString(), null, e.getMessage());
            named.initCause(e);
            throw named;
        }
    }

    /** The file that a write to {@code path} would replace, which need not exist: what symbolic links lead to. */
    public static Path destination(Path path) throws IOException {
        Path end = path.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(end); links++) {
            if (links == MAX_LINKS) {
                throw new FileSystemLoopException(path.toString());
            }
            end = end.resolveSibling(Files.readSymbolicLink(end));
        }
        return end;
    }

    private static void requireReplaceable(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FileAlreadyExistsException(file.toString(), null, "not a regular file; name another one");
        }
        if (Files.exists(file) && !Files.isWritable(file)) {
            throw new AccessDeniedException(file.toString(), null, "write-protected; name another file");
        }
    }

    /** False if the temporary file was another's, or was taken for a dead writer's. */
    private static boolean tryWrite(Path file, Content content, Disk disk) throws IOException {
        long pid = ProcessHandle.current().pid();
        Path temporary = file.resolveSibling(PREFIX + pid + "-" + COUNTER.incrementAndGet() + SUFFIX);
        try {
            FileChannel channel;
            try {
                channel = Temporaries.make(temporary, () -> disk.create(temporary));
            } catch (FileAlreadyExistsException e) {
                return false;
            }
            return fillAndMove(channel, temporary, file, content, disk);
        } finally {
            Temporaries.forget(temporary);
        }
    }

    private static boolean fillAndMove(FileChannel channel, Path temporary, Path file, Content content, Disk disk)
            throws IOException {
        try {
            try (channel) {
                if (!lock(channel) || !Files.exists(temporary)) {
                    return false;
                }
                content.writeTo(channel);
                channel.force(true);
            }
            keepPermissions(file, temporary);
            disk.move(temporary, file);
            return true;
        } catch (NoSuchFileException e) {
            if (Files.exists(temporary)) {
                throw e;
            }
            return false;
        } finally {
            deleteQuietly(temporary);
        }
    }

    /** Marks the file as a living writer's; a file system without locks goes without. */
    private static boolean lock(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (IOException e) {
            return true;
        }
    }

    private static void keepPermissions(Path from, Path to) throws IOException {
        PosixFileAttributeView old = Files.getFileAttributeView(from, PosixFileAttributeView.class);
        if (old != null && Files.exists(from)) {
            Files.setPosixFilePermissions(to, old.readAttributes().permissions());
        }
    }

    private static void removeLeftovers(Path directory) {
        try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(directory, PREFIX + "*" + SUFFIX)) {
            for (Path leftover : leftovers) {
                if (!Temporaries.contains(leftover) && Files.isRegularFile(leftover, LinkOption.NOFOLLOW_LINKS)) {
                    removeIfDead(leftover);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // A directory that may be written but not listed: nothing to tidy, nothing wrong with this write.
        }
    }

    private static void removeIfDead(Path leftover) {
        try (FileChannel channel = FileChannel.open(leftover, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock != null) {
                deleteQuietly(leftover);
            }
        } catch (IOException | OverlappingFileLockException e) {
            // Another user's, or just gone, or this process's: not ours to remove.
        }
    }

    private static void deleteQuietly(Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // The next write tries again; the error that matters is the one on its way up.
        }
    }

    /** Makes the move itself last through a power cut, where directories can be forced (not on Windows). */
    private static void forceDirectory(Path directory) {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // The content itself is on disk already.
        }
    }
}
