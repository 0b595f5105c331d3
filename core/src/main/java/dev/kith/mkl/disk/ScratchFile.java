package dev.kith.mkl.disk;

import dev.kith.file.disk.Temporaries;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/**
 * A temporary file of numbers that is gone when it is closed, or when the program ends in whatever way: its name is
 * removed as soon as it is open, where the system allows that. Reading is safe from several threads, each with a chunk of
 * its own; writing is for one.
 */
public final class ScratchFile implements AutoCloseable {
    /** Bytes that are read or written at a time. */
    static final int CHUNK = 1 << 18;

    private static final Set<OpenOption> OPTIONS = Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final Path file;
    private final FileChannel channel;
    private final ByteBuffer chunk = newChunk();
    private long size;

    public ScratchFile(Path directory) throws IOException {
        file = directory.resolve("kith-" + UUID.randomUUID() + ".tmp");
        channel = Temporaries.make(file, () -> FileChannel.open(file, OPTIONS, ownerOnly(directory)));
    }

    private static FileAttribute<?>[] ownerOnly(Path directory) {
        boolean posix = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
    }

    /** What a reader brings along. */
    static ByteBuffer newChunk() {
        return ByteBuffer.allocateDirect(CHUNK).order(ByteOrder.nativeOrder());
    }

    long size() {
        return size;
    }

    /** Writes the first {@code count} numbers at {@code at}; returns where they end. */
    long write(long at, int[] values, int count) throws IOException {
        long to = at;
        for (int k = 0; k < count; k += CHUNK / 4) {
            int part = Math.min(CHUNK / 4, count - k);
            chunk.clear();
            chunk.asIntBuffer().put(values, k, part);
            to = put(to, 4 * part);
        }
        return to;
    }

    long write(long at, char[] values, int count) throws IOException {
        long to = at;
        for (int k = 0; k < count; k += CHUNK / 2) {
            int part = Math.min(CHUNK / 2, count - k);
            chunk.clear();
            chunk.asCharBuffer().put(values, k, part);
            to = put(to, 2 * part);
        }
        return to;
    }

    long write(long at, double[] values, int count) throws IOException {
        long to = at;
        for (int k = 0; k < count; k += CHUNK / 8) {
            int part = Math.min(CHUNK / 8, count - k);
            chunk.clear();
            chunk.asDoubleBuffer().put(values, k, part);
            to = put(to, 8 * part);
        }
        return to;
    }

    private long put(long at, int bytes) throws IOException {
        chunk.position(0).limit(bytes);
        long to = at;
        while (chunk.hasRemaining()) {
            to += channel.write(chunk, to);
        }
        size = Math.max(size, to);
        return to;
    }

    /** Fills the first {@code count} numbers from {@code at} on; returns where they end. */
    long read(long at, int[] values, int count, ByteBuffer through) throws IOException {
        long to = at;
        for (int k = 0; k < count; k += CHUNK / 4) {
            int part = Math.min(CHUNK / 4, count - k);
            to = get(to, 4 * part, through);
            through.asIntBuffer().get(values, k, part);
        }
        return to;
    }

    long read(long at, char[] values, int count, ByteBuffer through) throws IOException {
        long to = at;
        for (int k = 0; k < count; k += CHUNK / 2) {
            int part = Math.min(CHUNK / 2, count - k);
            to = get(to, 2 * part, through);
            through.asCharBuffer().get(values, k, part);
        }
        return to;
    }

    long read(long at, double[] values, int count, ByteBuffer through) throws IOException {
        long to = at;
        for (int k = 0; k < count; k += CHUNK / 8) {
            int part = Math.min(CHUNK / 8, count - k);
            to = get(to, 8 * part, through);
            through.asDoubleBuffer().get(values, k, part);
        }
        return to;
    }

    private long get(long at, int bytes, ByteBuffer through) throws IOException {
        through.position(0).limit(bytes);
        long to = at;
        while (through.hasRemaining()) {
            int read = channel.read(through, to);
            if (read < 0) {
                throw new EOFException("a temporary file ended early");
            }
            to += read;
        }
        through.position(0);
        return to;
    }

    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(file); // where DELETE_ON_CLOSE is not heeded
        Temporaries.forget(file);
    }
}
