package dev.kith.mkl;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A temporary file of numbers that is gone when it is closed, or when the program ends in whatever way: its name is
 * removed as soon as it is open, where the system allows that. Reading is safe from several threads, each with a chunk of
 * its own; writing is for one.
 */
final class ScratchFile implements AutoCloseable {
    /** Bytes that are read or written at a time. */
    static final int CHUNK = 1 << 18;

    private final Path file;
    private final FileChannel channel;
    private final ByteBuffer chunk = newChunk();
    private long size;

    ScratchFile(Path directory) throws IOException {
        file = Files.createTempFile(directory, "kith-", ".tmp");
        channel = FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
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
    }
}
